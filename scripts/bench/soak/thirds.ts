import { quantile } from '../quantile.ts'
import type { Sample } from './sample.ts'

export type Row = Sample & { callMs: number; callP99Ms: number; openStreams: number; calls: number; errors: number }

const shares = { lowest: 0, median: 0.5 }

/** The lowest value or the median of a column, in the first and in the last third of a run. */
export function thirdsOf(
  rows: readonly Row[],
  column: keyof Row,
  of: keyof typeof shares,
): { first: number; last: number } {
  const length = Math.max(1, Math.floor(rows.length / 3))
  const valueIn = (part: readonly Row[]) =>
    quantile(
      part.map((row) => row[column]),
      shares[of],
    )
  return { first: valueIn(rows.slice(0, length)), last: valueIn(rows.slice(-length)) }
}
