import { useEffect, useState } from 'react'

/** Focuses an element of the box that may be drawn only after this event. */
export function useFocusLater(box: HTMLElement | null) {
  const [selector, setSelector] = useState<string>()
  useEffect(() => {
    if (selector === undefined) return
    box?.querySelector<HTMLElement>(selector)?.focus()
    setSelector(undefined)
  }, [box, selector])
  return setSelector
}
