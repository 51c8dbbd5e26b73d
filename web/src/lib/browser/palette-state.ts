import { observable } from './observable.ts'

/** What the open palette searches: everything, or the settings alone. */
export type PaletteScope = 'everything' | 'settings'

/** The scope of the command palette while it is open. */
export const paletteOpen = observable<PaletteScope | undefined>(undefined)

/** A dialog may hold input that leaving the page would lose, so the palette does not open over one. */
export const isBelowDialog = () =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) => dialog.checkVisibility())

export function openPalette(scope: PaletteScope = 'everything') {
  if (!isBelowDialog()) paletteOpen.set(scope)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** A shortcut with the command key, in the notation of this system. */
export const commandKeys = (letter: string) => (isMac ? `⌘${letter}` : `Ctrl ${letter}`)
export const paletteKeys = commandKeys('K')
export const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey
