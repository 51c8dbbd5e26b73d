import { type Decimal, quotaOf, roundDecimal } from '@turnpike/contract/quota'

/** Exact prices on one scale, as units ÷ 10^scale quota, so that counts × units add up as integers. */
export type Rates = {
  scale: number
  units: readonly bigint[]
  /** The same units as numbers, where each is safe. */
  safeUnits?: readonly number[]
}

/** The same amount without zeros at its end. A smaller scale keeps more sums within the safe integers. */
function shortest({ units, scale }: Decimal): Decimal {
  let short = units
  let digits = scale
  for (; digits > 0 && short % 10n === 0n; digits -= 1) short /= 10n
  return { units: short, scale: digits }
}

export function ratesOf(amounts: readonly Decimal[]): Rates {
  const prices = amounts.map(shortest)
  const scale = Math.max(0, ...prices.map((price) => price.scale))
  const units = prices.map((price) => price.units * 10n ** BigInt(scale - price.scale))
  const isSafe = units.every((unit) => unit <= BigInt(Number.MAX_SAFE_INTEGER))
  return { scale, units, ...(isSafe && { safeUnits: units.map(Number) }) }
}

/** Σ counts × rates, exactly. */
export function sumExactly(counts: readonly number[], { units, scale }: Rates): Decimal {
  return { units: units.reduce((sum, unit, index) => sum + unit * BigInt(counts[index] ?? 0), 0n), scale }
}

/**
 * Σ counts × rates × factor, rounded once, half away from zero; undefined beyond the safe integers. Nearly every call
 * stays within them, where products and sums of doubles are exact; a step beyond them makes the total exceed them too.
 */
export function sumSafely(counts: readonly number[], { safeUnits, scale }: Rates, factor: Decimal): number | undefined {
  if (!safeUnits) return undefined
  let sum = 0
  for (let index = 0; index < safeUnits.length; index += 1) sum += (safeUnits[index] ?? 0) * (counts[index] ?? 0)
  const total = sum * Number(factor.units)
  if (total > Number.MAX_SAFE_INTEGER) return undefined
  const one = 10 ** (scale + factor.scale)
  const rest = total % one
  return (total - rest) / one + (rest * 2 >= one ? 1 : 0)
}

export const roundedQuota = (amount: Decimal): number => quotaOf(roundDecimal(amount))
