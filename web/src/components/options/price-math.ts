import { decimalOf, isRatio, quotaOfDollars } from '@turnpike/contract/quota'
import { dollarsOfCall, dollarsOfTokens, million, shortDecimal } from '../../lib/format/price-text.ts'

/** The price of a ratio, in dollars per million tokens. */
export const dollarsOfRatio = (ratio: number, quotaPerUnit: number, completionRatio = 1): string =>
  dollarsOfTokens(million, quotaPerUnit, ratio, completionRatio)

/** A price per call in dollars. */
export const dollarsOfPrice = (price: number): string => dollarsOfCall(price)

const asRatio = (amount: bigint): number | undefined => {
  const text = shortDecimal(amount, 6, 0)
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

/** The plainest spelling of a typed ratio or price, or its problem. */
export type TypedDecimal = { text: string } | { problem: 'number' | 'range' }

const pattern = /^\$?\s*(?=\.?\d)(\d[\d,]*)?(?:\.(\d*))?$/

/** Accepts `$1,250.50`, `.5` and `3.` as numbers. */
export function readDecimal(typed: string): TypedDecimal {
  const match = pattern.exec(typed.trim())
  if (!match) return { problem: 'number' }
  const whole = (match[1] ?? '').replaceAll(',', '').replace(/^0+/, '') || '0'
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  const text = fraction ? `${whole}.${fraction}` : whole
  return isRatio(text) ? { text } : { problem: 'range' }
}
