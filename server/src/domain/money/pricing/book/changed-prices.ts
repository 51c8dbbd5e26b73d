import {
  basePriceKeys,
  type ModelPriceChange,
  type PriceAmounts,
  type PriceKey,
  priceKeys,
} from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import { overridesFor, type PriceValue, type WholeMap, wholeMap } from '../price-maps.ts'

export type PriceMaps = { [Key in PriceKey]: WholeMap<Key> }
type Stored = Pick<OptionValues, PriceKey>

/** One value for each option of prices; `make` gives each the type of its option. */
const forEveryKey = <Values extends { [Key in PriceKey]: unknown }>(make: (key: PriceKey) => unknown): Values =>
  Object.fromEntries(priceKeys.map((key) => [key, make(key)])) as Values

/** The whole maps in force. */
export const wholeMaps = (options: Stored): PriceMaps => forEveryKey((key) => wholeMap(key, options[key]))

export const amountsOf = (maps: PriceMaps, model: string): PriceAmounts =>
  Object.fromEntries(priceKeys.flatMap((key) => (Object.hasOwn(maps[key], model) ? [[key, maps[key][model]]] : [])))

const isBase = (key: PriceKey) => basePriceKeys.some((each) => each === key)

/** The maps after a change. Of the fine amounts, those that a change does not name stay as they are. */
export function changedMaps(maps: PriceMaps, changes: readonly ModelPriceChange[]): PriceMaps {
  const changedMap = (key: PriceKey) => {
    const entries = new Map<string, PriceValue>(Object.entries(maps[key]))
    for (const { model, amounts } of changes) {
      const amount = amounts[key]
      if (amount !== undefined && amount !== null) entries.set(model, amount)
      else if (amount === null || isBase(key)) entries.delete(model)
    }
    return Object.fromEntries(entries)
  }
  return forEveryKey(changedMap)
}

/** The options with changed prices, as they are stored: the differences from the shipped prices. */
export function withPrices<Options extends Stored>(options: Options, changes: readonly ModelPriceChange[]): Options {
  const maps = changedMaps(wholeMaps(options), changes)
  return { ...options, ...forEveryKey<Stored>((key) => overridesFor(key, maps[key])) }
}
