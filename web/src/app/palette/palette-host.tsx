import { useEffect } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import { isPaletteKey, openPalette, paletteOpen } from './palette-state.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the command palette by its keys, for users who are signed in. Mounted once. */
export function PaletteHost() {
  const isOpen = paletteOpen.use()
  const isSignedIn = session.use() !== undefined
  useEffect(() => {
    if (!isSignedIn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      if (paletteOpen.get()) paletteOpen.set(false)
      else openPalette()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isSignedIn])
  if (!isOpen || !isSignedIn) return null
  return <Palette onClose={() => paletteOpen.set(false)} />
}
