import { useQuery } from '@tanstack/react-query'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { call } from '../../lib/api/call.ts'
import { session } from '../../lib/session/session.ts'

/** The key of the list of the person's organisations. */
export const orgsKey = ['orgs'] as const

/** The organisations that the person belongs to, and whether the person may create one. */
export function useOrgs() {
  const user = session.use()
  return useQuery({
    queryKey: [...orgsKey, user?.id],
    queryFn: () => call(orgApi.list),
    enabled: user !== undefined,
    staleTime: 60_000,
  })
}
