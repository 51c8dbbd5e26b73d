import { createRequire } from 'node:module'
import type { Redis } from 'ioredis'
import type * as limiter from 'rate-limiter-flexible'
import type { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from './address-list.ts'
import { AppError } from './app-error.ts'

const load = createRequire(import.meta.url)

// Imports only the used parts. The whole package would load its clients of all databases.
const MemoryLimiter = load('rate-limiter-flexible/lib/RateLimiterMemory.js') as typeof limiter.RateLimiterMemory
const RedisLimiter = load('rate-limiter-flexible/lib/RateLimiterRedis.js') as typeof limiter.RateLimiterRedis
const LimiterResult = load('rate-limiter-flexible/lib/RateLimiterRes.js') as typeof limiter.RateLimiterRes

/** Rate limits: [times, seconds]. A limit named after failures counts failures only, the others every request. */
const limits = {
  'console address': [600, 60],
  'console user': [300, 60],
  'failed sign-in account': [10, 15 * 60],
  'failed sign-in address': [30, 15 * 60],
  registration: [60, 3600],
  'mail pause': [1, 30],
  'mail recipient': [5, 3600],
  'mail address': [20, 3600],
  'wrong redemption code': [10, 10 * 60],
  search: [60, 60],
  'invalid relay key': [60, 60],
  'token creation': [120, 60],
  'share link': [60, 60],
  'wrong share link': [60, 600],
  'organisation invitation': [60, 3600],
  'wrong invitation': [60, 600],
  'unsigned payment notice': [30, 60],
  'payment order': [30, 600],
  'payout request': [20, 3600],
  'wxpusher code': [10, 10 * 60],
  'drawing address': [1200, 60],
  'unproven task report': [60, 60],
} as const satisfies Record<string, readonly [times: number, seconds: number]>

export type LimitName = keyof typeof limits

/** The limits whose key is the address of a client. */
const perAddress: ReadonlySet<LimitName> = new Set<LimitName>([
  'console address',
  'failed sign-in address',
  'registration',
  'mail address',
  'invalid relay key',
  'wrong share link',
  'wrong invitation',
  'unsigned payment notice',
  'drawing address',
  'unproven task report',
])
const counted = (name: LimitName, key: string) => (perAddress.has(name) ? networkOf(key) : key)

export type Limits = {
  /** Counts one request and returns the count; refuses, with a waiting time, once the limit is reached. */
  take(name: LimitName, key: string): Promise<number>
  /** Refuses once the limit is reached, without counting. */
  check(name: LimitName, key: string): Promise<void>
  /** Uncounts one request: it was counted beforehand and turned out not to be a failure. */
  giveBack(name: LimitName, key: string): Promise<void>
}

type Counters = { own: RateLimiterMemory; shared: RateLimiterRedis | undefined }

/**
 * Counters in memory, and also in Redis where instances share one. The counters in memory keep limiting this instance
 * while Redis is away or comes back empty.
 */
export function createLimits(factor: number, redis?: Redis): Limits {
  const counters = new Map<LimitName, Counters>()
  for (const [name, [times, seconds]] of Object.entries(limits)) {
    const options = { keyPrefix: `limit:${name}`, points: Math.max(1, Math.round(times * factor)), duration: seconds }
    const own = new MemoryLimiter(options)
    const shared = redis && new RedisLimiter({ ...options, storeClient: redis })
    counters.set(name as LimitName, { own, shared })
  }
  const countersOf = (name: LimitName): Counters => {
    const { own, shared } = counters.get(name) as Counters // built from the same table
    return { own, shared: redis?.status === 'ready' ? shared : undefined }
  }
  return {
    async take(name, given) {
      const key = counted(name, given)
      const { own, shared } = countersOf(name)
      try {
        const here = await own.consume(key)
        const everywhere = await shared?.consume(key).catch(unlessAway)
        return Math.max(here.consumedPoints, everywhere?.consumedPoints ?? 0)
      } catch (refusal) {
        throw refusal instanceof LimiterResult ? tooMany(name, refusal) : refusal
      }
    },
    async check(name, given) {
      const key = counted(name, given)
      const { own, shared } = countersOf(name)
      for (const counter of [own, shared]) {
        const count = await counter?.get(key).catch(unlessAway)
        if (count && count.remainingPoints <= 0) throw tooMany(name, count)
      }
    },
    async giveBack(name, given) {
      const key = counted(name, given)
      const { own, shared } = countersOf(name)
      for (const counter of [own, shared]) {
        const left = await counter?.reward(key).catch(unlessAway)
        // Not counted here: the window ended since, or Redis was away. A negative count would allow one request more.
        if (left && left.consumedPoints < 0) await counter?.delete(key).catch(unlessAway)
      }
    },
  }
}

const tooMany = (name: LimitName, { msBeforeNext }: RateLimiterRes): AppError =>
  tooManyRequests(name, Math.max(1, Math.ceil(msBeforeNext / 1000)))

export function tooManyRequests(name: LimitName, seconds: number): AppError {
  return new AppError('too_many_requests', {
    params: { seconds },
    retryAfterSeconds: seconds,
    detail: { limit: name },
  })
}

/** Rethrows a refusal; a failure of Redis is ignored, because the counter in memory has counted already. */
function unlessAway(error: unknown): undefined {
  if (error instanceof LimiterResult) throw error
}
