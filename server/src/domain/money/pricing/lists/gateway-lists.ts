import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { isModelTiers } from '@turnpike/contract/money/price-tiers'
import { isMultiple } from '@turnpike/contract/quota'
import { readBillingExpr } from '../family/billing-expr.ts'
import { amountsOfCall, isObject, type ListedPrice, numberIn, quotient, type ReadPrice } from './listed-price.ts'

type PricingPage = { data: unknown[]; group_ratio?: unknown }

export const isPricingPage = (list: unknown): list is PricingPage =>
  isObject(list) && Array.isArray(list.data) && list.data.some((row) => isObject(row) && 'model_ratio' in row)

/** In gateways of this family a ratio of 1 is two dollars per million tokens. */
const dollarsOfRatio = 0.000002

/** The members of a row that are ratios, and the amounts that they are. */
const fineMembers = {
  cache_ratio: 'CacheRatio',
  create_cache_ratio: 'CreateCacheRatio',
  image_ratio: 'ImageRatio',
  image_completion_ratio: 'ImageCompletionRatio',
  audio_ratio: 'AudioRatio',
  audio_completion_ratio: 'AudioCompletionRatio',
} as const satisfies Record<string, keyof PriceAmounts>

/** The response of `GET /api/pricing`: ratios, or dollars per call where `quota_type` is 1. */
export const readPricingPage = ({ data }: PricingPage, quotaPerUnit: number, group: string): ListedPrice[] =>
  data.map((row, index) => {
    if (!isObject(row) || typeof row.model_name !== 'string') return { name: `#${index + 1}`, reason: 'not_an_object' }
    const { model_name: name, enable_groups: groups } = row
    // A model that the group does not have cannot be bought in it.
    const isSold = group === '' || !Array.isArray(groups) || groups.includes(group) || groups.includes('all')
    if (!isSold) return { name, reason: 'no_price' }
    // Beside an expression the ratios are not in force.
    if (row.billing_mode === 'tiered_expr') return { name, ...readExpression(row.billing_expr, quotaPerUnit) }
    if (row.quota_type === 1) return { name, ...readCall(row.model_price) }
    return { name, ...readRatios(row, quotaPerUnit) }
  })

/** The ratio of a group, which multiplies every price; undefined if the list does not have the group. */
export function groupRatioIn(list: unknown, group: string): number | undefined {
  const ratios = isObject(list) && isObject(list.group_ratio) ? list.group_ratio : {}
  const ratio = Object.hasOwn(ratios, group) ? numberIn(ratios[group]) : undefined
  return ratio !== undefined && ratio >= 0 && isMultiple(ratio) ? ratio : undefined
}

function readExpression(text: unknown, quotaPerUnit: number): ReadPrice {
  const amounts = typeof text === 'string' ? readBillingExpr(text, quotaPerUnit) : undefined
  return amounts ? { amounts } : { reason: 'expression' }
}

function readCall(value: unknown): ReadPrice {
  const price = numberIn(value)
  if (price === undefined) return { reason: 'no_price' }
  return Number.isNaN(price) ? { reason: 'not_a_number' } : amountsOfCall(price)
}

function readRatios(row: Record<string, unknown>, quotaPerUnit: number): ReadPrice {
  const ratio = numberIn(row.model_ratio)
  if (ratio === undefined) return { reason: 'no_price' }
  const fine = Object.entries(fineMembers).flatMap(([member, key]) => {
    const value = numberIn(row[member] ?? (member === 'create_cache_ratio' ? row.cache_write_ratio : undefined))
    return value === undefined ? [] : [[key, value] as const]
  })
  const amounts: Record<string, number> = {
    ModelRatio: quotient(ratio * dollarsOfRatio * quotaPerUnit, 1),
    CompletionRatio: numberIn(row.completion_ratio) ?? 1,
    ...Object.fromEntries(fine),
  }
  const numbers = Object.values(amounts)
  if (numbers.some(Number.isNaN)) return { reason: 'not_a_number' }
  if (numbers.some((value) => value < 0)) return { reason: 'negative' }
  if (!numbers.every(isMultiple) || (ratio > 0 && amounts.ModelRatio === 0)) return { reason: 'out_of_range' }
  if (ratio === 0) return { amounts: { ModelRatio: 0 } }
  return { amounts: { ...amounts, ...(isModelTiers(row.tiers) && { ModelTiers: row.tiers }) } }
}

type RatioConfig = { data: Record<string, unknown> }

export const isRatioConfig = (list: unknown): list is RatioConfig =>
  isObject(list) && isObject(list.data) && isObject(list.data.model_ratio)

/** The response of `GET /api/ratio_config`: one map for each kind of ratio. */
export function readRatioConfig({ data }: RatioConfig, quotaPerUnit: number): ListedPrice[] {
  const maps = new Map(Object.entries(data).filter(([, map]) => isObject(map)) as [string, Record<string, unknown>][]) // just filtered
  const valueIn = (map: string, model: string) => {
    const values = maps.get(map)
    return values && Object.hasOwn(values, model) ? values[model] : undefined
  }
  const names = new Set(
    ['model_ratio', 'model_price', 'billing_expr'].flatMap((map) => Object.keys(maps.get(map) ?? {})),
  )
  return [...names].map((name) => {
    if (valueIn('billing_mode', name) === 'tiered_expr')
      return { name, ...readExpression(valueIn('billing_expr', name), quotaPerUnit) }
    const price = valueIn('model_price', name)
    if (price !== undefined) return { name, ...readCall(price) }
    const members = ['model_ratio', 'completion_ratio', ...Object.keys(fineMembers), 'tiers']
    const row = Object.fromEntries(members.map((member) => [member, valueIn(member, name)]))
    return { name, ...readRatios(row, quotaPerUnit) }
  })
}
