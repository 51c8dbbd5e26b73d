import type { OptionValues } from '@turnpike/contract/options'
import { logType } from '@turnpike/contract/usage/log'
import { type LogParams, logText } from '@turnpike/contract/usage/log-events'
import type { Store } from '../../../store/store.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { toldOf } from '../wallet/payer.ts'
import { claimOrder, type OrderRow } from './orders.queries.ts'

type Completion = { at: number; by?: { username: string } }

/**
 * Marks an order as paid and credits it, in the caller's transaction. Undefined when another
 * notification, process or administrator has done so.
 */
export async function creditOrder(
  transaction: Store,
  trade_no: string,
  { at, by }: Completion,
  options: OptionValues,
): Promise<OrderRow | undefined> {
  const order = await claimOrder(transaction, trade_no, { at, completed_by: by?.username ?? '' })
  if (!order) return undefined
  const { user_id, caller_id, quota, money, currency } = order
  const isNew = await post(transaction, { user_id, caller_id, kind: 'top_up', reference: trade_no, amount: quota, at })
  if (!isNew) throw new Error(`order ${trade_no} was open, and yet it has been credited`)
  const buyer = toldOf(order)
  const user = await findUser(transaction, buyer.user_id)
  const amount = loggedQuota(quota, options)
  const paid = currency ? `${money} ${currency}` : money
  const event = by ? 'order_completed' : 'topped_up'
  const params: LogParams = by ? { amount, order: trade_no } : { amount, money: paid }
  await writeLog(transaction, {
    user: { id: buyer.user_id, username: user?.username ?? '' },
    account_id: buyer.account_id,
    type: logType.topUp,
    content: logText(event, 'zh', params),
    other: { event, params },
    at,
  })
  return order
}
