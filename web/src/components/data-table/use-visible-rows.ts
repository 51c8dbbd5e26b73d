import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height of the rows drawn beyond the window on each side, so that a quick scroll does not outrun the drawing. */
const sparePixels = 720

/** The rows of a long list that are in or near the window, as the page scrolls. All rows have the same height. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, rowHeight: number, count: number) {
  const [scrollMargin, setScrollMargin] = useState(0)
  // After every render: the content above the list may have changed its height.
  useLayoutEffect(() => {
    if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: Math.ceil(sparePixels / rowHeight),
    scrollMargin,
    useFlushSync: false,
  }).getVirtualItems()
  const first = rows[0]?.index ?? 0
  const end = (rows.at(-1)?.index ?? -1) + 1
  return {
    first,
    end,
    /** The height of the rows that are not drawn. */
    room: { '--above': `${first * rowHeight}px`, '--below': `${(count - end) * rowHeight}px` },
  }
}
