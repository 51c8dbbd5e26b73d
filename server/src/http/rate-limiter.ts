import { createRequire } from 'node:module'
import type * as limiter from 'rate-limiter-flexible'

const load = createRequire(import.meta.url)

// Imports only the used parts. The whole package would load its clients of all databases.
export const MemoryLimiter = load('rate-limiter-flexible/lib/RateLimiterMemory.js') as typeof limiter.RateLimiterMemory
export const RedisLimiter = load('rate-limiter-flexible/lib/RateLimiterRedis.js') as typeof limiter.RateLimiterRedis
export const LimiterResult = load('rate-limiter-flexible/lib/RateLimiterRes.js') as typeof limiter.RateLimiterRes
