import type { SignedIn } from '@turnpike/contract/user'
import { BalanceChip } from './balance-chip.tsx'
import { UserMenu } from './user-menu.tsx'

/** The end of the top bar for a signed-in user. */
export function Account({ user }: { user: SignedIn }) {
  return (
    <>
      <BalanceChip />
      <UserMenu user={user} />
    </>
  )
}
