import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { orgsKey } from '../../lib/api/organisations.ts'

/** Every query about an organisation has a key under this one. */
export const keyOf = (id: number, ...rest: readonly unknown[]) => [...orgsKey, id, ...rest]

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
    onSettled: () => queries.invalidateQueries({ queryKey: orgsKey }),
  })
}

/** What the pages of an organisation get. */
export type OrgProps = { org: Organisation }
