import type { Key, Layout } from './layout/layout.ts'
import { type Load, startLoad } from './layout/load.ts'
import { type Reckoning, reckon } from './layout/reckon.ts'

/**
 * Seconds of undisturbed load before and after a fault, and of the fault itself. 0: until the awaited event has
 * happened.
 */
export type Timing = { calm: number; fault: number }
export const shortest: Timing = { calm: 0, fault: 0 }

export type Scene = { layout: Layout; load: Load; key: Key; seconds: number }

export type Fault = {
  name: string
  /** Whether docs/scale.md says that calls are refused during the fault. */
  mayRefuse: boolean
  /** Before the load begins. */
  prepare?(layout: Layout, key: Key): Promise<void>
  /** Begins the fault and ends it. */
  run(scene: Scene): Promise<void>
  /** After the load. Throws where something besides the accounts is wrong. */
  check?(layout: Layout, key: Key): Promise<void>
}

/** Runs the fault under load and compares the accounts afterwards. */
export async function runFault(layout: Layout, fault: Fault, timing: Timing): Promise<Reckoning> {
  const { name } = fault
  const key = await layout.newKey()
  await fault.prepare?.(layout, key)
  await layout.untilReady()
  const load = startLoad(layout, key, name)
  try {
    await load.goOn(timing.calm)
    await fault.run({ layout, load, key, seconds: timing.fault })
    await layout.untilReady()
    await load.goOn(timing.calm)
  } finally {
    await load.stop()
  }
  const reckoning = await reckon(layout, key, name, load.outcomes)
  await fault.check?.(layout, key)
  return reckoning
}
