import { isDeepStrictEqual } from 'node:util'
import { type PriceAmounts, priceKeys } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import { buildPriceBook, type Price, type PriceBook, priceOf } from '../../../domain/money/pricing/price-book.ts'
import { usageLines } from '../../../domain/money/pricing/usage.ts'
import type { PriceDifference, ShownPrice } from '../../report.ts'
import type { MappedName } from './mapped-names.ts'
import type { SourcePrice } from './source-prices.ts'

type Given = {
  /** The options before and after the import. */
  before: OptionValues
  after: OptionValues
  prices: ReadonlyMap<string, SourcePrice>
  mapped: readonly MappedName[]
}

/** The models that do not cost the same here as at the source, and those whose price cannot be imported. */
export function priceDifferences({ before, after, prices, mapped }: Given): PriceDifference[] {
  const here = buildPriceBook(after)
  const there = buildPriceBook(asThere(before, prices))
  const rowOf = (model: string, reason: string, priceThere = there, name = model): PriceDifference => ({
    model,
    there: shown(priceOf(priceThere, name)),
    here: shown(priceOf(here, model)),
    reason,
  })
  const names = new Set(mapped.map(({ name }) => name))
  const own = [...prices].flatMap(([model, price]) => {
    if ('problem' in price) return [{ ...rowOf(model, price.problem), there: { text: price.there } }]
    const isSame = names.has(model) || isSamePrice(priceOf(here, model), priceOf(there, model))
    return isSame ? [] : [rowOf(model, 'a price that was set here stays')]
  })
  const ofMapped = mapped.flatMap(({ name, model, others }) => {
    const priceThere = priceOf(there, model)
    if (!priceThere) return [rowOf(name, `it is billed as ${model} there, which has no price here`, there, model)]
    const isKept = !isSamePrice(priceOf(here, name), priceThere)
    const otherModels = others.filter((other) => !isSamePrice(priceOf(there, other), priceOf(here, name)))
    return [
      ...(isKept ? [rowOf(name, `it is billed as ${model} there; a price that was set here stays`, there, model)] : []),
      ...otherModels.map((other) => rowOf(name, `another channel requests ${other} for it`, there, other)),
    ]
  })
  return [...own, ...ofMapped]
}

/** The options as they would be if every price of the source had been set here. */
function asThere(before: OptionValues, prices: ReadonlyMap<string, SourcePrice>): OptionValues {
  const maps = Object.fromEntries(priceKeys.map((key) => [key, { ...before[key] }]))
  for (const [model, price] of prices) {
    const amounts: PriceAmounts = 'amounts' in price ? price.amounts : {}
    const isToken = amounts.ModelPrice === undefined
    for (const key of priceKeys)
      if (key === 'ModelPrice' || (isToken && (amounts[key] !== undefined || key === 'ModelRatio')))
        Object.assign(maps[key] ?? {}, { [model]: amounts[key] ?? null })
  }
  return { ...before, ...maps }
}

/** Prices of a millionth of a point per token apart are the same. */
function isSamePrice(one: Price | undefined, other: Price | undefined): boolean {
  if (!one || !other) return one === other
  if (one.kind === 'call' || other.kind === 'call')
    return one.kind === 'call' && other.kind === 'call' && one.price === other.price
  const rates = (price: typeof one) => price.rates.units.map((units) => Number(units) / 10 ** price.rates.scale)
  const others = rates(other)
  return (
    rates(one).every((rate, index) => Math.abs(rate - (others[index] ?? 0)) < 1e-6) &&
    isDeepStrictEqual(one.tiers ?? null, other.tiers ?? null)
  )
}

function shown(price: ReturnType<PriceBook['get']>): ShownPrice {
  if (!price) return null
  if (price.kind === 'call') return { per_call: price.price }
  const dollars = (line: (typeof usageLines)[number]) => {
    const units = price.rates.units[usageLines.indexOf(line)] ?? 0n
    return Number((((Number(units) / 10 ** price.rates.scale) * 1_000_000) / price.quota_per_unit).toFixed(6))
  }
  return { input: dollars('input'), output: dollars('output') }
}
