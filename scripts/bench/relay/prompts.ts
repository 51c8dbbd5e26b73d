import type { Figure } from '../figure.ts'
import { chatCall } from './calls.ts'
import { sendRequests } from './load.ts'
import { type BenchRun, startBareProxy } from './programs.ts'
import { cpuPer, measureCosts, ratioFigure } from './turns.ts'

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
    const lengths = { warmUp: 2 * calls, count: calls, rounds: length.rounds }
    const [base, parsed, costs] = await measureCosts(contenders, lengths)
    const measured = { bare: base, 'bare and parsed': parsed, turnpike: costs }
    const name = `prompt of ${kilobytes} kB, CPU times`
    figures.push(ratioFigure(`${name} the bare proxy`, [costs, base], measured))
    if (kilobytes === 500)
      figures.push(ratioFigure(`${name} bare proxy + decode + one JSON.parse`, [costs, parsed], measured, 1.5))
  }
  await parsing.stop()
  return figures
}
