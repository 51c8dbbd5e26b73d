import { createRequire } from 'node:module'
import type * as limiter from 'rate-limiter-flexible'

const load = createRequire(import.meta.url)

// The parts that are used. An import of the whole would load its clients of all databases as well.
export const MemoryLimiter = load('rate-limiter-flexible/lib/RateLimiterMemory.js') as typeof limiter.RateLimiterMemory
export const RedisLimiter = load('rate-limiter-flexible/lib/RateLimiterRedis.js') as typeof limiter.RateLimiterRedis
export const LimiterResult = load('rate-limiter-flexible/lib/RateLimiterRes.js') as typeof limiter.RateLimiterRes
