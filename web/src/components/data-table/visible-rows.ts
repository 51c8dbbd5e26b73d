/** The range moves in steps of about so many pixels, so that most scroll events change nothing. */
const stepPixels = 360

export type RowRange = { first: number; end: number }

/** The rows to draw of a list whose top has been scrolled out of the window by so many pixels. */
export function visibleRows(scrolled: number, windowHeight: number, rowHeight: number, count: number): RowRange {
  const step = Math.max(1, Math.round(stepPixels / rowHeight))
  // Rows beyond the window on each side, so that a quick scroll does not outrun the drawing.
  const spare = 2 * step
  const top = Math.floor(scrolled / rowHeight) - spare
  const bottom = Math.ceil((scrolled + windowHeight) / rowHeight) + spare
  const end = Math.max(0, Math.min(count, Math.ceil(bottom / step) * step))
  const first = Math.max(0, Math.floor(top / step) * step)
  return { first: Math.min(first, end), end } // the list may have become shorter than what was scrolled
}
