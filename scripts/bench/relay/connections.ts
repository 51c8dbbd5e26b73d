import type { Figure } from '../figure.ts'
import type { BenchRun } from './bench-run.ts'
import { chatCall } from './calls.ts'
import { sendRequests } from './load.ts'
import { cpuPer, inTurns, microseconds, ratio } from './turns.ts'

const cases = [
  { connections: 1, calls: 400, promise: undefined },
  { connections: 32, calls: 1000, promise: 1.5 },
  { connections: 256, calls: 2000, promise: 1.5 },
]

/** CPU per call at one, some and many connections. With many, the calls are those of many users. */
export async function connections({ bare, gateway, length }: BenchRun): Promise<Figure[]> {
  const call = chatCall()
  const figures: Figure[] = []
  for (const { connections, calls, promise } of cases) {
    const ours = connections > 100 ? gateway : gateway.ofOneUser
    const [base, costs] = await inTurns(length.rounds, [
      () => cpuPer(bare, calls, () => sendRequests(bare, call, calls, connections)),
      () => cpuPer(ours, calls, () => sendRequests(ours, call, calls, connections)),
    ])
    figures.push({
      name: `CPU per call, SQLite FULL, ${connections} connection${connections > 1 ? 's' : ''}, times the bare proxy`,
      value: ratio(costs, base),
      unit: '×',
      promise,
      note: microseconds({ bare: base, turnpike: costs }),
    })
  }
  return figures
}
