import type { User } from '@turnpike/contract/identity/user'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { limitsText } from '../../../components/limits/limits.text.ts'
import { LimitsDrawer } from '../../../components/limits/limits-drawer.tsx'
import { call } from '../../../lib/api/call.ts'

/** The limits of a user, over all of the user's tokens. */
export function UserLimits({ user, onClosed }: { user: User; onClosed: () => void }) {
  const t = limitsText.use()
  const params = { id: String(user.id) }
  return (
    <LimitsDrawer
      title={t('ofUser', { name: user.username })}
      of={['user', user.id]}
      load={() => call(limitsApi.ofUser, { params })}
      save={(body) => call(limitsApi.setOfUser, { params, body })}
      onClosed={onClosed}
    />
  )
}
