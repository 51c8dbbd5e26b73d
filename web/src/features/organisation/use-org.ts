import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { type ChangeCallbacks, useListChange } from '../../components/list-page/use-page-query.ts'
import { orgsKey } from '../../components/organisation/use-orgs.ts'

/** Every query about the organisation of the tab has a key under this one. */
export const orgKey = 'org'

export const paramsOf = (id: number) => ({ id: String(id) })

/** A change of the organisation, its members or their invitations: all that is shown of it is loaded again. */
export const useOrgChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  callbacks?: ChangeCallbacks<Input, Output>,
) => useListChange([orgKey, ...orgsKey], change, callbacks)

/** What the pages of an organisation get. */
export type OrgProps = { org: Organisation }
