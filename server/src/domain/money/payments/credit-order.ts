import type { OptionValues } from '@turnpike/contract/options'
import type { LogParams } from '@turnpike/contract/usage/log-events'
import type { Store } from '../../../store/store.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { openOrdered } from '../plans/open-ordered.rules.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { logForBuyer } from './buyer-log.ts'
import { claimOrder, makeTopUp, type OrderRow } from './orders.queries.ts'

type Completion = {
  at: number
  by?: { username: string }
  /** The provider's number of the subscription that renews what was ordered. */
  renewed_by?: string | undefined
  /** A keyed hash of what the provider says about the payer. */
  payer_mark?: string
}

/**
 * Marks an order as paid and credits it, or opens the plan that was ordered, in the caller's transaction. Undefined when
 * another notification, process or administrator has done so.
 */
export async function creditOrder(
  transaction: Store,
  trade_no: string,
  completion: Completion,
  options: OptionValues,
): Promise<OrderRow | undefined> {
  const { at, by, payer_mark = '' } = completion
  const order = await claimOrder(transaction, trade_no, { at, completed_by: by?.username ?? '', payer_mark })
  if (!order) return undefined
  if (order.plan_id === 0) return creditQuota(transaction, order, completion, options)
  const subscription = await openOrdered(transaction, order, completion)
  // The plan cannot be opened any more: the balance gets what was paid.
  if (!subscription) return creditQuota(transaction, await makeTopUp(transaction, order.id), completion, options)
  const params = { plan: subscription.title, ...(by ? { order: trade_no } : { money: paidText(order) }) }
  await logForBuyer(transaction, order, at, by ? 'plan_order_completed' : 'plan_bought', params)
  return order
}

/** Credits the balance with an order that was marked as paid. */
export async function creditQuota(
  transaction: Store,
  order: OrderRow,
  { at, by }: Completion,
  options: OptionValues,
): Promise<OrderRow> {
  const { user_id, caller_id, quota, trade_no } = order
  const isNew = await post(transaction, { user_id, caller_id, kind: 'top_up', reference: trade_no, amount: quota, at })
  if (!isNew) throw new Error(`order ${trade_no} was open, and yet it has been credited`)
  const amount = loggedQuota(quota, options)
  const params: LogParams = by ? { amount, order: trade_no } : { amount, money: paidText(order) }
  await logForBuyer(transaction, order, at, by ? 'order_completed' : 'topped_up', params)
  return order
}

export const paidText = ({ money, currency }: Pick<OrderRow, 'money' | 'currency'>): string =>
  currency ? `${money} ${currency}` : money
