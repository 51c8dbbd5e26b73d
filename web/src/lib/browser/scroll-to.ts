const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls an element to the top of the window, and again while the page still grows: the footer and fonts come after the
 * text, and a page that is too short cannot be scrolled as far. Ends with the reader's first input.
 */
export function scrollTo(element: Element): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView())
  const stop = () => {
    observer.disconnect()
    for (const event of readerEvents) window.removeEventListener(event, stop)
  }
  for (const event of readerEvents) window.addEventListener(event, stop, { passive: true })
  observer.observe(document.body) // reports its first size at once
  return stop
}
