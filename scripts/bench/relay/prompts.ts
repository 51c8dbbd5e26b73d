import type { Figure } from '../figure.ts'
import { chatCall } from './calls.ts'
import { sendRequests } from './load.ts'
import { type BenchRun, startBareProxy } from './programs.ts'
import { cpuPer, inTurns, microseconds, ratio } from './turns.ts'

const cases = [
  { kilobytes: 1, calls: 800, connections: 32 },
  { kilobytes: 20, calls: 400, connections: 32 },
  { kilobytes: 500, calls: 60, connections: 8 },
]

/** CPU per call by the size of the prompt. A long one is also compared with a proxy that decodes and parses it once. */
export async function prompts({ upstream, bare, gateway, length }: BenchRun): Promise<Figure[]> {
  const parsing = await startBareProxy(upstream, { PARSE: 'true' })
  await sendRequests(parsing, chatCall(), length.warmUpCalls, 32) // as the other two were
  const figures: Figure[] = []
  for (const { kilobytes, calls, connections } of cases) {
    const call = chatCall(kilobytes * 1000)
    const contender = (target: typeof bare) => (count: number) =>
      cpuPer(target, count, () => sendRequests(target, call, count, connections))
    const contenders = [contender(bare), contender(parsing), contender(gateway.ofOneUser)]
    await inTurns(
      1,
      contenders.map((warmUp) => () => warmUp(2 * calls)),
    )
    const [base, parsed, costs] = await inTurns(
      length.rounds,
      contenders.map((each) => () => each(calls)),
    )
    const note = microseconds({ bare: base, 'bare and parsed': parsed, turnpike: costs })
    const isLong = kilobytes === 500
    figures.push({
      name: `prompt of ${kilobytes} kB, CPU times the bare proxy`,
      value: ratio(costs, base),
      unit: '×',
      note,
    })
    if (isLong)
      figures.push({
        name: `prompt of ${kilobytes} kB, CPU times bare proxy + decode + one JSON.parse`,
        value: ratio(costs, parsed),
        unit: '×',
        promise: 1.5,
        note,
      })
  }
  await parsing.stop()
  return figures
}
