import { once } from 'node:events'
import type { Redis } from 'ioredis'
import type { Log } from '../log.ts'

/**
 * Redis holds the rate counters. While it is unavailable each instance counts for itself, so a failure is only logged.
 */
export async function connectRedis(url: string, log: Log): Promise<Redis> {
  const { Redis } = await import('ioredis') // a large module, and most installations use no Redis
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 500,
  })
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) log.warn('redis away: rate limits are counted per instance', { error: error.message })
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('redis is back')
    isAway = false
  })
  // Waits, so that the first calls are counted together too. An unavailable Redis delays the start by its time limit at
  // most.
  await once(redis, 'ready').catch(() => {})
  return redis
}
