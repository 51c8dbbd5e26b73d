import { type RefObject, useEffect, useRef, useState } from 'react'

/** Closer than this to the end counts as at the end. */
const nearPx = 48

/** Keeps a growing list at its end, until the reader scrolls away from it. */
export function useStickToEnd(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const isStuck = useRef(true)
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const scroller = box.current
    const inner = content.current
    if (!scroller || !inner) return
    let top = scroller.scrollTop
    const onScroll = () => {
      const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
      // Growing content moves the end away without anybody scrolling: only moving up lets go.
      if (left <= nearPx) isStuck.current = true
      else if (scroller.scrollTop < top) isStuck.current = false
      top = scroller.scrollTop
      setIsAway(!isStuck.current)
    }
    const observer = new ResizeObserver(() => {
      // Scrolling within a frame has everything in it laid out again; where the browser has kept to the end, there is no need.
      const end = scroller.scrollHeight - scroller.clientHeight
      if (isStuck.current && end - scroller.scrollTop > 1) scroller.scrollTop = end
    })
    observer.observe(inner)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [box, content])
  const toEnd = () => {
    isStuck.current = true
    setIsAway(false)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  return { isAway, toEnd }
}
