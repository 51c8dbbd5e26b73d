import { quantile } from '../quantile.ts'
import type { Sample } from './sample.ts'

export type Row = Sample & { callMs: number; callP99Ms: number; openStreams: number; calls: number; errors: number }

const shares = { lowest: 0, median: 0.5 }
/** In percent. Where the host takes more, delays are those of its other guests. */
const stolenMax = 5

/**
 * The lowest value or the median of a column, in the first and in the last third of a run; `calm` for only the looks during
 * which the host left the machine its CPU, 0 where there were none.
 */
export function thirdsOf(
  rows: readonly Row[],
  column: keyof Row,
  of: keyof typeof shares | 'calm',
): { first: number; last: number } {
  const length = Math.max(1, Math.floor(rows.length / 3))
  const valueIn = (part: readonly Row[]) =>
    quantile(
      part.filter(({ stolen }) => of !== 'calm' || stolen <= stolenMax).map((row) => row[column]),
      of === 'calm' ? shares.median : shares[of],
    )
  return { first: valueIn(rows.slice(0, length)), last: valueIn(rows.slice(-length)) }
}
