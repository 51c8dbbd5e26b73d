import { type OptionValues, parseOption } from '@turnpike/contract/options'
import { wholeMap } from '../../domain/money/pricing/price-maps.ts'
import { isObject, parsedJson } from '../../domain/routing/channels/edit/json-text.ts'
import type { TableNotes } from '../report.ts'
import type { Family } from '../sources/open-source.ts'
import { completionRatio } from './completion-ratio.ts'

export const priceMapKeys = ['ModelRatio', 'ModelPrice', 'CompletionRatio'] as const
type PriceMapKey = (typeof priceMapKeys)[number]

type Overrides = OptionValues[PriceMapKey]
type PriceOptions = Record<PriceMapKey, Overrides>
type Found = { texts: Partial<Record<PriceMapKey, string>>; family: Family; notes: TableNotes }

/**
 * The source's prices as differences from the price list here: its models cost as much as they do there, and the others
 * keep their price here. A price that an administrator has set here stays.
 */
export function mergedPrices(current: PriceOptions, { texts, family, notes }: Found): PriceOptions {
  const ratios = readMap('ModelRatio', texts.ModelRatio, notes)
  const prices = readMap('ModelPrice', texts.ModelPrice, notes)
  const completions = readMap('CompletionRatio', texts.CompletionRatio, notes)
  const merged: PriceOptions = {
    ModelRatio: { ...current.ModelRatio },
    ModelPrice: { ...current.ModelPrice },
    CompletionRatio: { ...current.CompletionRatio },
  }
  const inForce = (key: PriceMapKey) => new Map(Object.entries(wholeMap(key, current[key])))
  const here = {
    ModelRatio: inForce('ModelRatio'),
    ModelPrice: inForce('ModelPrice'),
    CompletionRatio: inForce('CompletionRatio'),
  }
  const set = (key: PriceMapKey, model: string, value: number | null) => {
    if ((here[key].get(model) ?? null) === value) return
    if (Object.hasOwn(current[key], model)) notes.conflict('a price set here already stays', `${key} ${model}`)
    else merged[key][model] = value
  }
  for (const [model, price] of prices ?? []) set('ModelPrice', model, price)
  for (const [model, ratio] of ratios ?? []) {
    if (prices?.has(model)) continue // a price per call wins over a ratio
    set('ModelRatio', model, ratio)
    if (prices) set('ModelPrice', model, null)
    const completion = completionRatio(family, model, completions?.get(model))
    if (completion !== undefined && (here.CompletionRatio.get(model) ?? 1) !== completion)
      set('CompletionRatio', model, completion)
  }
  if (!ratios) notes.remark('the prices that its program brings are not in its database: those of this server are used')
  return merged
}

/** The entries that can be stored. */
function readMap(key: PriceMapKey, text: string | undefined, notes: TableNotes): Map<string, number> | undefined {
  if (text === undefined) return undefined
  const map = parsedJson(text)
  if (!isObject(map)) {
    notes.cannot('the value cannot be read', key)
    return undefined
  }
  const entries = Object.entries(map).flatMap(([model, value]): [string, number][] => {
    const rounded = typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : Number.NaN
    if (parseOption(key, JSON.stringify({ [model]: rounded })).ok && Number.isFinite(rounded)) {
      if (rounded !== value) notes.changed('a price is rounded to six digits after the point', `${key} ${model}`)
      return [[model, rounded]]
    }
    notes.changed('a price that cannot be stored is left out', `${key} ${model}`)
    return []
  })
  return new Map(entries)
}
