import type { BadPriceReason, PriceAmounts } from '@turnpike/contract/money/price-book'
import { isRatio } from '@turnpike/contract/quota'

/** A row of a public price list: the amounts of the price book, or why it has none. */
export type ListedPrice = { name: string } & ({ amounts: PriceAmounts } | { reason: BadPriceReason })

type Read = { amounts: PriceAmounts } | { reason: BadPriceReason }

const rounded = (value: number) => Number(value.toFixed(6))

/** Dollars per token. Without an output price the model's completion ratio stays as it is. */
export function amountsOfTokens(input: number, output: number | undefined, quotaPerUnit: number): Read {
  if (input < 0 || (output ?? 0) < 0) return { reason: 'negative' }
  if (input === 0 && output) return { reason: 'input_free' } // no ratio expresses it
  const ModelRatio = rounded(input * quotaPerUnit)
  if (!isRatio(ModelRatio) || (input > 0 && ModelRatio === 0)) return { reason: 'out_of_range' }
  if (output === undefined || input === 0) return { amounts: { ModelRatio } }
  const CompletionRatio = rounded(output / input)
  return isRatio(CompletionRatio) ? { amounts: { ModelRatio, CompletionRatio } } : { reason: 'out_of_range' }
}

/** Dollars per call or picture. */
export function amountsOfCall(price: number): Read {
  if (price < 0) return { reason: 'negative' }
  const ModelPrice = rounded(price)
  return isRatio(ModelPrice) && (price === 0 || ModelPrice > 0)
    ? { amounts: { ModelPrice } }
    : { reason: 'out_of_range' }
}

/** A number, or a text that is one: lists have both. Undefined for an absent one, NaN for anything else. */
export function numberIn(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(value) ? Number(value) : Number.NaN
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
