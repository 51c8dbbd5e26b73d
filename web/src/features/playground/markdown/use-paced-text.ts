import { useEffect, useRef, useState } from 'react'

/** More letters at once, with their list, table or code, take a slow machine too long to lay out in one frame. */
const stepMax = 240

/** The end of a text that is cut at a length; a character of two units is not cut in the middle. */
export const cutAt = (text: string, length: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length + 1 : length

/**
 * As much of a growing text as is drawn in one frame more than before. A response that arrives faster than the machine renders is
 * shown a moment later, and the page still responds to keys and clicks. A text that is complete at first is shown whole.
 */
export function usePacedText(text: string, isOpen: boolean): { text: string; isOpen: boolean; hasGrown: boolean } {
  const hasGrown = useRef(isOpen)
  if (isOpen) hasGrown.current = true
  const [limit, setLimit] = useState(text.length + stepMax)
  const isBehind = hasGrown.current && limit < text.length
  useEffect(() => {
    if (!isBehind) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setLimit(limit + stepMax)) // after the frame has been shown
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isBehind, limit])
  return {
    text: isBehind ? text.slice(0, cutAt(text, limit)) : text,
    isOpen: isOpen || isBehind,
    hasGrown: hasGrown.current,
  }
}
