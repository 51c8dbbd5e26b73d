import { dollars, multiplyRounded } from '@turnpike/contract/quota'

export const million = 1_000_000
export const thousand = 1000
/** The tokens that a price is shown for. */
export type PricedTokens = typeof million | typeof thousand

/** Prices of a million tokens are exact up to the sixth decimal, where they are rounded once; of a thousand, the ninth. */
const decimalsOf: Record<PricedTokens, number> = { [million]: 6, [thousand]: 9 }

/** Units of the last decimal as the shortest text with at least so many decimals: `(2500000n, 6, 2)` is `2.50`. */
export function shortDecimal(units: bigint, decimals: number, decimalsMin: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(decimalsMin, '0')
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`)
}

/**
 * A price as people write it: from a cent on, with four decimals. Further decimals come from rounded ratios; nobody
 * entered them.
 */
export function listedPrice(price: string): string {
  const [whole = '', fraction = ''] = price.split('.')
  if (Number(price) < 0.01 || fraction.length <= listedDecimals) return price
  const units = BigInt(whole + fraction.slice(0, listedDecimals)) + (fraction.charAt(listedDecimals) >= '5' ? 1n : 0n)
  return shortDecimal(units, listedDecimals, 2)
}
const listedDecimals = 4

/** A ratio with as many decimals as a price: one that was made from a price has up to twelve. */
export function listedRatio(ratio: string): string {
  const [, fraction = ''] = ratio.split('.')
  return Number(ratio) < 0.01 || fraction.length <= listedDecimals ? ratio : String(Number(listedPrice(ratio)))
}

/** The dollars that tokens cost: with all ratios 1, a token costs one quota. */
export function dollarsOfTokens(tokens: PricedTokens, quotaPerUnit: number, ...ratios: number[]): string {
  const decimals = decimalsOf[tokens]
  const quota = multiplyRounded(BigInt(tokens) * 10n ** BigInt(decimals), ...ratios)
  return shortDecimal(BigInt(dollars(quota, quotaPerUnit, 0)), decimals, 2)
}

/** The dollars that a call costs, by its price and the ratio of the group. */
export const dollarsOfCall = (price: number, groupRatio = 1): string =>
  shortDecimal(multiplyRounded(1_000_000n, price, groupRatio), 6, 2)
