import { useEffect } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { isBelowDialog } from '../../lib/browser/palette-state.ts'
import { shortcutsOpen } from './shortcuts-state.ts'

const Shortcuts = lazyPart(async () => (await import('./shortcuts.tsx')).Shortcuts)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Opens the list of keyboard shortcuts by the key `?`, unless the page has a list of its own. Mounted once. */
export function ShortcutsHost() {
  const isOpen = shortcutsOpen.use()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isBelowDialog()) return
      event.preventDefault()
      shortcutsOpen.set(true)
    }
    // Listeners of the document, such as those of a page, run first.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return isOpen ? <Shortcuts onClose={() => shortcutsOpen.set(false)} /> : null
}
