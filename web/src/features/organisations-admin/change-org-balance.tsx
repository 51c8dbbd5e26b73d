import { type AdminOrg, orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { ChangeBalance } from '../../components/balance/change-balance.tsx'
import { call } from '../../lib/api/call.ts'
import { listName, paramsOf, useOrganisation } from './use-organisations.ts'

/** Adds to the balance of an organisation, takes from it, or sets it, for a reason that its members see. */
export function ChangeOrgBalance({ org, onClose }: { org: AdminOrg; onClose: () => void }) {
  const balance = useOrganisation(org).data?.quota ?? org.quota
  return (
    <ChangeBalance
      name={org.name}
      balance={balance}
      change={(body) => call(orgAdminApi.changeBalance, { params: paramsOf(org), body })}
      lists={[listName, 'org']}
      onClose={onClose}
    />
  )
}
