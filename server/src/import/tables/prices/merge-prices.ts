import { isDeepStrictEqual } from 'node:util'
import { type PriceAmounts, type PriceKey, priceKeys } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import { wholeMap } from '../../../domain/money/pricing/price-maps.ts'
import type { TableNotes } from '../../report.ts'
import type { MappedName } from './mapped-names.ts'
import type { SourcePrice } from './source-prices.ts'

export type PriceMaps = Pick<OptionValues, PriceKey>
type Amount = PriceAmounts[PriceKey]

type Given = {
  prices: ReadonlyMap<string, SourcePrice>
  mapped: readonly MappedName[]
  notes: TableNotes
}

/** Ratios of models that list none. Sound output costs as much more than sound input as text output than text input. */
const usual: Partial<Record<PriceKey, number>> = {
  CompletionRatio: 1,
  CacheRatio: 1,
  CreateCacheRatio: 1.25,
  ImageRatio: 1,
  AudioRatio: 1,
}

/**
 * The source's prices as differences from the price list here: its models cost as much as they do there, and the others
 * keep their price here. A price that an administrator has set here stays.
 */
export function mergedPrices(current: PriceMaps, { prices, mapped, notes }: Given): PriceMaps {
  const merged = copyOf(current)
  const listed = wholeMaps(current)
  const set = (key: PriceKey, model: string, wanted: Amount) => {
    const here = listed[key].get(model) ?? null
    const value = wanted === usual[key] ? null : (wanted ?? null)
    if (isDeepStrictEqual(here, value) || (value === null && here === usual[key])) return
    if (Object.hasOwn(current[key], model)) notes.conflict('a price set here already stays', `${key} ${model}`)
    else Object.assign(merged[key], { [model]: value })
  }
  for (const [model, price] of prices) {
    if ('problem' in price) {
      for (const key of ['ModelPrice', 'ModelRatio'] as const) set(key, model, null)
      continue
    }
    const { amounts } = price
    if (amounts.ModelPrice === undefined && listed.ModelTiers.has(model) && amounts.ModelTiers === null)
      notes.remark('its program has one price for any length and service tier, and so has the model here', model)
    // A price per call leaves the others as they are: nothing is charged by them.
    const keys = amounts.ModelPrice === undefined ? priceKeys : (['ModelPrice'] as const)
    for (const key of keys) if (key === 'ModelPrice' || amounts[key] !== undefined) set(key, model, amounts[key])
  }
  const after = wholeMaps(merged)
  for (const { name, model } of mapped)
    if (after.ModelRatio.has(model) || after.ModelPrice.has(model))
      for (const key of priceKeys) set(key, name, after[key].get(model))
  return merged
}

const copyOf = (maps: PriceMaps): PriceMaps =>
  Object.fromEntries(priceKeys.map((key) => [key, { ...maps[key] }])) as PriceMaps // the same keys

/** What is in force, by option and model. */
const wholeMaps = (maps: PriceMaps) =>
  Object.fromEntries(priceKeys.map((key) => [key, new Map(Object.entries(wholeMap(key, maps[key])))])) as Record<
    PriceKey,
    Map<string, Amount>
  > // the same keys
