import type { Redemption } from '@turnpike/contract/money/redemption'
import { useText } from '../../lib/text/text.ts'
import { redemptionsText } from './redemptions.text.ts'

/** The user who redeemed a code; a cancelled account is shown by its number. */
export function RedemptionUser({ code: { used_user_id, used_username } }: { code: Redemption }) {
  const t = useText(redemptionsText)
  if (used_user_id === 0) return '—'
  const user = t('user', { id: used_user_id })
  return <span title={user}>{used_username || user}</span>
}
