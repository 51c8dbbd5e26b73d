import { decimalOf, isMultiple, isRatio, multiplyDecimals } from '@turnpike/contract/quota'
import { dollarsOfCall, dollarsOfTokens, million, shortDecimal } from '../../lib/format/price-text.ts'

/** The price of a ratio, in dollars per million tokens; `multiples` are those of lines and tiers. */
export const dollarsOfRatio = (ratio: number, quotaPerUnit: number, ...multiples: number[]): string =>
  dollarsOfTokens(million, quotaPerUnit, ratio, ...multiples)

/** A price per call in dollars. */
export const dollarsOfPrice = (price: number): string => dollarsOfCall(price)

const multipleDigits = 12

/**
 * The ratio that makes a price per million tokens, where the other ratios of the price are `factors`. Undefined when there
 * is none: a factor is 0, or the ratio is outside the bounds.
 */
export function ratioOfDollars(
  price: string,
  quotaPerUnit: number,
  factors: readonly number[] = [],
): number | undefined {
  if (!isRatio(price) || factors.includes(0)) return undefined
  const wanted = multiplyDecimals(decimalOf(price), decimalOf(quotaPerUnit))
  const others = multiplyDecimals(...factors.map(decimalOf), { units: BigInt(million), scale: 0 })
  const dividend = wanted.units * 10n ** BigInt(others.scale + multipleDigits)
  const divisor = others.units * 10n ** BigInt(wanted.scale)
  const ratio = Number(shortDecimal((2n * dividend + divisor) / (2n * divisor), multipleDigits, 0))
  return isMultiple(ratio) && (ratio !== 0 || Number(price) === 0) ? ratio : undefined
}

/** The plainest spelling of a typed ratio or price, or its problem. */
export type TypedDecimal = { text: string } | { problem: 'number' | 'range' }

const pattern = /^\$?\s*(?=\.?\d)(\d[\d,]*)?(?:\.(\d*))?$/

/** Accepts `$1,250.50`, `.5` and `3.` as numbers. */
export function readDecimal(typed: string, isWithin: (text: string) => boolean = isRatio): TypedDecimal {
  const match = pattern.exec(typed.trim())
  if (!match) return { problem: 'number' }
  const whole = (match[1] ?? '').replaceAll(',', '').replace(/^0+/, '') || '0'
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  const text = fraction ? `${whole}.${fraction}` : whole
  return isWithin(text) ? { text } : { problem: 'range' }
}
