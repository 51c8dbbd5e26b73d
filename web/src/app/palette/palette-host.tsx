import { useEffect } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { isPaletteKey, openPalette, paletteOpen } from '../../lib/browser/palette-state.ts'
import { session } from '../../lib/session/session.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the command palette by its keys, for users who are signed in. Mounted once. */
export function PaletteHost() {
  const scope = paletteOpen.use()
  const isSignedIn = session.use() !== undefined
  useEffect(() => {
    if (!isSignedIn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      if (paletteOpen.get()) paletteOpen.set(undefined)
      else openPalette()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isSignedIn])
  if (!scope || !isSignedIn) return null
  return <Palette scope={scope} onClose={() => paletteOpen.set(undefined)} />
}
