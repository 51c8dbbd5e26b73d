import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many columns a grid has that the style sheet fills by the width of the window. */
export function useGridColumns(grid: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    if (!grid.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setColumns(getComputedStyle(entry.target).gridTemplateColumns.split(' ').length)
    })
    observer.observe(grid.current)
    return () => observer.disconnect()
  }, [grid])
  return columns
}
