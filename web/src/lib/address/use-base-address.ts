import { useStatus } from '../api/status.ts'
import { baseAddress } from './base-address.ts'

/** The base URL that API clients use to reach this server. */
export const useBaseAddress = (): string => baseAddress(useStatus()?.server_address ?? '', window.location.origin)
