import { themeMode } from '../lib/browser/preferences.ts'
import { useMedia } from '../lib/browser/use-media.ts'
import type { Scheme } from './roles.ts'

const darkSystem = '(prefers-color-scheme: dark)'

/** Light or dark as it is drawn now: the person's choice, or the system's while they follow it. */
export function useScheme(): Scheme {
  const mode = themeMode.use()
  const dark = useMedia(darkSystem)
  return mode === 'system' ? (dark ? 'dark' : 'light') : mode
}

/** Before the first render, so that nothing is drawn in the wrong colours. */
export function firstScheme(): Scheme {
  const mode = themeMode.get()
  return mode === 'system' ? (window.matchMedia(darkSystem).matches ? 'dark' : 'light') : mode
}
