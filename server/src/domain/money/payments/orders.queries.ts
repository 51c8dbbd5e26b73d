import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import { beginningWith, containing } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type OrderRow = Selectable<Database['top_ups']>
type NewOrder = Pick<
  OrderRow,
  | 'user_id'
  | 'trade_no'
  | 'provider'
  | 'payment_method'
  | 'amount'
  | 'money'
  | 'currency'
  | 'merchant'
  | 'quota'
  | 'price_snapshot'
  | 'create_time'
>

export const insertOrder = (store: Store, order: NewOrder): Promise<OrderRow> =>
  store.insertInto('top_ups').values(order).returningAll().executeTakeFirstOrThrow()

export async function noteProviderRef(store: Store, id: number, provider_ref: string): Promise<void> {
  await store.updateTable('top_ups').set({ provider_ref }).where('id', '=', id).execute()
}

export const findOrder = (store: Store, trade_no: string): Promise<OrderRow | undefined> =>
  store.selectFrom('top_ups').selectAll().where('trade_no', '=', trade_no).executeTakeFirst()

/** Moves an order from pending to success. Of all who try, one gets the row: only that one credits. */
export const claimOrder = (
  transaction: Store,
  trade_no: string,
  { at, completed_by }: { at: number; completed_by: string },
): Promise<OrderRow | undefined> =>
  transaction
    .updateTable('top_ups')
    .set({ status: 'success', complete_time: at, completed_by })
    .where('trade_no', '=', trade_no)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

export type Search = {
  user_id?: number | undefined
  /** A whole order number, or the beginning of a user name. */
  keyword?: string | undefined
  trade_no_part?: string | undefined
  status?: string | undefined
}

const found = (store: Store, { user_id, keyword, trade_no_part, status }: Search) =>
  store
    .selectFrom('top_ups')
    .leftJoin('users', 'users.id', 'top_ups.user_id')
    .$if(user_id !== undefined, (query) => query.where('top_ups.user_id', '=', user_id ?? 0))
    .$if(Boolean(status), (query) => query.where('top_ups.status', '=', status ?? ''))
    .$if(Boolean(trade_no_part), (query) =>
      query.where(sql<SqlBool>`top_ups.trade_no like ${containing(trade_no_part ?? '')} escape '\\'`),
    )
    .$if(Boolean(keyword), (query) =>
      query.where(({ eb, or }) =>
        or([
          eb('top_ups.trade_no', '=', keyword ?? ''),
          sql<SqlBool>`users.username like ${beginningWith(keyword ?? '')} escape '\\'`,
        ]),
      ),
    )

export const readOrders = (store: Store, search: Search, page: { limit: number; offset: number }) =>
  found(store, search)
    .selectAll('top_ups')
    .select(({ fn, val }) => fn.coalesce('users.username', val('')).as('username'))
    .orderBy('top_ups.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countOrders = (store: Store, search: Search): Promise<number> => countRows(found(store, search))

/** Open orders that were not queried at the provider for a while, the longest waiting first. */
export const readOrdersToCheck = (
  store: Store,
  {
    createdAfter,
    createdBefore,
    checkedBefore,
  }: { createdAfter: number; createdBefore: number; checkedBefore: number },
  limit: number,
): Promise<OrderRow[]> =>
  store
    .selectFrom('top_ups')
    .selectAll()
    .where('status', '=', 'pending')
    .where('create_time', '>', createdAfter)
    .where('create_time', '<', createdBefore)
    .where('asked_at', '<', checkedBefore)
    .orderBy('asked_at')
    .limit(limit)
    .execute()

export async function noteChecked(store: Store, id: number, at: number): Promise<void> {
  await store.updateTable('top_ups').set({ asked_at: at }).where('id', '=', id).execute()
}

const creditKinds = [
  'top_up',
  'redemption',
  'grant',
  'transfer',
  'refund',
  'adjustment_credit',
  'invite_reward',
] as const

/** Entries of the ledger that added to a user's balance, or to the invitation earnings. */
const credits = (store: Store, user_id: number, onlyRebates: boolean) =>
  store
    .selectFrom('ledger')
    .where('user_id', '=', user_id)
    .where('kind', 'in', onlyRebates ? ['invite_reward'] : [...creditKinds])

export async function readRecords(
  store: Store,
  user_id: number,
  onlyRebates: boolean,
  page: { limit: number; offset: number },
) {
  const rows = await credits(store, user_id, onlyRebates)
    .select(['id', 'kind', 'amount', 'reference', 'created_at'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = await countRows(credits(store, user_id, onlyRebates))
  return { rows, total }
}
