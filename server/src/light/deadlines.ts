/** A task with a deadline. It is checked ten times a second and ends itself once the deadline has passed. */
export type Timed = {
  /** Position in the list of watched tasks; written by Deadlines alone. */
  index: number
  expireIfDue(now: number): void
}

const lookEveryMs = 100

/**
 * In place of `setTimeout` for the deadlines of calls (docs/decisions/0010): one timer for all of them instead of three per
 * call. Deadlines are seconds to minutes and are hardly ever reached. Timers that are set and cleared several times per call
 * cost more than the call's own bookkeeping.
 */
export class Deadlines {
  // Not a Set: constant adding and deleting makes it rehash, and V8 promotes entries of the old tables to old space.
  readonly #watched: Timed[] = []
  #timer: NodeJS.Timeout | undefined

  watch(item: Timed): void {
    item.index = this.#watched.push(item) - 1
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref() // connections keep the process alive, not this
  }

  forget(item: Timed): void {
    if (this.#watched[item.index] !== item) return
    const last = this.#watched.pop()
    if (!last || last === item) return
    this.#watched[item.index] = last
    last.index = item.index
  }

  /** A task that throws must not keep the deadlines after it from being checked. */
  #expire(item: Timed, now: number): void {
    try {
      item.expireIfDue(now)
    } catch (error) {
      this.forget(item)
      setImmediate(() => {
        throw error
      })
    }
  }

  #look(): void {
    const now = performance.now()
    for (const item of [...this.#watched]) this.#expire(item, now)
    if (this.#watched.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
