import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * The text of a field whose changes are reported after a pause in typing: `set` waits for the pause, `flush` reports at
 * once. When the value is changed from outside (filters cleared, the back button), the text becomes that value.
 */
export function useDebouncedText(value: string, onChange: (text: string) => void, delayMilliseconds = 300) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reported = useRef(value)
  const latestOnChange = useRef(onChange)
  useEffect(() => {
    latestOnChange.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  // The value arrives a moment after it was reported; text typed in between must not be lost.
  useEffect(() => {
    const last = reported.current
    reported.current = value
    setTyped((now) => (now === last || now === value ? undefined : now))
  }, [value])

  const flush = useCallback((text: string) => {
    clearTimeout(timer.current)
    if (text === reported.current) return
    reported.current = text
    latestOnChange.current(text)
  }, [])
  const set = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      setTyped(text)
      timer.current = setTimeout(() => flush(text), delayMilliseconds)
    },
    [flush, delayMilliseconds],
  )
  return { text: typed ?? value, set, flush }
}
