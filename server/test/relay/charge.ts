/** Arithmetic of our own, in whole numbers of a millionth of a millionth, so that no rounding hides in it. */
const one = 10n ** 12n

function scaled(text: string): bigint {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole) * one + BigInt(rest.padEnd(12, '0').slice(0, 12))
}

/** Σ count × weight, then × every factor; rounded once, half away from zero, at least 1 if it is anything at all. */
export function charge(lines: [count: number, weight: string][], ...factors: string[]): number {
  let amount = lines.reduce((sum, [count, weight]) => sum + BigInt(count) * scaled(weight), 0n)
  const isAnything = amount > 0n && factors.every((factor) => scaled(factor) > 0n)
  let unit = one
  for (const factor of factors) {
    amount *= scaled(factor)
    unit *= one
  }
  const rounded = Number((2n * amount + unit) / (2n * unit))
  return isAnything ? Math.max(1, rounded) : rounded
}
