import { isTextWithin } from '../bounds.ts'
import { isModelTiers, type ModelTiers } from '../money/price-tiers.ts'
import { modelNameBounds } from '../names.ts'
import { isMultiple, isRatio } from '../quota.ts'

/** The kinds of tokens that a price list may have prices for. */
export const costLines = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'image_input',
  'image_output',
  'audio_input',
  'audio_output',
] as const

/** Dollars per million tokens of each line. */
export type TokenCost = {
  input: number
  output: number
  /** As much as fresh input if absent. */
  cache_read?: number
  /** For five minutes; an hour costs 1.6 times as much. A quarter more than fresh input if absent. */
  cache_write?: number
  /** As much as text if absent. */
  image_input?: number
  image_output?: number
  audio_input?: number
  /** If absent: as many times the price of audio input as text output costs of text input. */
  audio_output?: number
  /** The tiers of the list. Their ratios are multiples, as in the tiers of a price; `ratio` multiplies `input`. */
  tiers?: ModelTiers
}

/** The cost of a model: by tokens, or dollars per call, picture or task. */
export type ModelCost = TokenCost | { call: number }

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

/** A smaller price than this has no tiers, because ratios have a bound. Dollars per million tokens. */
const tieredInputMin = 0.0001

/** Whether the prices can be written as ratios, which is what tiers multiply. */
function canHaveTiers(cost: TokenCost): boolean {
  const { input, audio_input = input, audio_output = 0 } = cost
  const isQuotient = (amount: number, base: number) => amount === 0 || isMultiple(Number((amount / base).toFixed(12)))
  return (
    input >= tieredInputMin &&
    costLines.every((line) => isQuotient(cost[line] ?? 0, input)) &&
    isQuotient(audio_output, audio_input)
  )
}

const isTokenCost = (value: Record<string, unknown>): value is TokenCost =>
  hasOnly(value, [...costLines, 'tiers']) &&
  isAmount(value.input) &&
  isAmount(value.output) &&
  costLines.every((line) => value[line] === undefined || isAmount(value[line]))

export function isModelCost(value: unknown): value is ModelCost {
  if (!isObject(value)) return false
  if ('call' in value) return hasOnly(value, ['call']) && isAmount(value.call)
  return isTokenCost(value) && (value.tiers === undefined || (isModelTiers(value.tiers) && canHaveTiers(value)))
}

export function isChannelCost(value: unknown): value is ChannelCost {
  if (!isObject(value)) return false
  if (value.kind === 'multiple') return hasOnly(value, ['kind', 'multiple']) && isAmount(value.multiple)
  if (value.kind === 'call') return hasOnly(value, ['kind', 'price']) && isAmount(value.price)
  if (value.kind !== 'prices' || !hasOnly(value, ['kind', 'prices']) || !isObject(value.prices)) return false
  return Object.entries(value.prices).every(([name, cost]) => isTextWithin(modelNameBounds, name) && isModelCost(cost))
}
