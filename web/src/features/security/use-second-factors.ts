import { useQuery, useQueryClient } from '@tanstack/react-query'
import { secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { call } from '../../lib/api/call.ts'

const queryKey = ['second factors']

export const useSecondFactors = () => useQuery({ queryKey, queryFn: () => call(secondFactorApi.state) })

/** Reads the second factors again, after one was changed. */
export function useRefreshSecondFactors() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
