import type { OptionValues } from '@turnpike/contract/options'
import type { Store } from '../../../../store/store.ts'
import { lockAccount } from '../../../identity/user-admin/user-admin.queries.ts'
import { creditOrder } from '../credit-order.ts'
import { findRefundByRef } from '../order-refunds.queries.ts'
import { findOrder, markSharesDue, type OrderRow } from '../orders.queries.ts'
import type { DisputeStatus } from '../payment-provider.ts'
import { noteRefunded, noteRefundFailed } from '../refund-order.rules.ts'
import { centsOf } from '../refund-worth.ts'
import { type DisputeRow, findDispute, insertDispute, saveDispute } from './disputes.queries.ts'

type Told = { ref: string; status: DisputeStatus; money: string; currency: string; at: number }

/**
 * Records what the provider says of a dispute. While it is open, it takes back the shares of agents alone. One that is lost
 * counts as a refund, which is undone where an appeal wins it after all.
 */
export async function noteDispute(
  transaction: Store,
  order: OrderRow,
  { ref, status: told, money, currency, at }: Told,
  settings: OptionValues,
): Promise<'disputed' | 'dispute_won' | 'refunded' | 'repeated'> {
  await lockAccount(transaction, order.user_id)
  const { trade_no } = order
  // An amount of another currency, or one that exceeds the order because of exchange rates, is the whole order.
  const isComparable = money !== '' && currency === order.currency
  const cents = Math.min(centsOf(order.money), isComparable ? centsOf(money) : Number.POSITIVE_INFINITY)
  const status = told === 'appealed' ? 'open' : told
  const isNew = await insertDispute(transaction, { trade_no, provider_ref: ref, cents, status, created_at: at })
  const known = isNew ? undefined : await findDispute(transaction, ref)
  if (known && !changes(known, { told, status, cents })) return 'repeated'
  if (known) await saveDispute(transaction, known.id, { status, cents })
  await markSharesDue(transaction, trade_no)
  if (status === 'open') return 'disputed'
  // The payment that was disputed was made, even if nothing has told so.
  await creditOrder(transaction, trade_no, { at }, settings)
  const credited = (await findOrder(transaction, trade_no)) ?? order
  if (status === 'lost') return noteRefunded(transaction, credited, { more: cents, ref }, at, settings)
  const refund = await findRefundByRef(transaction, trade_no, ref)
  if (refund) await noteRefundFailed(transaction, credited, refund, at, settings)
  return 'dispute_won'
}

/** Events arrive in any order: one from before the end of a dispute does not open it again. */
function changes(
  known: DisputeRow,
  { told, status, cents }: Pick<DisputeRow, 'status' | 'cents'> & { told: DisputeStatus },
) {
  if (told === 'open' && known.status !== 'open') return false
  return known.status !== status || known.cents !== cents
}
