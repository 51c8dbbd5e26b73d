import { performance } from 'node:perf_hooks'

export const giveBackMemoryEverySeconds = 10

/** How much of its time a process that rests may spend working, and from when on one counts as having worked. */
const restingBelow = 0.05
const workingAbove = 0.2

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
type Utilization = (since?: ReturnType<typeof performance.eventLoopUtilization>) => { utilization: number }

/**
 * Gives the memory that work needed back to the system once the work is over. Under load a large young generation halves
 * the time spent collecting garbage, but V8 keeps it for ever; one thorough collection when nobody waits shrinks it. It
 * needs `--expose-gc`; without it nothing happens.
 */
export function createMemoryKeeper(
  collect = (globalThis as { gc?: Collect }).gc,
  utilizationOf: Utilization = performance.eventLoopUtilization,
) {
  let last = performance.eventLoopUtilization()
  let hasWorked = true // starting is work
  return async () => {
    const { utilization } = utilizationOf(last)
    last = performance.eventLoopUtilization()
    if (utilization > workingAbove) hasWorked = true
    if (!hasWorked || utilization > restingBelow) return
    hasWorked = false
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}
