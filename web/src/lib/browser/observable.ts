import { useSyncExternalStore } from 'react'

/** A value outside the component tree: set it anywhere, and every component that uses it redraws. */
export type Observable<Value> = {
  get(): Value
  set(value: Value): void
  /** The value inside a component, which redraws when it changes. */
  use(): Value
  /** Calls the listener on every change, synchronously; for code outside components. */
  watch(listener: (value: Value) => void): void
}

export function observable<Value>(initial: Value): Observable<Value> {
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
    use: () => useSyncExternalStore(subscribe, get, get),
    watch: (listener) => void subscribe(() => listener(value)),
  }
}
