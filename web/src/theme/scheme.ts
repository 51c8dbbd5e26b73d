import { themeMode } from '../lib/browser/preferences.ts'
import { useMedia } from '../lib/browser/use-media.ts'
import type { Scheme } from './roles.ts'

const darkSystem = '(prefers-color-scheme: dark)'

/** Light or dark as drawn now: the user's choice, or the system's setting. */
export function useScheme(): Scheme {
  const mode = themeMode.use()
  const dark = useMedia(darkSystem)
  return mode === 'system' ? (dark ? 'dark' : 'light') : mode
}

/** The same before the first render, so that nothing is drawn in the wrong colours. */
export function firstScheme(): Scheme {
  const mode = themeMode.get()
  return mode === 'system' ? (window.matchMedia(darkSystem).matches ? 'dark' : 'light') : mode
}
