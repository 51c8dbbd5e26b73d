import { userStatus } from '@turnpike/contract/identity/user'
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

export const findByOrder = (store: Store, trade_no: string): Promise<SubscriptionRow | undefined> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('trade_no', '=', trade_no)
    .where('trade_no', '<>', '')
    .executeTakeFirst()

/** Subscriptions of an account, those that end last first. */
export const readSubscriptionsOf = (store: Store, user_id: number, limit: number): Promise<SubscriptionRow[]> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('end_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The active subscriptions of an account, or its active ones of one plan; those that end last first. */
export const readActiveOf = (store: Store, user_id: number, plan_id?: number): Promise<SubscriptionRow[]> =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('status', '=', 'active')
    .$if(plan_id !== undefined, (query) => query.where('plan_id', '=', plan_id ?? 0))
    .orderBy('end_time', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The active subscription that has replaced another one in the end, and was paid in part with what was left of it. */
export async function findHeir(
  store: Store,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
): Promise<SubscriptionRow | undefined> {
  const credited = store.selectFrom('subscriptions').selectAll().where('user_id', '=', user_id)
  let heir = await credited.where('credit_of', '=', id).executeTakeFirst()
  while (heir && heir.status !== 'active') heir = await credited.where('credit_of', '=', heir.id).executeTakeFirst()
  return heir
}

/** How many subscriptions of a plan an account has had. One that was paid for and never opened has no time. */
export async function countOfPlan(store: Store, user_id: number, plan_id: number): Promise<number> {
  const row = await store
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('plan_id', '=', plan_id)
    .whereRef('end_time', '>', 'start_time')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Where a batch begins, and how many rows it has at most. The rows are in the order of their ids. */
export type Batch = { after: number; limit: number }

const active = (store: Store, { after, limit }: Batch) =>
  store
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)

/** Active subscriptions of a plan. */
export const readActiveOfPlan = (store: Store, plan_id: number, batch: Batch): Promise<SubscriptionRow[]> =>
  active(store, batch).where('plan_id', '=', plan_id).execute()

type Ending = Pick<SubscriptionRow, 'end_time' | 'renews' | 'grace_until'>

/** It was to be renewed and was not. */
export const isUnrenewed = ({ end_time, renews, grace_until }: Ending, at: number): boolean =>
  end_time <= at && renews === 1 && grace_until === 0

export const readUnrenewed = (store: Store, at: number, batch: Batch): Promise<SubscriptionRow[]> =>
  active(store, batch).where('end_time', '<=', at).where('renews', '=', 1).where('grace_until', '=', 0).execute()

/** Its time is over, or its failed renewal has no more time. */
export const isOver = (subscription: Ending, at: number): boolean =>
  subscription.end_time <= at && subscription.grace_until <= at && !isUnrenewed(subscription, at)

export const readOver = (store: Store, at: number, batch: Batch): Promise<SubscriptionRow[]> =>
  active(store, batch)
    .where('end_time', '<=', at)
    .where('grace_until', '<=', at)
    .where(({ or, eb }) => or([eb('renews', '=', 0), eb('grace_until', '>', 0)]))
    .execute()

/** Those whose last pot ends before a time and before they do. */
export const readLackingPots = (store: Store, before: number, batch: Batch): Promise<SubscriptionRow[]> =>
  active(store, batch)
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
    .execute()

/** Subscriptions of disabled accounts that the payment provider renews, those that were tried longest ago first. */
export const readRenewedOfDisabled = (store: Store, triedBefore: number, limit: number): Promise<SubscriptionRow[]> =>
  store
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .where('subscriptions.provider_ref', '<>', '')
    .where('subscriptions.status', '=', 'active')
    .where('subscriptions.renews', '=', 1)
    .where('subscriptions.updated_at', '<=', triedBefore)
    .where('users.status', '<>', userStatus.enabled)
    .orderBy('subscriptions.updated_at')
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
