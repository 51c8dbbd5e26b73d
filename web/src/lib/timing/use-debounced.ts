import { useEffect, useState } from 'react'

const pauseMilliseconds = 400

/** What someone types, once they pause: for what is too costly to follow every key. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
