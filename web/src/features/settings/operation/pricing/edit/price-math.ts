import { decimalOf, dollars, isRatio, multiplyRounded, quotaOfDollars } from '@turnpike/contract/quota'

/** With ratio 1 a token costs one quota. Results are exact up to the sixth decimal, where they are rounded once. */
const millionths = 1_000_000n

/** Millionths as the shortest decimal with at least so many decimals: `2500000n` is `2.5`, in dollars `2.50`. */
function decimalOfMillionths(amount: bigint, places: number): string {
  const digits = String(amount).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(places, '0')
  return digits.slice(0, -6) + (fraction && `.${fraction}`)
}

/** The price of a ratio, in dollars per million tokens. */
export function dollarsOfRatio(ratio: number, quotaPerUnit: number, completionRatio = 1): string {
  // Per million millions, so that `dollars` rounds to a millionth of a dollar per million tokens.
  const quota = multiplyRounded(millionths * millionths, ratio, completionRatio)
  return decimalOfMillionths(BigInt(dollars(quota, quotaPerUnit, 0)), 2)
}

/** A price per call in dollars. */
export const dollarsOfPrice = (price: number): string => decimalOfMillionths(multiplyRounded(millionths, price), 2)

const asRatio = (amount: bigint): number | undefined => {
  const text = decimalOfMillionths(amount, 0)
  return isRatio(text) ? Number(text) : undefined
}

/** The ratio nearest to a price per million tokens; undefined when there is none, or only 0 for a price above 0. */
export function ratioOfDollars(price: string, quotaPerUnit: number): number | undefined {
  if (!isRatio(price)) return undefined
  const ratio = asRatio(BigInt(quotaOfDollars(price, quotaPerUnit)))
  return ratio === 0 && Number(price) > 0 ? undefined : ratio
}

/** The completion ratio of an output price per million tokens; undefined when input is free. */
export function completionOfDollars(price: string, ratio: number, quotaPerUnit: number): number | undefined {
  if (!isRatio(price) || ratio === 0) return undefined
  const [output, perUnit, input] = [decimalOf(price), decimalOf(quotaPerUnit), decimalOf(ratio)]
  const dividend = output.units * perUnit.units * 10n ** BigInt(input.scale)
  const divisor = input.units * 10n ** BigInt(output.scale + perUnit.scale)
  const completion = asRatio((2n * dividend + divisor) / (2n * divisor))
  return completion === 0 && Number(price) > 0 ? undefined : completion
}
