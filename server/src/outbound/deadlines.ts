/** Something that may take too long. Asked a few times a second; ends itself when its time is over. */
export type Timed = {
  /** Where it stands among those watched; for Deadlines alone. */
  place: number
  expireIfDue(now: number): void
}

const lookEveryMs = 100

/**
 * One timer for everything that has a deadline. Deadlines of calls are seconds to minutes and are hardly ever reached, while
 * a timer for each, set and cleared several times per call, costs more than the call's own bookkeeping.
 */
export class Deadlines {
  // Not a Set: under constant change it keeps growing anew, and what its old tables hold outlives the youth of the heap.
  readonly #watched: Timed[] = []
  #timer: NodeJS.Timeout | undefined

  watch(item: Timed): void {
    item.place = this.#watched.push(item) - 1
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref() // connections keep the process alive, not this
  }

  forget(item: Timed): void {
    if (this.#watched[item.place] !== item) return
    const last = this.#watched.pop()
    if (!last || last === item) return
    this.#watched[item.place] = last
    last.place = item.place
  }

  #look(): void {
    const now = performance.now()
    for (const item of [...this.#watched]) item.expireIfDue(now)
    if (this.#watched.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
