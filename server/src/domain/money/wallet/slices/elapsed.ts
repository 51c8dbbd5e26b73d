/** A time by two clocks, in milliseconds. */
export type Moment = { monotonic: number; wall: number }
export type Clocks = () => Moment

export const systemClocks: Clocks = () => ({ monotonic: performance.now(), wall: Date.now() })

/**
 * The larger difference of the two clocks: the monotonic clock stops while a machine sleeps, and the wall clock can be
 * set back.
 */
export const elapsedMs = (since: Moment, now: Moment): number =>
  Math.max(now.monotonic - since.monotonic, now.wall - since.wall)

export const later = (one: Moment, other: Moment): Moment => (one.monotonic > other.monotonic ? one : other)
