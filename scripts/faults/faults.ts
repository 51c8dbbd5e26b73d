// Runs the layout of docs/scale.md, lets its parts fail under load, and compares the books afterwards:
// npm run faults [-- part of a name]
import { type Fault, runFault, type Timing } from './fault.ts'
import { failover } from './kinds/failover.ts'
import { oldPrimary } from './kinds/old-primary.ts'
import { paused } from './kinds/paused.ts'
import { pausedPastExpiry } from './kinds/paused-past-expiry.ts'
import { poolerAway } from './kinds/pooler-away.ts'
import { redisAway } from './kinds/redis-away.ts'
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

const [part = ''] = process.argv.slice(2)
const rows: [name: string, reckoning: Reckoning][] = []
for (const fault of faults.filter(({ name }) => name.includes(part))) {
  console.log(`… ${fault.name}`)
  const layout = await startLayout()
  try {
    const reckoning = await runFault(layout, fault, long)
    if (!fault.mayRefuse && reckoning.refused > 0) reckoning.wrong.push(`calls were refused: ${reckoning.refusal}`)
    rows.push([fault.name, reckoning])
  } finally {
    await layout.stop()
  }
}
console.log(`\n${tableOf(rows)}`)
for (const [name, { wrong }] of rows) for (const text of wrong) console.log(`✖ ${name}: ${text}`)
process.exitCode = rows.length > 0 && rows.every(([, { wrong }]) => wrong.length === 0) ? 0 : 1

function tableOf(reckonings: typeof rows): string {
  const columns = ['sent', 'answered', 'refused', 'charged', 'lost', 'doubled'] as const
  const lines = reckonings.map(([name, reckoning]) => [
    name,
    ...columns.map((column) => String(reckoning[column])),
    reckoning.wrong.length === 0 ? 'equal' : 'WRONG',
  ])
  const header = ['fault', ...columns, 'books']
  const ruler = header.map((_, index) => (index === 0 || index === header.length - 1 ? '---' : '---:'))
  return [header, ruler, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
