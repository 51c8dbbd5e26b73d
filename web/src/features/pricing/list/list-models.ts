import type { PricedModel } from '@turnpike/contract/money/pricing'
import { amountOf, isPerCall } from '../../../lib/prices/price-lines.ts'

/** The filters of the list; an empty one is not set. */
export const filterNames = ['keyword', 'vendor', 'tag', 'endpoint', 'billing', 'usable'] as const
export type ModelFilters = Record<(typeof filterNames)[number], string>

/** What the list can be sorted by, besides the name. */
export const modelSorts = ['input', 'cacheRead', 'output', 'call', 'context'] as const
export type ModelSort = { by: (typeof modelSorts)[number]; order: 'asc' | 'desc' }

const isIn = (list: readonly string[], value: string) => !value || list.includes(value)

/** The models that match every filter. The vendor `-` stands for models whose vendor is not known. */
export function findModels(models: readonly PricedModel[], filters: ModelFilters, group: string): PricedModel[] {
  const sought = filters.keyword.trim().toLowerCase()
  return models.filter(
    (model) =>
      model.model_name.toLowerCase().includes(sought) &&
      (!filters.vendor || vendorKey(model) === filters.vendor) &&
      isIn(model.tags, filters.tag) &&
      isIn(model.supported_endpoint_types, filters.endpoint) &&
      (!filters.billing || isPerCall(model) === (filters.billing === 'call')) &&
      (!filters.usable || model.enable_groups.includes(group)),
  )
}

export const unknownVendor = '-'
const vendorKey = ({ vendor }: PricedModel) => vendor || unknownVendor

/** The vendors of these models: those with most models first, models without a known vendor last. */
export function countVendors(models: readonly PricedModel[]): { vendor: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const model of models) counts.set(vendorKey(model), (counts.get(vendorKey(model)) ?? 0) + 1)
  return [...counts]
    .map(([vendor, count]) => ({ vendor, count }))
    .sort(
      (one, other) =>
        Number(one.vendor === unknownVendor) - Number(other.vendor === unknownVendor) ||
        other.count - one.count ||
        (one.vendor < other.vendor ? -1 : 1),
    )
}

/** By name unless a sort is chosen; models without the sorted figure come last in both directions. */
export function sortModels(models: readonly PricedModel[], sort: ModelSort | undefined): readonly PricedModel[] {
  if (!sort) return models
  const figure = (model: PricedModel) => (sort.by === 'context' ? model.context : amountOf(model, sort.by))
  const sign = sort.order === 'asc' ? 1 : -1
  return models
    .map((model) => ({ model, amount: figure(model) }))
    .sort((one, other) => {
      if (one.amount === undefined || other.amount === undefined)
        return Number(one.amount === undefined) - Number(other.amount === undefined)
      return sign * (one.amount - other.amount)
    })
    .map(({ model }) => model)
}
