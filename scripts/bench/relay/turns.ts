import { type Figure, quantile } from '../figure.ts'
import { cpuMicroseconds } from '../program.ts'
import type { Target } from './load.ts'

/**
 * Contenders take turns, round by round, so that other load on the machine affects all of them alike. Each returns its
 * cost in this round.
 */
export async function inTurns(rounds: number, contenders: (() => Promise<number>)[]): Promise<number[][]> {
  const costs = contenders.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, measure] of inOrder(contenders, round)) costs[at]?.push(await measure())
  return costs
}

/** The costs of contenders in turns, each round with `count` pieces of work, after one round of `warmUp` pieces. */
export async function measureCosts(
  contenders: ((count: number) => Promise<number>)[],
  { warmUp, count, rounds }: { warmUp: number; count: number; rounds: number },
): Promise<number[][]> {
  const each = (many: number) => contenders.map((measure) => () => measure(many))
  if (warmUp > 0) await inTurns(1, each(warmUp))
  return inTurns(rounds, each(count))
}

/** Forwards and backwards in turn: the second contender finds the machine's caches full of the first one's data. */
export const inOrder = <Each>(all: readonly Each[], round: number): [number, Each][] =>
  round % 2 === 0 ? [...all.entries()] : [...all.entries()].toReversed()

export const median = (values: number[] = []) => quantile(values, 0.5)

/** The median of the ratios within each round: a slow minute of the machine is in both numbers. */
export const ratio = (costs: number[] = [], base: number[] = []) =>
  rounded(median(costs.map((cost, round) => cost / (base[round] ?? Number.NaN))))

/** The ratio of two costs as a figure; its note has the medians of `measured`. */
export const ratioFigure = (
  name: string,
  [costs, base]: readonly [number[] | undefined, number[] | undefined],
  measured: Record<string, number[] | undefined>,
  promise?: number,
): Figure => ({ name, value: ratio(costs, base), unit: '×', promise, note: microseconds(measured) })

/** CPU time of the target's processes, all threads, for each of `count` pieces of work. */
export async function cpuPer(target: Target, count: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuMicroseconds(target.pid)
  await work()
  return (cpuMicroseconds(target.pid) - before) / count
}

export const rounded = (value: number) => Math.round(value * 100) / 100

/** The medians behind a ratio, for the column of notes. */
export const microseconds = (costs: Record<string, number[] | undefined>) =>
  Object.entries(costs)
    .map(([name, values]) => `${name} ${Math.round(median(values))}`)
    .join(', ')
    .concat(' µs')
