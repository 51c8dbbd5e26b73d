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

/** Keeps the toasts above the bars that are at the foot of the window now. */
export function placeToasts(region: HTMLElement) {
  const column = region.getBoundingClientRect()
  const boxes = [...document.querySelectorAll(bars)]
    .filter((bar) => bar.checkVisibility())
    .map((bar) => bar.getBoundingClientRect())
  region.style.setProperty('--foot', `${takenAtFoot(boxes, column, window.innerHeight)}px`)
}
