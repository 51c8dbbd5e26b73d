import { isMultiple } from '../quota.ts'
import { isTimeZone } from '../time-zone.ts'

/**
 * The service tiers that have prices of their own. `priority`, `flex` and `batch` are values of `service_tier`; `fast` is
 * Claude's `speed`, and `us` its `inference_geo`.
 */
export const serviceTiers = ['priority', 'flex', 'batch', 'fast', 'us'] as const
export type ServiceTier = (typeof serviceTiers)[number]

/**
 * The prices of a tier. `ratio` is a multiple of the model's own ratio, so that a changed ratio changes the tiers as well.
 * The other members replace the model's; an absent one stays as it is. `ratio` alone multiplies every price.
 */
export type TierRatios = {
  ratio: number
  completion_ratio?: number
  cache_read_ratio?: number
  cache_write_ratio?: number
  image_ratio?: number
  image_completion_ratio?: number
  audio_ratio?: number
  audio_completion_ratio?: number
}

/** Applies to a whole call with more input tokens than `above`, cached ones included. */
export type LengthTier = TierRatios & { above: number }

/** Without `lengths` of its own, a service tier multiplies the ratio of the model's length tiers. */
export type ServiceRates = TierRatios & { lengths?: readonly LengthTier[] }

/** A span of the day, from a time until before another one. It may pass midnight. */
export type PriceSpan = {
  /** `HH:MM` */
  from: string
  to: string
  /** Weekdays on which it begins, 0 for Sunday; every day if absent. */
  days?: readonly number[]
  /** Multiplies every price of a call that starts within the span. */
  factor: number
}

/** What changes the price of a model's tokens from call to call. */
export type ModelTiers = {
  lengths?: readonly LengthTier[]
  services?: Readonly<Partial<Record<ServiceTier, ServiceRates>>>
  /** `zone` is the name of a time zone, such as `Asia/Shanghai`. The first span that contains the start applies. */
  times?: { zone: string; spans: readonly PriceSpan[] }
}

export const lengthTiersMax = 16
export const priceSpansMax = 24
/** Longer than any context. */
export const tierLengthMax = 100_000_000

export const tierRatioNames = [
  'ratio',
  'completion_ratio',
  'cache_read_ratio',
  'cache_write_ratio',
  'image_ratio',
  'image_completion_ratio',
  'audio_ratio',
  'audio_completion_ratio',
] as const satisfies readonly (keyof TierRatios)[]

type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasOnly = (value: Members, names: readonly string[]) => Object.keys(value).every((name) => names.includes(name))
const isRatioMember = (value: unknown) => typeof value === 'number' && isMultiple(value)
const areRatios = (value: Members) =>
  isRatioMember(value.ratio) && tierRatioNames.every((name) => value[name] === undefined || isRatioMember(value[name]))

/** Tiers without a length between them are one tier, so the lengths increase. */
function areLengths(value: unknown): value is LengthTier[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > lengthTiersMax) return false
  let last = 0
  for (const tier of value) {
    if (!isObject(tier) || !hasOnly(tier, ['above', ...tierRatioNames]) || !areRatios(tier)) return false
    const above = Number(tier.above)
    if (typeof tier.above !== 'number' || !Number.isInteger(above) || above <= last || above > tierLengthMax)
      return false
    last = above
  }
  return true
}

const isService = (value: unknown) =>
  isObject(value) &&
  hasOnly(value, ['lengths', ...tierRatioNames]) &&
  areRatios(value) &&
  (value.lengths === undefined || areLengths(value.lengths))

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const isTime = (value: unknown) => typeof value === 'string' && timeOfDay.test(value)
const isDay = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 6
const areDays = (value: unknown) => Array.isArray(value) && value.length > 0 && value.length <= 7 && value.every(isDay)

const isSpan = (value: unknown) =>
  isObject(value) &&
  hasOnly(value, ['from', 'to', 'days', 'factor']) &&
  isTime(value.from) &&
  isTime(value.to) &&
  value.from !== value.to &&
  (value.days === undefined || areDays(value.days)) &&
  isRatioMember(value.factor)

const areTimes = (value: unknown) =>
  isObject(value) &&
  hasOnly(value, ['zone', 'spans']) &&
  isTimeZone(value.zone) &&
  Array.isArray(value.spans) &&
  value.spans.length > 0 &&
  value.spans.length <= priceSpansMax &&
  value.spans.every(isSpan)

export function isModelTiers(value: unknown): value is ModelTiers {
  if (!isObject(value) || !hasOnly(value, ['lengths', 'services', 'times'])) return false
  const { lengths, services = {}, times } = value
  return (
    (lengths === undefined || areLengths(lengths)) &&
    isObject(services) &&
    hasOnly(services, serviceTiers) &&
    Object.values(services).every(isService) &&
    (times === undefined || areTimes(times))
  )
}
