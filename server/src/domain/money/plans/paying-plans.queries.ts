import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import type { Flag } from '../../../store/schema/flag.ts'
import type { Store } from '../../../store/store.ts'
import { potColumns, roomIn } from '../wallet/pots/pot.ts'
import { readTerms } from './ordered-plan.ts'
import type { PayingPlans, PayingPot } from './paying-plans.ts'

/** A call rarely runs for longer than this: pots that begin within it may pay for calls that begin now. */
const callSecondsMax = 3600

type Payer = { user_id: number; has_pots: Flag; preference: BillingPreference }

/** The plans of an account that may pay now; undefined where the balance alone pays. */
export async function readPayingPlans(
  store: Store,
  { user_id, has_pots, preference }: Payer,
  at: number,
): Promise<PayingPlans | undefined> {
  if (has_pots === 0) return preference === 'subscription_only' ? { preference, pots: [] } : undefined
  const rows = await store
    .selectFrom('pots')
    .innerJoin('subscriptions', 'subscriptions.id', 'pots.subscription_id')
    .select(potColumns.map((column) => `pots.${column}` as const))
    .select(['subscriptions.title', 'subscriptions.terms'])
    .where('pots.user_id', '=', user_id)
    .where('pots.starts_at', '<=', at + callSecondsMax)
    .where('pots.ends_at', '>', at)
    .where('subscriptions.status', '=', 'active')
    .orderBy('pots.ends_at')
    .orderBy('pots.id')
    .execute()
  const pots = rows.map(({ title, terms, ...pot }): PayingPot => {
    const { models, groups, allow_wallet_overflow } = readTerms(terms)
    return {
      id: pot.id,
      title,
      models: models.length > 0 ? new Set(models) : undefined,
      groups: groups.length > 0 ? new Set(groups) : undefined,
      allowsOverflow: allow_wallet_overflow,
      room: roomIn(pot, at),
      isNext: pot.starts_at > at,
    }
  })
  return { preference, pots }
}

/** The same by the account alone. */
export async function findPayingPlans(store: Store, user_id: number, at: number): Promise<PayingPlans | undefined> {
  const account = await store
    .selectFrom('users')
    .select(['has_pots', 'billing_preference as preference'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  return account && readPayingPlans(store, { user_id, ...account }, at)
}
