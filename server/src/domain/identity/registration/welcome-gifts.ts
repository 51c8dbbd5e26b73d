import type { OptionValues } from '@turnpike/contract/options'
import { logType } from '@turnpike/contract/usage/log'
import { type LogEvent, logText } from '@turnpike/contract/usage/log-events'
import type { Store } from '../../../store/store.ts'
import { type Posting, post } from '../../money/wallet/ledger/ledger-post.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'

type User = { id: number; username: string }
type GiftContext = { options: OptionValues; at: number }
type Gift = { to: User; kind: Posting['kind']; reference: string; amount: number; event: LogEvent }

/** The gift of every new account. */
export const giveWelcomeGift = (transaction: Store, newUser: User, { options, at }: GiftContext) =>
  give(
    transaction,
    {
      to: newUser,
      kind: 'grant',
      reference: `new user ${newUser.id}`,
      amount: options.QuotaForNewUser,
      event: 'new_user_gift',
    },
    { options, at },
  )

/** The gifts of an invitation to the new user and to the inviter, once per new user. */
export async function rewardInvitation(transaction: Store, newUser: User, inviter: User, context: GiftContext) {
  const { QuotaForInvitee, QuotaForInviter } = context.options
  const reference = `invitee ${newUser.id}`
  await give(
    transaction,
    { to: newUser, kind: 'grant', reference, amount: QuotaForInvitee, event: 'invitee_gift' },
    context,
  )
  await give(
    transaction,
    { to: inviter, kind: 'invite_reward', reference, amount: QuotaForInviter, event: 'invite_reward' },
    context,
  )
}

async function give(transaction: Store, { to, kind, reference, amount, event }: Gift, { options, at }: GiftContext) {
  if (amount === 0) return
  if (!(await post(transaction, { user_id: to.id, kind, reference, amount, at }))) return
  const params = { amount: loggedQuota(amount, options) }
  const content = logText(event, 'zh', params)
  await writeLog(transaction, { user: to, type: logType.system, content, other: { event, params }, at })
}
