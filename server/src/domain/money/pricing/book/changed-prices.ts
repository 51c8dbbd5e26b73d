import { type ModelPriceChange, type PriceAmounts, type PriceKey, priceKeys } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import { overridesFor, wholeMap } from '../price-maps.ts'

export type PriceMaps = Record<PriceKey, Record<string, number>>
type Stored = Pick<OptionValues, PriceKey>

/** The whole maps in force. */
export const wholeMaps = (options: Stored): PriceMaps => ({
  ModelPrice: wholeMap('ModelPrice', options.ModelPrice),
  ModelRatio: wholeMap('ModelRatio', options.ModelRatio),
  CompletionRatio: wholeMap('CompletionRatio', options.CompletionRatio),
})

export const amountsOf = (maps: PriceMaps, model: string): PriceAmounts =>
  Object.fromEntries(priceKeys.flatMap((key) => (Object.hasOwn(maps[key], model) ? [[key, maps[key][model]]] : [])))

/** The maps after a change: each of its models has exactly the amounts of the change. */
export function changedMaps(maps: PriceMaps, changes: readonly ModelPriceChange[]): PriceMaps {
  const changedMap = (key: PriceKey) => {
    const entries = new Map(Object.entries(maps[key]))
    for (const { model, amounts } of changes) {
      const amount = amounts[key]
      if (amount === undefined) entries.delete(model)
      else entries.set(model, amount)
    }
    return Object.fromEntries(entries)
  }
  return {
    ModelPrice: changedMap('ModelPrice'),
    ModelRatio: changedMap('ModelRatio'),
    CompletionRatio: changedMap('CompletionRatio'),
  }
}

/** The options with changed prices, as they are stored: the differences from the shipped prices. */
export function withPrices<Options extends Stored>(options: Options, changes: readonly ModelPriceChange[]): Options {
  const maps = changedMaps(wholeMaps(options), changes)
  return {
    ...options,
    ModelPrice: overridesFor('ModelPrice', maps.ModelPrice),
    ModelRatio: overridesFor('ModelRatio', maps.ModelRatio),
    CompletionRatio: overridesFor('CompletionRatio', maps.CompletionRatio),
  }
}
