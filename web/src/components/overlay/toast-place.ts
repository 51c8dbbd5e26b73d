type Box = { left: number; right: number; top: number; bottom: number }

/** A bar is at the foot when it ends this near to the end of the window. */
const nearPixels = 80

/**
 * How much of the window's foot is taken by bars of buttons (the foot of a drawer, a save bar, a pager) in the column of the
 * toasts, which must not cover them.
 */
export function takenAtFoot(
  bars: readonly Box[],
  column: { left: number; right: number },
  windowHeight: number,
): number {
  const heights = bars
    .filter(({ left, right }) => left < column.right && right > column.left)
    .filter(({ top, bottom }) => top < windowHeight && bottom > windowHeight - nearPixels)
    .map(({ top }) => windowHeight - top)
  return Math.max(0, ...heights)
}

/** Bars with buttons: our own carry the attribute. */
const bars = '[data-foot], .ant-drawer-footer'

/** Puts the toasts above the bars that are at the foot of the window now. */
function placeToasts(region: HTMLElement) {
  const column = region.getBoundingClientRect()
  const boxes = [...document.querySelectorAll(bars)]
    .filter((bar) => bar.checkVisibility())
    .map((bar) => bar.getBoundingClientRect())
  region.style.setProperty('--foot', `${takenAtFoot(boxes, column, window.innerHeight)}px`)
}

const placedEveryMilliseconds = 200

/** Keeps the toasts above the bars until it is stopped; drawers open and bars appear without an event of their own. */
export function keepPlaced(region: HTMLElement): () => void {
  const place = () => placeToasts(region)
  place()
  const timer = setInterval(place, placedEveryMilliseconds)
  window.addEventListener('scroll', place, { passive: true })
  return () => {
    clearInterval(timer)
    window.removeEventListener('scroll', place)
  }
}
