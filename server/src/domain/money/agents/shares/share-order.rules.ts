import type { Deps } from '../../../../deps.ts'
import type { Store } from '../../../../store/store.ts'
import { sumDisputed } from '../../payments/disputes/disputes.queries.ts'
import { readRefundsOf } from '../../payments/order-refunds.queries.ts'
import type { OrderRow } from '../../payments/orders.queries.ts'
import { centsOf, refundedCents } from '../../payments/refund-worth.ts'
import { lockAgents, readDividendsOf } from './dividends.queries.ts'
import { lockDueOrder, noteShared } from './due-orders.queries.ts'
import { makeShare, sharesAt } from './make-shares.rules.ts'
import { setReversed } from './set-reversed.rules.ts'
import { readSharers, type Sharer } from './sharers.queries.ts'
import { type Back, takenBack } from './worth.ts'

type OrderDeps = Pick<Deps, 'store' | 'options' | 'clock'>
type DueOrder = Pick<OrderRow, 'id' | 'trade_no' | 'user_id'>

/**
 * Makes the shares of an order that was paid, and compares those of any order with what is left of its payment. Agents
 * are locked before the order, as refunds lock the buyer before it. Returns how many shares are held.
 */
export function shareOrder(deps: OrderDeps, { id, trade_no, user_id }: DueOrder): Promise<number> {
  const about = { cause: 'payment', reference: trade_no } as const
  return deps.store.transaction().execute(async (transaction) => {
    const sharers = await readSharers(transaction, user_id)
    const known = await readDividendsOf(transaction, about)
    const agents = await lockAgents(
      transaction,
      [...sharers, ...known].map(({ agent_id }) => agent_id),
    )
    const order = await lockDueOrder(transaction, id)
    if (!order) return 0
    const held = order.shares_due === 1 ? await makeShares(deps, transaction, order, { sharers, agents }) : 0
    await compareShares(deps, transaction, order)
    await noteShared(transaction, id)
    return held
  })
}

type Inviters = { sharers: readonly Sharer[]; agents: Awaited<ReturnType<typeof lockAgents>> }

async function makeShares(
  { options, clock }: OrderDeps,
  transaction: Store,
  order: OrderRow,
  { sharers, agents }: Inviters,
): Promise<number> {
  const settings = options.current()
  const { user_id: payer_id, caller_id, trade_no: reference, quota: base, complete_time: at } = order
  if (!settings.AgentsEnabled || centsOf(order.money) === 0) return 0
  const shared = { cause: 'payment' as const, reference, base, at, from: at, payer_id, caller_id }
  let held = 0
  for (const share of await sharesAt(transaction, sharers, agents, at)) {
    if (share.terms.basis !== 'payments') continue
    if ((await makeShare(transaction, share, shared, { now: clock(), options: settings })) === 'held') held++
  }
  return held
}

/** What was paid back of an order, or is disputed, is taken back of its shares. Refused ones are worth nothing anyway. */
async function compareShares({ options, clock }: OrderDeps, transaction: Store, order: OrderRow): Promise<void> {
  const { trade_no: reference } = order
  const shares = await readDividendsOf(transaction, { cause: 'payment', reference })
  if (shares.length === 0) return
  const back = await backOf(transaction, order)
  for (const share of shares)
    if (share.decision !== 'refused')
      await setReversed(transaction, share, takenBack(share.amount, back), { at: clock(), options: options.current() })
}

async function backOf(transaction: Store, { trade_no, money }: OrderRow): Promise<Back> {
  const refunded = refundedCents(await readRefundsOf(transaction, [trade_no]))
  return { all: centsOf(money), back: refunded + (await sumDisputed(transaction, trade_no)) }
}
