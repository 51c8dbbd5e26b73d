import { type RefObject, useLayoutEffect, useState } from 'react'
import { type RowRange, visibleRows } from './visible-rows.ts'

/** The rows of a long list that are in or near the window, as the page scrolls. All rows have the same height. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, rowHeight: number, count: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: Math.min(count, 50) })
  useLayoutEffect(() => {
    function update() {
      if (!list.current) return
      const next = visibleRows(-list.current.getBoundingClientRect().top, window.innerHeight, rowHeight, count)
      setRange((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [list, rowHeight, count])
  return range
}
