/** Says that nobody waits any more. An AbortSignal can, and so can a Stop, which costs a call less. */
export type StopSignal = {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Every relayed call needs one of these and hardly any is ever used: it is an AbortController with nothing but the essence. */
export class Stop implements StopSignal {
  #aborted = false
  #listeners: (() => void)[] | undefined

  get aborted(): boolean {
    return this.#aborted
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners ??= []
    this.#listeners.push(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners?.indexOf(listener) ?? -1
    if (at >= 0) this.#listeners?.splice(at, 1)
  }

  abort(): void {
    this.#aborted = true
    const listeners = this.#listeners ?? []
    this.#listeners = undefined
    for (const listener of listeners) listener()
  }

  /** For those who insist on the real thing. */
  toAbortSignal(): AbortSignal {
    if (this.#aborted) return AbortSignal.abort()
    const controller = new AbortController()
    this.addEventListener('abort', () => controller.abort())
    return controller.signal
  }
}
