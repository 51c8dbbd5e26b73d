import { useEffect, useState } from 'react'

const delayMilliseconds = 400

/** The value once it has not changed for a while: for work that is too costly at every keystroke. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
