import { limitBounds } from './limits.ts'

/** How much a channel, or each of its keys, may be used at most. A member that is absent limits nothing. */
export type RateLimits = { [Rate in keyof typeof limitBounds]?: number }

export const limitedRates = Object.keys(limitBounds) as (keyof RateLimits)[]

export function isRateLimits(value: unknown): value is RateLimits {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([rate, limit]) => {
    const bounds = Object.hasOwn(limitBounds, rate) ? limitBounds[rate as keyof RateLimits] : undefined
    return bounds !== undefined && Number.isInteger(limit) && limit >= bounds.min && limit <= bounds.max
  })
}
