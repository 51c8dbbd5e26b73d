import type { Log } from '../log.ts'

export type Job = { stop(): Promise<void> }

/** Runs work at an interval, never twice at once; a failure is logged, and the work runs again at the next interval. */
export function every(seconds: number, name: string, work: () => Promise<void>, log: Log): Job {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = work()
      .catch((error: unknown) => log.warn('job failed', { job: name, error }))
      .finally(() => {
        isRunning = false
      })
  }, seconds * 1000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
