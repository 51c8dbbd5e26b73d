import { observable } from '../../lib/browser/observable.ts'

/** Whether the command palette is open. */
export const paletteOpen = observable(false)

/** A dialog may hold input that leaving the page would lose, so the palette does not open over one. */
const isBelowDialog = () =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) => dialog.checkVisibility())

export function openPalette() {
  if (!isBelowDialog()) paletteOpen.set(true)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** The shortcut of the palette, in the notation of this system. */
export const paletteKeys = isMac ? '⌘K' : 'Ctrl K'
export const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey
