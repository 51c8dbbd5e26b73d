import { isDeepStrictEqual } from 'node:util'
import { type PriceKey, priceKeys } from '@turnpike/contract/money/price-book'
import type { OptionKey, OptionValues } from '@turnpike/contract/options'
import defaultPrices from './default-prices.json' with { type: 'json' }
import { type ShippedModel, shippedColumns } from './price-book.ts'

/** Whether an option is stored as differences from the shipped table. */
export const isPriceMap = (key: OptionKey): key is PriceKey => priceKeys.some((each) => each === key)

/** What an option of prices holds for a model: a number, or its tiers. */
export type PriceValue<Key extends PriceKey = PriceKey> = NonNullable<OptionValues[Key][string]>
type Overrides<Key extends PriceKey> = Record<string, PriceValue<Key> | null>
export type WholeMap<Key extends PriceKey = PriceKey> = Record<string, PriceValue<Key>>

function shippedMap<Key extends PriceKey>(key: Key): Map<string, PriceValue<Key>> {
  const column = shippedColumns[key]
  const rows = Object.entries(defaultPrices as Record<string, ShippedModel>)
  // The column has the type of the option.
  return new Map(
    rows.flatMap(([model, row]) => (row[column] === undefined ? [] : [[model, row[column] as PriceValue<Key>]])),
  )
}

/** The map in force: the shipped map, overlaid by the administrator's prices, without removed models. */
export function wholeMap<Key extends PriceKey>(key: Key, overrides: Overrides<Key>): WholeMap<Key> {
  const whole = shippedMap(key)
  for (const [model, value] of Object.entries(overrides))
    if (value === null) whole.delete(model)
    else whole.set(model, value)
  return Object.fromEntries(whole)
}

/** The difference to store so that exactly `whole` is in force; models shipped later still get their price. */
export function overridesFor<Key extends PriceKey>(key: Key, whole: WholeMap<Key>): Overrides<Key> {
  const shipped = shippedMap(key)
  const set = Object.entries(whole).filter(([model, value]) => !isDeepStrictEqual(shipped.get(model), value))
  const removed = [...shipped.keys()].filter((model) => !Object.hasOwn(whole, model))
  return Object.fromEntries<PriceValue<Key> | null>([...set, ...removed.map((model): [string, null] => [model, null])])
}
