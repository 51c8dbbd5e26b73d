import { finePriceKeys, type PriceKey, priceKeys, type RatioKey } from '@turnpike/contract/money/price-book'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import type { OptionValues } from '@turnpike/contract/options'
import { decimalOf } from '@turnpike/contract/quota'
import defaultPrices from './default-prices.json' with { type: 'json' }
import { foldedName } from './folded-name.ts'
import { callPrice, type ModelFacts, type Price, type TokenRatios, tokenPrice } from './price.ts'

export type { Price }

/** A row of the shipped table: a price per call, or a ratio and the other ratios that are not the default ones. */
export type ShippedModel = ModelFacts & Partial<TokenRatios> & { price?: number; tiers?: ModelTiers }

// The tiers in the file are checked by a test.
const shipped: ReadonlyMap<string, ShippedModel> = new Map(
  Object.entries(defaultPrices as Record<string, ShippedModel>),
)

/** The column of the shipped table that each option overlays. */
export const shippedColumns = {
  ModelPrice: 'price',
  ModelRatio: 'ratio',
  CompletionRatio: 'completion_ratio',
  CacheRatio: 'cache_read_ratio',
  CreateCacheRatio: 'cache_write_ratio',
  ImageRatio: 'image_ratio',
  ImageCompletionRatio: 'image_completion_ratio',
  AudioRatio: 'audio_ratio',
  AudioCompletionRatio: 'audio_completion_ratio',
  ModelTiers: 'tiers',
} as const satisfies Record<PriceKey, keyof ShippedModel>

/** Every price in force. Rebuilt after a change of the options, never altered. */
export type PriceBook = ReadonlyMap<string, Price>
export type PriceOptions = Pick<OptionValues, PriceKey | 'QuotaPerUnit'>

/** The shipped table overlaid by the administrator's prices and removals; a price per call wins over a ratio. */
export function buildPriceBook(options: PriceOptions): PriceBook {
  const book = new Map(shippedPrices(options.QuotaPerUnit))
  for (const model of new Set(priceKeys.flatMap((key) => Object.keys(options[key])))) {
    const price = priceOfRow(model, rowInForce(model, options), options.QuotaPerUnit)
    if (price) book.set(model, price)
    else book.delete(model)
  }
  return book
}

/** The row of the shipped table as the options change it. A null of an option removes the shipped value. */
function rowInForce(model: string, options: PriceOptions): ShippedModel {
  const row: Record<string, unknown> = { ...shipped.get(model) }
  for (const key of priceKeys) {
    if (!Object.hasOwn(options[key], model)) continue
    const set = options[key][model] ?? undefined
    if (set === undefined) delete row[shippedColumns[key]]
    else row[shippedColumns[key]] = set
  }
  return row // columns have the type of their option
}

/** The price of a model; undefined for a model without one, which is refused. */
export const priceOf = (book: PriceBook, model: string): Price | undefined =>
  book.get(model) ?? book.get(foldedName(model))

/** The ratios besides those of text. */
export type ListedRatios = Partial<Omit<TokenRatios, 'ratio' | 'completion_ratio'>>

const fineRatioKeys = finePriceKeys.filter((key): key is RatioKey & typeof key => key !== 'ModelTiers')

/** The ratios that the shipped table or an administrator lists for a model; the others have their default. */
export function listedRatiosOf(model: string, options: PriceOptions): ListedRatios {
  const row = rowInForce(shipped.has(model) ? model : foldedName(model), options)
  return Object.fromEntries(
    fineRatioKeys.flatMap((key) => {
      const value = row[shippedColumns[key]]
      return value === undefined ? [] : [[shippedColumns[key], value]]
    }),
  )
}

// Computing every shipped price takes milliseconds, and a change of one price leaves the others as they are.
let lastShipped: { quotaPerUnit: number; prices: PriceBook } | undefined
function shippedPrices(quotaPerUnit: number): PriceBook {
  if (lastShipped?.quotaPerUnit === quotaPerUnit) return lastShipped.prices
  const prices = new Map<string, Price>()
  for (const [model, row] of shipped) {
    const price = priceOfRow(model, row, quotaPerUnit)
    if (price) prices.set(model, price)
  }
  lastShipped = { quotaPerUnit, prices }
  return prices
}

function priceOfRow(model: string, row: ShippedModel, quotaPerUnit: number): Price | undefined {
  const { provider, mode, context, max_output, price, ratio, completion_ratio = 1 } = row
  const facts = { provider, mode, context, max_output }
  if (price !== undefined) return callPrice(model, decimalOf(price), facts, quotaPerUnit)
  if (ratio === undefined) return undefined
  const ratios = {
    ratio,
    completion_ratio,
    cache_read_ratio: row.cache_read_ratio ?? 1,
    cache_write_ratio: row.cache_write_ratio ?? 1.25,
    image_ratio: row.image_ratio ?? 1,
    ...(row.image_completion_ratio !== undefined && { image_completion_ratio: row.image_completion_ratio }),
    audio_ratio: row.audio_ratio ?? 1,
    // Where only audio input has a ratio, audio output costs as much more than it as text output than text input.
    audio_completion_ratio: row.audio_completion_ratio ?? completion_ratio,
  }
  return tokenPrice(model, ratios, facts, quotaPerUnit, row.tiers)
}
