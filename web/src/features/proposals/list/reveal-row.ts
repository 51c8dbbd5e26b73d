/** What covers the window: the top bar with the head of the table, and the batch bar with some room. */
const covered = { top: 48 + 32, bottom: 96 }

/** Scrolls the window just far enough that a row is not covered. Rows that are not drawn have a place too. */
export function revealRow(list: HTMLElement, { index, height, head }: { index: number; height: number; head: number }) {
  const top = list.getBoundingClientRect().top + head + index * height
  const bottom = top + height
  const above = top - covered.top
  const below = bottom - (window.innerHeight - covered.bottom)
  if (above < 0) window.scrollBy({ top: above, behavior: 'instant' })
  else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' })
}
