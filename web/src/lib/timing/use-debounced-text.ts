import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * What a person types, handed on once they pause: `set` waits, `settle` does not. When the value is changed from
 * elsewhere (filters cleared, the back button), the text follows.
 */
export function useSettled(value: string, onSettle: (text: string) => void, pauseMilliseconds = 300) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handed = useRef(value)
  const latest = useRef(onSettle)
  useEffect(() => {
    latest.current = onSettle
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  // The value follows a moment after it was handed on; what was typed meanwhile must outlive that.
  useEffect(() => {
    const last = handed.current
    handed.current = value
    setTyped((now) => (now === last || now === value ? undefined : now))
  }, [value])

  const settle = useCallback((text: string) => {
    clearTimeout(timer.current)
    if (text === handed.current) return
    handed.current = text
    latest.current(text)
  }, [])
  const set = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      setTyped(text)
      timer.current = setTimeout(() => settle(text), pauseMilliseconds)
    },
    [settle, pauseMilliseconds],
  )
  return { text: typed ?? value, set, settle }
}
