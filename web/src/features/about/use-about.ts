import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/status'
import { call } from '../../lib/api/call.ts'

/** The administrator's text about this installation; empty while there is none. */
export const useAbout = () => useQuery({ queryKey: ['about'], queryFn: () => call(statusApi.about) })
