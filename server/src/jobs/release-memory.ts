import { performance } from 'node:perf_hooks'

export const giveBackMemoryEverySeconds = 10

/** How much of its time a process that rests may spend working. */
const restingBelow = 0.05
/** Looks in a row at which it must have rested: the collection also forgets compiled code, which a short pause is not worth. */
const restsMin = 3
/** What is held now against what was left the last time: less is not worth a pause. */
const worthFrom = 1.1

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
type Readings = { utilization(): number; memory(): number }

/**
 * Gives the memory that work needed back to the system once the work is over. Under load a large young generation halves
 * the time spent collecting garbage, but V8 keeps it for ever; one thorough collection when nobody waits shrinks it. It
 * needs `--expose-gc`; without it nothing happens.
 */
export function createMemoryKeeper(
  collect = (globalThis as { gc?: Collect }).gc,
  { utilization, memory }: Readings = ownReadings(),
) {
  let left = 0
  let rests = 0
  return async () => {
    rests = utilization() > restingBelow ? 0 : rests + 1
    if (rests < restsMin || memory() < left * worthFrom) return
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    left = memory()
  }
}

function ownReadings(): Readings {
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
