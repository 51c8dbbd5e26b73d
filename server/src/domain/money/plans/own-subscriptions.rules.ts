import type { DataOf } from '@turnpike/contract/endpoint'
import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import type { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { accountOf, type Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { lockSeat } from '../../identity/tokens/token-seat.rules.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { findBuyer, setPreference } from './buyers.queries.ts'
import { readActiveOf, readSubscriptionsOf } from './subscriptions.queries.ts'
import { wireSubscriptions } from './wire-subscription.ts'

/** A list of all subscriptions shows so many of them, those that end last first. */
export const shownMax = 200

export async function ownSubscriptions(
  store: Store,
  caller: Caller,
  at: number,
): Promise<DataOf<typeof subscriptionApi.self>> {
  const id = accountOf(caller)
  const { billing_preference } = await findBuyer(store, id)
  return {
    billing_preference,
    subscriptions: await wireSubscriptions(store, await readActiveOf(store, id), at),
    all_subscriptions: await wireSubscriptions(store, await readSubscriptionsOf(store, id, shownMax), at),
  }
}

/** Members change what an organisation pays with first; that is audited. */
export async function preferPayment(
  store: Store,
  caller: Caller,
  actor: Actor,
  billing_preference: BillingPreference,
): Promise<{ billing_preference: BillingPreference }> {
  const id = accountOf(caller)
  await store.transaction().execute(async (transaction) => {
    await lockSeat(transaction, caller, 'pay')
    const { billing_preference: before } = await findBuyer(transaction, id)
    if (before === billing_preference) return
    await setPreference(transaction, id, billing_preference)
    if (!caller.org) return
    const detail = { billing_preference: [before, billing_preference] }
    await writeAudit(transaction, actor, { action: 'org.update', target: `#${id} ${caller.org.name}`, detail })
  })
  return { billing_preference }
}
