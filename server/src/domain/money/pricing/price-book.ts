import type { OptionValues } from '@turnpike/contract/options'
import { decimalOf } from '@turnpike/contract/quota'
import defaultPrices from './default-prices.json' with { type: 'json' }
import { foldedName } from './folded-name.ts'
import { callPrice, type ModelFacts, type Price, type TokenRatios, tokenPrice } from './price.ts'

export type { Price }

/** A row of the shipped table: a price per call, or a ratio and the other ratios that are not the default ones. */
type ShippedModel = ModelFacts & Partial<TokenRatios> & { price?: number }

const shipped: ReadonlyMap<string, ShippedModel> = new Map(Object.entries<ShippedModel>(defaultPrices))

/** Every price in force. Rebuilt after a change of the options, never altered. */
export type PriceBook = ReadonlyMap<string, Price>
export type PriceOptions = Pick<OptionValues, 'ModelRatio' | 'ModelPrice' | 'CompletionRatio' | 'QuotaPerUnit'>

/** The shipped table overlaid by the administrator's prices and removals; a price per call wins over a ratio. */
export function buildPriceBook(options: PriceOptions): PriceBook {
  const prices = new Map(Object.entries(options.ModelPrice))
  const ratios = new Map(Object.entries(options.ModelRatio))
  const completionRatios = new Map(Object.entries(options.CompletionRatio))

  const book = new Map(shippedPrices(options.QuotaPerUnit))
  for (const model of new Set([...prices.keys(), ...ratios.keys(), ...completionRatios.keys()])) {
    const row = shipped.get(model) ?? {}
    const price = priceOfRow(
      model,
      {
        ...row,
        price: overlaid(row.price, prices.get(model)),
        ratio: overlaid(row.ratio, ratios.get(model)),
        completion_ratio: overlaid(row.completion_ratio, completionRatios.get(model)),
      },
      options.QuotaPerUnit,
    )
    if (price) book.set(model, price)
    else book.delete(model)
  }
  return book
}

const overlaid = (shipped: number | undefined, set: number | null | undefined) =>
  set === undefined ? shipped : (set ?? undefined)

/** The price of a model; undefined for a model without one, which is refused. */
export const priceOf = (book: PriceBook, model: string): Price | undefined =>
  book.get(model) ?? book.get(foldedName(model))

/** The ratios of input other than fresh text. */
export type ListedRatios = Partial<Omit<TokenRatios, 'ratio' | 'completion_ratio'>>

/** The ratios that the shipped table lists for a model; the others have their default. */
export function listedRatiosOf(model: string): ListedRatios {
  const row = shipped.get(model) ?? shipped.get(foldedName(model))
  if (!row) return {}
  const { provider, mode, context, max_output, price, ratio, completion_ratio, ...listed } = row
  return listed
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
    audio_ratio: row.audio_ratio ?? 1,
    // Where only audio input has a ratio, audio output costs as much more than it as text output than text input.
    audio_completion_ratio: row.audio_completion_ratio ?? completion_ratio,
  }
  return tokenPrice(model, ratios, facts, quotaPerUnit)
}
