import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Organisation, orgApi } from '@turnpike/contract/identity/organisation-api'
import { orgsKey } from '../../components/organisation/use-orgs.ts'
import { call } from '../../lib/api/call.ts'

/** Every query about the organisation of the tab has a key under this one. */
export const orgKey = 'org'

export const paramsOf = (id: number) => ({ id: String(id) })

export const useOrg = (id: number | undefined) =>
  useQuery({
    queryKey: [orgKey, id, 'facts'],
    queryFn: () => call(orgApi.show, { params: paramsOf(id ?? 0) }),
    enabled: id !== undefined,
  })

type Callbacks<Output, Input> = {
  onDone?: (output: Output, input: Input) => void
  /** Replaces the toast of a refusal. */
  onError?: (error: Error) => void
}

/** A change of the organisation, its members or their invitations: all that is shown of it is loaded again. */
export function useOrgChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { onDone, onError }: Callbacks<Output, Input> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output, input) => onDone?.(output, input),
    ...(onError && { onError }),
    onSettled: () => Promise.all([[orgKey], orgsKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** What the pages of an organisation get. */
export type OrgProps = { org: Organisation }
