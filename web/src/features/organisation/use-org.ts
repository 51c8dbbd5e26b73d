import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { orgsKey } from '../../components/organisation/use-orgs.ts'

/** Every query about the organisation of the tab has a key under this one. */
export const orgKey = 'org'

export const paramsOf = (id: number) => ({ id: String(id) })

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
