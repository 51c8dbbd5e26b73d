import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds; redraws when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  const read = () => window.matchMedia(query).matches
  return useSyncExternalStore(subscribe, read, read)
}
