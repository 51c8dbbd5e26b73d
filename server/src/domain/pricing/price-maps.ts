import type { OptionKey, OptionValues } from '@turnpike/contract/options'
import defaultPrices from './default-prices.json' with { type: 'json' }

/** The options that are stored as differences from the shipped table, and the column of the table each stands for. */
const columns = { ModelRatio: 'ratio', ModelPrice: 'price', CompletionRatio: 'completion_ratio' } as const

export type PriceMapKey = keyof typeof columns
export const isPriceMap = (key: OptionKey): key is PriceMapKey => Object.hasOwn(columns, key)

type Overrides = OptionValues[PriceMapKey]

function shippedMap(key: PriceMapKey): Map<string, number> {
  const rows = Object.entries<Partial<Record<(typeof columns)[PriceMapKey], number>>>(defaultPrices)
  return new Map(rows.flatMap(([model, { [columns[key]]: amount }]) => (amount === undefined ? [] : [[model, amount]])))
}

/** The map in force: what ships, overlaid by what was set, without what was taken out. */
export function wholeMap(key: PriceMapKey, overrides: Overrides): Record<string, number> {
  const whole = shippedMap(key)
  for (const [model, amount] of Object.entries(overrides))
    if (amount === null) whole.delete(model)
    else whole.set(model, amount)
  return Object.fromEntries(whole)
}

/** The difference to store, so that exactly `whole` is in force; models that ship later come with their price. */
export function overridesFor(key: PriceMapKey, whole: Record<string, number>): Overrides {
  const shipped = shippedMap(key)
  const set = Object.entries(whole).filter(([model, amount]) => shipped.get(model) !== amount)
  const takenOut = [...shipped.keys()].filter((model) => !Object.hasOwn(whole, model))
  return Object.fromEntries<number | null>([...set, ...takenOut.map((model): [string, null] => [model, null])])
}
