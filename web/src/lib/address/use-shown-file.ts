import { useStatus } from '../api/status.ts'
import { shownFile } from './shown-file.ts'

/** Gives the address under which this page can show a file; undefined where it cannot. */
export function useShownFile(): (address: string) => string | undefined {
  const serverAddress = useStatus()?.server_address ?? ''
  return (address) => shownFile(address, { origin: window.location.origin, serverAddress })
}
