import { type Decimal, roundDecimal } from '@turnpike/contract/quota'

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/**
 * Divides a total in proportion to exact amounts into whole numbers that add up to it: each is rounded down, and what is
 * left goes to the largest remainders. If all amounts are 0, the first part is the total.
 */
function apportion(total: bigint, exact: readonly Decimal[]): bigint[] {
  const scale = Math.max(0, ...exact.map((amount) => amount.scale))
  const units = exact.map((amount) => amount.units * 10n ** BigInt(scale - amount.scale))
  const all = sum(units)
  if (all === 0n) return units.map((_, index) => (index === 0 ? total : 0n))
  const parts = units.map((unit) => (unit * total) / all)
  const remainders = units.map((unit, index) => ({ index, remainder: (unit * total) % all }))
  const largest = remainders.sort((one, other) => (one.remainder < other.remainder ? 1 : -1))
  for (const { index } of largest.slice(0, Number(total - sum(parts)))) parts[index] = (parts[index] ?? 0n) + 1n
  return parts
}

/** Exact amounts, rounded to so many digits, so that the parts add up to the rounded total. */
export function roundedParts(exact: readonly Decimal[], total: Decimal, digits: number): Decimal[] {
  const shown = roundDecimal({ units: total.units * 10n ** BigInt(digits), scale: total.scale })
  return apportion(shown, exact).map((units) => ({ units, scale: digits }))
}
