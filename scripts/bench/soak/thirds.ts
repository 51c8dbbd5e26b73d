import { quantile } from '../quantile.ts'
import type { Sample } from './sample.ts'

export type Row = Sample & { callMs: number; callP99Ms: number; openStreams: number; calls: number; errors: number }

/** The median of a column in the first and in the last third of a run. */
export function thirdsOf(rows: readonly Row[], column: keyof Row): { first: number; last: number } {
  const length = Math.max(1, Math.floor(rows.length / 3))
  const median = (part: readonly Row[]) =>
    quantile(
      part.map((row) => row[column]),
      0.5,
    )
  return { first: median(rows.slice(0, length)), last: median(rows.slice(-length)) }
}
