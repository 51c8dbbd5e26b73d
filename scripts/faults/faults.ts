// Runs the layout of docs/scale.md, lets its parts fail under load, and compares the accounts afterwards:
// npm run faults [-- part of a name]
import { type Fault, runFault, type Timing } from './fault.ts'
import { poolerAway, redisAway } from './kinds/away.ts'
import { failover, oldPrimary } from './kinds/failover.ts'
import { paused, pausedPastExpiry } from './kinds/paused.ts'
import { rollingRestart } from './kinds/rolling-restart.ts'
import { wrongClocks } from './kinds/wrong-clocks.ts'
import { startLayout } from './layout/layout.ts'
import type { Reckoning } from './layout/reckon.ts'

const faults: Fault[] = [
  redisAway,
  paused,
  pausedPastExpiry,
  wrongClocks,
  rollingRestart,
  poolerAway,
  failover,
  oldPrimary,
]
const long: Timing = { calm: 10, fault: 60 }

const columns = ['sent', 'completed', 'refused', 'charged', 'lost', 'doubled'] as const
const lineOf = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

async function reckonAfter(fault: Fault): Promise<Reckoning> {
  const layout = await startLayout()
  try {
    return await runFault(layout, fault, long)
  } finally {
    await layout.stop()
  }
}

const [part = ''] = process.argv.slice(2)
const chosen = faults.filter(({ name }) => name.includes(part))
if (chosen.length === 0) console.error(`✖ no fault has ${part} in its name`)
let isGood = chosen.length > 0
console.log(lineOf(['fault', ...columns, 'books']))
console.log(lineOf(['---', ...columns.map(() => '---:'), '---']))
for (const fault of chosen) {
  const { name, mayRefuse } = fault
  try {
    const reckoning = await reckonAfter(fault)
    const { refused, refusal, wrong } = reckoning
    if (!mayRefuse && refused > 0) wrong.push(`calls were refused: ${refusal}`)
    const isEqual = wrong.length === 0
    console.log(lineOf([name, ...columns.map((column) => reckoning[column]), isEqual ? 'equal' : 'WRONG']))
    for (const text of wrong) console.error(`✖ ${name}: ${text}`)
    isGood &&= isEqual
  } catch (error) {
    console.error(`✖ ${name}:`, error)
    isGood = false
  }
}
process.exitCode = isGood ? 0 : 1
