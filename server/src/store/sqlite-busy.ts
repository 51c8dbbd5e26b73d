import { setTimeout as pause } from 'node:timers/promises'

export const busyTimeoutMs = 5000
const pauseMaxMs = 25
const busy = 5

/**
 * Retries work that failed because another process holds the write lock of the file. SQLite's own busy timeout would
 * block the event loop, and every stream with it, so it is off. A statement that fails as busy has changed no row.
 */
export async function retryWhileBusy<Result>(work: () => Result, waitMs = busyTimeoutMs): Promise<Result> {
  const until = performance.now() + waitMs
  for (let attempt = 0; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await pause(Math.min(pauseMaxMs, 2 ** attempt) * Math.random())
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
