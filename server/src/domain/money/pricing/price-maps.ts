import type { OptionKey, OptionValues } from '@turnpike/contract/options'
import defaultPrices from './default-prices.json' with { type: 'json' }

/** The options stored as differences from the shipped table, with their columns in that table. */
const columns = { ModelRatio: 'ratio', ModelPrice: 'price', CompletionRatio: 'completion_ratio' } as const

export type PriceMapKey = keyof typeof columns
export const isPriceMap = (key: OptionKey): key is PriceMapKey => Object.hasOwn(columns, key)

type Overrides = OptionValues[PriceMapKey]

function shippedMap(key: PriceMapKey): Map<string, number> {
  const rows = Object.entries<Partial<Record<(typeof columns)[PriceMapKey], number>>>(defaultPrices)
  return new Map(rows.flatMap(([model, { [columns[key]]: amount }]) => (amount === undefined ? [] : [[model, amount]])))
}

/** The map in force: the shipped map, overlaid by the administrator's prices, without removed models. */
export function wholeMap(key: PriceMapKey, overrides: Overrides): Record<string, number> {
  const whole = shippedMap(key)
  for (const [model, amount] of Object.entries(overrides))
    if (amount === null) whole.delete(model)
    else whole.set(model, amount)
  return Object.fromEntries(whole)
}

/** The difference to store so that exactly `whole` is in force; models shipped later still get their price. */
export function overridesFor(key: PriceMapKey, whole: Record<string, number>): Overrides {
  const shipped = shippedMap(key)
  const set = Object.entries(whole).filter(([model, amount]) => shipped.get(model) !== amount)
  const removed = [...shipped.keys()].filter((model) => !Object.hasOwn(whole, model))
  return Object.fromEntries<number | null>([...set, ...removed.map((model): [string, null] => [model, null])])
}
