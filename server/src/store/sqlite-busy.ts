import { setTimeout as pause } from 'node:timers/promises'

export const busyTimeoutMs = 5000
const pauseMaxMs = 25
const busy = 5

/**
 * Another process may be writing to the file. SQLite could wait for it, but inside a call that stops every stream of this
 * process: so it is told not to, and whoever can wait does so here. What was refused for this reason has changed nothing.
 */
export async function retryWhileBusy<Result>(work: () => Result, waitMs = busyTimeoutMs): Promise<Result> {
  const until = performance.now() + waitMs
  for (let attempt = 0; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await pause(Math.min(pauseMaxMs, 2 ** attempt))
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
