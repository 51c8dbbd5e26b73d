/** The part of AbortSignal that exchange() uses; LightAbortSignal has it as well. */
export type LightSignal = {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** An AbortController without its cost: every relayed call makes a signal, and hardly any signal is aborted. */
export class LightAbortSignal implements LightSignal {
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

  /** The same as an AbortSignal, for APIs that accept nothing else. */
  toAbortSignal(): AbortSignal {
    if (this.#aborted) return AbortSignal.abort()
    const controller = new AbortController()
    this.addEventListener('abort', () => controller.abort())
    return controller.signal
  }
}
