import type { User } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { ChangeBalance as ChangeBalanceOf } from '../../../components/balance/change-balance.tsx'
import { call } from '../../../lib/api/call.ts'
import { useUser } from '../use-users.ts'

type ChangeBalanceProps = {
  user: User
  /** Dollars that are proposed. */
  amount?: string | undefined
  onClose: () => void
}

/** Adds to the balance of a user, takes from it, or sets it, for a reason that the user sees. */
export function ChangeBalance({ user: known, amount, onClose }: ChangeBalanceProps) {
  const { id, username } = known
  const balance = useUser(id, known).data?.quota ?? known.quota
  return (
    <ChangeBalanceOf
      name={username}
      balance={balance}
      amount={amount}
      change={(change) => call(userAdminApi.manage, { body: { id, action: 'add_quota', ...change } })}
      lists={['users', 'self']}
      onClose={onClose}
    />
  )
}
