import { useStatus } from '../api/status.ts'
import { isAllowed } from '../browser/page-policy.ts'
import { shownFile } from './shown-file.ts'

/** Gives the address under which this page can show a picture, or play a sound or a video; undefined where it cannot. */
export function useShownFile(kind: 'img-src' | 'media-src' = 'img-src'): (address: string) => string | undefined {
  const serverAddress = useStatus()?.server_address ?? ''
  return (address) =>
    shownFile(address, {
      origin: window.location.origin,
      serverAddress,
      isAllowed: (file) => isAllowed(kind, file),
    })
}
