import type { Figure } from '../figure.ts'
import { chatCall } from './calls.ts'
import { sendRequests } from './load.ts'
import type { BenchRun } from './programs.ts'
import { cpuPer, measureCosts, ratioFigure } from './turns.ts'

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
    const contenders = [bare, connections > 100 ? gateway : gateway.ofOneUser].map(
      (target) => (count: number) => cpuPer(target, count, () => sendRequests(target, call, count, connections)),
    )
    // Earlier parts, such as streams, made V8 discard some of the code that it had compiled for calls.
    const [base, costs] = await measureCosts(contenders, { warmUp: 5 * calls, count: calls, rounds: length.rounds })
    const name = `CPU per call, SQLite FULL, ${connections} connection${connections > 1 ? 's' : ''}, times the bare proxy`
    figures.push(ratioFigure(name, [costs, base], { bare: base, turnpike: costs }, promise))
  }
  return figures
}
