type Waiter = { begin: () => void; timer: NodeJS.Timeout }

/** One holder at a time, in order of arrival. Waiting has a timeout: a mutex that is never released is an error. */
export class Mutex {
  readonly #waitMs: number
  readonly #waiting: Waiter[] = []
  #taken = false

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  async acquire(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    await new Promise<void>((begin, refuse) => {
      const waiter = { begin, timer: setTimeout(() => this.#giveUp(waiter, refuse), this.#waitMs) }
      this.#waiting.push(waiter)
    })
  }

  release(): void {
    const next = this.#waiting.shift()
    if (!next) {
      this.#taken = false
      return
    }
    clearTimeout(next.timer)
    next.begin()
  }

  #giveUp(waiter: Waiter, refuse: (reason: Error) => void) {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
    refuse(
      new Error(
        `the database connection was not free within ${this.#waitMs} ms; inside a transaction use its own handle`,
      ),
    )
  }
}
