import { performance } from 'node:perf_hooks'

export const releaseMemoryEverySeconds = 10

/** Share of its time that an idle process may be busy. */
const idleBelow = 0.05
/**
 * Idle checks in a row before a collection. A collection while no call runs also drops the code that V8 compiled for
 * requests, responses and calls: the next 3,000 calls then cost two to three times as much, and 20,000 somewhat more.
 * So a pause between calls must be long. In the first checks after the start there is little such code.
 */
const idleChecksMin = { afterStart: 1, afterWork: 60 }
const checksAfterStart = 2
/** Memory now against memory after the last collection: less growth than this is not worth another one. */
const growthMin = 1.1

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
type Measurements = { utilization(): number; memory(): number }

/**
 * Returns memory to the system once the process is idle. Under load a large young generation halves the time spent
 * collecting garbage, but V8 never shrinks it by itself; one full collection while the process is idle does. It needs
 * `--expose-gc`; without it nothing happens.
 */
export function createMemoryRelease(
  collect = (globalThis as { gc?: Collect }).gc,
  { utilization, memory }: Measurements = ownMeasurements(),
) {
  let memoryLeft = 0
  let checks = 0
  let idleChecks = 0
  return async () => {
    idleChecks = utilization() > idleBelow ? 0 : idleChecks + 1
    const checksMin = ++checks <= checksAfterStart ? idleChecksMin.afterStart : idleChecksMin.afterWork
    if (idleChecks < checksMin || memory() < memoryLeft * growthMin) return
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    memoryLeft = memory()
  }
}

function ownMeasurements(): Measurements {
  let last = performance.eventLoopUtilization()
  return {
    utilization() {
      const { utilization } = performance.eventLoopUtilization(last)
      last = performance.eventLoopUtilization()
      return utilization
    },
    memory: () => process.memoryUsage.rss(),
  }
}
