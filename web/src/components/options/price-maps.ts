import { type PriceKey, priceKeys, type RatioKey } from '@turnpike/contract/money/price-book'
import { isModelTiers, type ModelTiers } from '@turnpike/contract/money/price-tiers'
import { modelNameBounds } from '@turnpike/contract/names'
import { isMultiple } from '@turnpike/contract/quota'
import { type Entries, isAmount, readMap, withEntry, writeMap } from './map-text.ts'

export type PriceTexts = Partial<Record<PriceKey, string>>
type Amount = number | ModelTiers
export type PriceMaps = Record<RatioKey, Entries<number>> & { ModelTiers: Entries<ModelTiers> }

/** The amounts of one model, by the names of their options. */
export type Amounts = Partial<Record<RatioKey, number>> & { ModelTiers?: ModelTiers }

export type PriceRow = { model: string; billing: 'token' | 'call'; amounts: Amounts }

/** Whether an option of prices may hold a value for a model. */
export function isPriceValue(key: PriceKey, value: unknown): value is Amount {
  if (key === 'ModelTiers') return isModelTiers(value)
  return key === 'ModelPrice' ? isAmount(value) : typeof value === 'number' && isMultiple(value)
}

/** Undefined while one of the texts is no map of amounts. An absent text is an empty map. */
export function readMaps(texts: PriceTexts): PriceMaps | undefined {
  const maps = priceKeys.map((key) => {
    const map = readMap(texts[key] ?? '{}')
    return map && [...map.values()].every((value) => isPriceValue(key, value)) ? map : undefined
  })
  if (maps.includes(undefined)) return undefined
  return Object.fromEntries(priceKeys.map((key, index) => [key, maps[index]])) as PriceMaps // every value was checked
}

export const amountsOf = (maps: PriceMaps, model: string): Amounts =>
  Object.fromEntries(
    priceKeys.flatMap((key) => {
      const amount = maps[key].get(model)
      return amount === undefined ? [] : [[key, amount]]
    }),
  )

/** JSON with sorted names: two values are equal when their texts are. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )

export const isSameAmount = (one: Amount | null | undefined, other: Amount | null | undefined): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other))

/** Whether calls of a model can be charged. A completion ratio alone is no price. */
export const isPriced = ({ ModelPrice, ModelRatio }: Amounts) => ModelPrice !== undefined || ModelRatio !== undefined

/** A price per call wins over a ratio. */
export const billingOf = ({ ModelPrice }: Amounts) => (ModelPrice === undefined ? 'token' : 'call')

/** Every model that has a price, by name. Models that clients can call come first. */
export function rowsOf(maps: PriceMaps, inUse: readonly string[] = []): PriceRow[] {
  const names = [...new Set([...maps.ModelPrice.keys(), ...maps.ModelRatio.keys()])].sort()
  const used = new Set(inUse)
  const models = [...names.filter((name) => used.has(name)), ...names.filter((name) => !used.has(name))]
  return models.map((model) => {
    const amounts = amountsOf(maps, model)
    return { model, billing: billingOf(amounts), amounts }
  })
}

/** The texts that change when a model shall have exactly these amounts. */
export function textsWith(maps: PriceMaps, model: string, amounts: Amounts): PriceTexts {
  const changed = priceKeys.filter((key) => !isSameAmount(maps[key].get(model), amounts[key]))
  return Object.fromEntries(changed.map((key) => [key, writeMap(withEntry<Amount>(maps[key], model, amounts[key]))]))
}

export type PriceChange = { model: string; before: Amounts; after: Amounts }

/** The models in which two states differ, by name. */
export function changesBetween(before: PriceMaps, after: PriceMaps): PriceChange[] {
  const differing = priceKeys.flatMap((key) =>
    [...new Set([...before[key].keys(), ...after[key].keys()])].filter(
      (model) => !isSameAmount(before[key].get(model), after[key].get(model)),
    ),
  )
  return [...new Set(differing)]
    .sort()
    .map((model) => ({ model, before: amountsOf(before, model), after: amountsOf(after, model) }))
}

/** Custom assistants have a name each and share one price. */
const shared = ['gpt-4-gizmo-', 'gpt-4o-gizmo-']

/** The models without a price, whose calls are refused. */
export const unpriced = (maps: PriceMaps, models: readonly string[]): string[] =>
  models.filter((model) => {
    const prefix = shared.find((start) => model.startsWith(start))
    return ![model, ...(prefix ? [`${prefix}*`] : [])].some((name) => isPriced(amountsOf(maps, name)))
  })

const { lengthMax } = modelNameBounds

/** Words about these options, in English and Chinese, for everything that edits them. */
export const priceWords = {
  nameBad: [
    `A name has at most ${lengthMax} characters and no line breaks`,
    `名称最多 ${lengthMax} 个字符，且不能换行`,
  ],
  callPrice: ['Price per request', '模型固定价格'],
  callPriceHelp: [
    'Dollars per request, image or task. Overrides the ratio.',
    '每次请求、每张图片或每个任务的美元价格，优先于倍率。',
  ],
} as const
