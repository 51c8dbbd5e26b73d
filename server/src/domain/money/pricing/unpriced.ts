import { buildPriceBook, type PriceOptions, priceOf } from './price-book.ts'

/** The models without a price, in their order and once each: calls of them are refused. */
export function unpricedOf(options: PriceOptions, models: Iterable<string>): string[] {
  const book = buildPriceBook(options)
  return [...new Set(models)].filter((model) => priceOf(book, model) === undefined)
}
