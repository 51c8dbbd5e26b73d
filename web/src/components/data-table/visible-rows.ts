/** Rows drawn beyond the window on each side, so that a quick scroll does not outrun the drawing. */
const spareRows = 20
/** The range moves in steps, so that most scroll events change nothing. */
const step = 10

export type RowRange = { first: number; end: number }

/** The rows to draw of a list whose top has been scrolled out of the window by so many pixels. */
export function visibleRows(scrolled: number, windowHeight: number, rowHeight: number, count: number): RowRange {
  const top = Math.floor(scrolled / rowHeight) - spareRows
  const bottom = Math.ceil((scrolled + windowHeight) / rowHeight) + spareRows
  const first = Math.max(0, Math.floor(top / step) * step)
  const end = Math.min(count, Math.ceil(bottom / step) * step)
  // The list may have become shorter than what was scrolled.
  return { first: Math.min(first, Math.max(0, end)), end: Math.max(0, end) }
}
