/** One measured value. `promise` is the largest value that the product promises, `least` the smallest. */
export type Figure = { name: string; value: number; unit: string; promise?: number; least?: number; note?: string }

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
