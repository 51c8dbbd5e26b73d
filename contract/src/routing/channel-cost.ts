import { isTextWithin } from '../bounds.ts'
import { modelNameBounds } from '../names.ts'
import { isRatio } from '../quota.ts'

/**
 * Dollars per million tokens, or per call, picture or task. Cached input costs as much as fresh input, and writing it a
 * quarter more, unless they are given.
 */
export type ModelCost = { input: number; output: number; cache_read?: number; cache_write?: number } | { call: number }

/** The price that an upstream charges. Without it the cost of a channel is unknown. */
export type ChannelCost =
  /** A multiple of the public price, before the ratio of the group. */
  | { kind: 'multiple'; multiple: number }
  /** The upstream's price list, by its names of the models or by ours. The cost of a model that is not listed is unknown. */
  | { kind: 'prices'; prices: Readonly<Record<string, ModelCost>> }
  /** Dollars for every call, the same for a short and a long one. */
  | { kind: 'call'; price: number }
export const costKinds = ['multiple', 'prices', 'call'] as const satisfies readonly ChannelCost['kind'][]

const isAmount = (value: unknown) => typeof value === 'number' && isRatio(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasOnly = (value: object, names: readonly string[]) => Object.keys(value).every((name) => names.includes(name))

export function isModelCost(value: unknown): value is ModelCost {
  if (!isObject(value)) return false
  if ('call' in value) return hasOnly(value, ['call']) && isAmount(value.call)
  const { input, output, cache_read = 0, cache_write = 0 } = value
  return (
    hasOnly(value, ['input', 'output', 'cache_read', 'cache_write']) &&
    [input, output, cache_read, cache_write].every(isAmount)
  )
}

export function isChannelCost(value: unknown): value is ChannelCost {
  if (!isObject(value)) return false
  if (value.kind === 'multiple') return hasOnly(value, ['kind', 'multiple']) && isAmount(value.multiple)
  if (value.kind === 'call') return hasOnly(value, ['kind', 'price']) && isAmount(value.price)
  if (value.kind !== 'prices' || !hasOnly(value, ['kind', 'prices']) || !isObject(value.prices)) return false
  return Object.entries(value.prices).every(([name, cost]) => isTextWithin(modelNameBounds, name) && isModelCost(cost))
}
