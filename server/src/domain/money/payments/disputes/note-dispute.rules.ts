import type { Store } from '../../../../store/store.ts'
import { lockAccount } from '../../../identity/user-admin/user-admin.queries.ts'
import { markSharesDue, type OrderRow } from '../orders.queries.ts'
import type { DisputeStatus } from '../payment-provider.ts'
import { centsOf } from '../refund-worth.ts'
import { type DisputeRow, findDispute, insertDispute, saveDispute } from './disputes.queries.ts'

type Told = { ref: string; status: DisputeStatus; money: string; currency: string; at: number }

/**
 * Records what the provider says of a dispute. It takes back the shares of agents while it is open or lost. The balance
 * of the buyer stays as it is: an administrator decides about the account.
 */
export async function noteDispute(
  transaction: Store,
  order: OrderRow,
  { ref, status: told, money, currency, at }: Told,
): Promise<'disputed' | 'dispute_won' | 'repeated'> {
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
  return status === 'won' ? 'dispute_won' : 'disputed'
}

/** Events arrive in any order: one from before the end of a dispute does not open it again. */
function changes(
  known: DisputeRow,
  { told, status, cents }: Pick<DisputeRow, 'status' | 'cents'> & { told: DisputeStatus },
) {
  if (told === 'open' && known.status !== 'open') return false
  return known.status !== status || known.cents !== cents
}
