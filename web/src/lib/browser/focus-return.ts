import { useEffect } from 'react'

const rememberedMax = 30
/** Elements that had the focus, the latest last. */
const focused: HTMLElement[] = []

// From the first import on, every element that gets the focus is remembered.
document.addEventListener('focusin', ({ target }) => {
  const index = focused.indexOf(target as HTMLElement)
  if (index >= 0) focused.splice(index, 1)
  focused.push(target as HTMLElement)
  if (focused.length > rememberedMax) focused.shift()
})

/** A menu that closes is drawn until its animation ends, and must not keep the focus until then. */
const canHaveFocus = (element: Element) =>
  element.isConnected &&
  element !== document.body &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('.ant-dropdown, .ant-popover, [inert], [aria-hidden=true]')

/** When a closed menu, dialog or drawer had the focus, the element that had it before gets it back. */
export function returnFocus() {
  const { activeElement } = document
  if (activeElement && canHaveFocus(activeElement)) return
  focused.findLast(canHaveFocus)?.focus({ preventScroll: true })
}

/** For a component that is open as long as it is drawn. */
export function useFocusReturn() {
  useEffect(
    () => () => {
      requestAnimationFrame(returnFocus)
    },
    [],
  )
}
