import type { Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type SubscriptionRow = Selectable<Database['subscriptions']>
type NewSubscription = Omit<SubscriptionRow, 'id' | 'status' | 'grace_until' | 'updated_at'>
type SubscriptionChange = Partial<
  Pick<
    SubscriptionRow,
    | 'status'
    | 'paid'
    | 'currency'
    | 'worth'
    | 'period_start'
    | 'end_time'
    | 'grace_until'
    | 'prev_group'
    | 'provider_ref'
    | 'renews'
  >
>

export const insertSubscription = (transaction: Store, row: NewSubscription): Promise<SubscriptionRow> =>
  transaction
    .insertInto('subscriptions')
    .values({ ...row, status: 'active', updated_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeSubscription = (
  transaction: Store,
  id: number,
  change: SubscriptionChange,
  at: number,
): Promise<SubscriptionRow> =>
  transaction
    .updateTable('subscriptions')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findSubscription = (store: Store, id: number): Promise<SubscriptionRow | undefined> =>
  store.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** The subscription that a payment provider renews. */
export const findByProviderRef = (store: Store, provider_ref: string): Promise<SubscriptionRow | undefined> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider_ref', '=', provider_ref)
    .where('provider_ref', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findByOrder = (store: Store, trade_no: string): Promise<SubscriptionRow | undefined> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('trade_no', '=', trade_no)
    .where('trade_no', '<>', '')
    .executeTakeFirst()

/** All subscriptions of an account, those that end last first. */
export const readSubscriptionsOf = (store: Store, user_id: number): Promise<SubscriptionRow[]> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('end_time', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** How many subscriptions of a plan an account has had. */
export async function countOfPlan(store: Store, user_id: number, plan_id: number): Promise<number> {
  const row = await store
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('plan_id', '=', plan_id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Active subscriptions whose time is over, or whose failed renewal has no more time. */
export const readOver = (store: Store, at: number, limit: number): Promise<SubscriptionRow[]> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('end_time', '<=', at)
    .where('grace_until', '<=', at)
    .orderBy('end_time')
    .limit(limit)
    .execute()

/** Active subscriptions whose last pot ends before a time and before they do. */
export const readLackingPots = (store: Store, before: number, limit: number): Promise<SubscriptionRow[]> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pots')
            .select('pots.id')
            .whereRef('pots.subscription_id', '=', 'subscriptions.id')
            .where(({ eb, or }) =>
              or([eb('pots.ends_at', '>=', before), eb('pots.ends_at', '>=', eb.ref('subscriptions.end_time'))]),
            ),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** Ended subscriptions that the payment provider still renews, those that were tried longest ago first. */
export const readToStop = (store: Store, triedBefore: number, limit: number): Promise<{ id: number }[]> =>
  store
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_ref', '<>', '')
    .where('status', '<>', 'active')
    .where('updated_at', '<=', triedBefore)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
