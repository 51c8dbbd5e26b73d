// Runs the layout of docs/scale.md, lets its parts fail under load, and compares the books afterwards:
// npm run faults [-- part of a name]
import { type Fault, runFault, type Timing } from './fault.ts'
import { failover } from './kinds/failover.ts'
import { paused } from './kinds/paused.ts'
import { pausedPastExpiry } from './kinds/paused-past-expiry.ts'
import { poolerAway } from './kinds/pooler-away.ts'
import { redisAway } from './kinds/redis-away.ts'
import { rollingRestart } from './kinds/rolling-restart.ts'
import { wrongClocks } from './kinds/wrong-clocks.ts'
import { startLayout } from './layout/layout.ts'
import type { Reckoning } from './layout/reckon.ts'

/** In this order on one layout: the last one leaves it without a standby. */
const faults: Fault[] = [redisAway, paused, pausedPastExpiry, wrongClocks, rollingRestart, poolerAway, failover]
const long: Timing = { calm: 10, fault: 60 }

const [part = ''] = process.argv.slice(2)
const chosen = faults.filter(({ name }) => name.includes(part))
const layout = await startLayout()
const rows: [name: string, reckoning: Reckoning][] = []
try {
  for (const fault of chosen) {
    console.log(`… ${fault.name}`)
    rows.push([fault.name, await runFault(layout, fault, long)])
  }
} finally {
  await layout.stop()
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
