import { useSyncExternalStore } from 'react'

/** A value that every component sees: set it anywhere, and whoever uses it redraws. */
export type Shared<Value> = {
  get(): Value
  set(value: Value): void
  /** Reads it in a component and redraws when it changes. */
  use(): Value
  /** Hears of every change, at once, outside of components. */
  watch(listener: (value: Value) => void): void
}

export function shared<Value>(initial: Value): Shared<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
    watch: (listener) => void subscribe(() => listener(value)),
  }
}
