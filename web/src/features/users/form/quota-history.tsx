import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { BalanceHistory } from '../../../components/balance/balance-history.tsx'
import { call } from '../../../lib/api/call.ts'

/** The changes of a user's balance besides requests. */
export const QuotaHistory = ({ userId }: { userId: number }) => (
  <BalanceHistory
    of={['users', 'ledger', userId]}
    load={(range) => call(userAdminApi.ledger, { params: { id: String(userId) }, query: range })}
  />
)
