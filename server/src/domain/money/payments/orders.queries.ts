import { recordKinds } from '@turnpike/contract/money/payment'
import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import { beginningWith, containing } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { personOf } from '../../identity/users/people.queries.ts'
import { renewalTradeNo } from './renewal-trade-no.ts'

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
> &
  Partial<Pick<OrderRow, 'caller_id' | 'plan_id' | 'terms' | 'subscription_id' | 'payer_mark'>>

export const insertOrder = (store: Store, order: NewOrder): Promise<OrderRow> =>
  store.insertInto('top_ups').values(order).returningAll().executeTakeFirstOrThrow()

/** The order of a renewal, which is paid already. */
export const insertPaidOrder = (
  store: Store,
  order: NewOrder & Pick<OrderRow, 'complete_time' | 'provider_ref'>,
): Promise<OrderRow> =>
  store
    .insertInto('top_ups')
    .values({ ...order, status: 'success' })
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * A job compares the shares of agents with what is left of a payment. An order that it has not seen yet stays a new one. The row is
 * changed in any case: only then does this wait for a job that is looking at the order.
 */
export async function markSharesDue(transaction: Store, trade_no: string): Promise<void> {
  await transaction
    .updateTable('top_ups')
    .set({ shares_due: sql<1 | 2>`CASE shares_due WHEN 1 THEN 1 ELSE 2 END` })
    .where('trade_no', '=', trade_no)
    .execute()
}

/** Stores who has paid an order, once the payment provider says so. */
export async function notePayer(transaction: Store, trade_no: string, payer_mark: string): Promise<void> {
  await transaction
    .updateTable('top_ups')
    .set({ payer_mark })
    .where('trade_no', '=', trade_no)
    .where('payer_mark', '=', '')
    .execute()
}

/** The newest paid order of a subscription: its first one, or that of its last renewal. */
export const findNewestPaid = (
  store: Store,
  { id, user_id, trade_no }: { id: number; user_id: number; trade_no: string },
): Promise<OrderRow | undefined> =>
  store
    .selectFrom('top_ups')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('status', '=', 'success')
    .where(({ eb, or, and }) =>
      or([
        eb('trade_no', '=', trade_no),
        and([
          eb('subscription_id', '=', id),
          sql<SqlBool>`trade_no like ${beginningWith(renewalTradeNo(trade_no, ''))} escape '\\'`,
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Makes the order of a plan one of quota. */
export const makeTopUp = (transaction: Store, id: number): Promise<OrderRow> =>
  transaction
    .updateTable('top_ups')
    .set({ plan_id: 0, terms: '', subscription_id: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function noteProviderRef(store: Store, id: number, provider_ref: string): Promise<void> {
  await store.updateTable('top_ups').set({ provider_ref }).where('id', '=', id).execute()
}

export const findOrder = (store: Store, trade_no: string): Promise<OrderRow | undefined> =>
  store.selectFrom('top_ups').selectAll().where('trade_no', '=', trade_no).executeTakeFirst()

/** Moves an order from pending to success. Of all who try, one gets the row: only that one credits. */
export const claimOrder = (
  transaction: Store,
  trade_no: string,
  { at, completed_by, payer_mark }: { at: number; completed_by: string; payer_mark: string },
): Promise<OrderRow | undefined> =>
  transaction
    .updateTable('top_ups')
    .set({ status: 'success', complete_time: at, completed_by, payer_mark })
    .where('trade_no', '=', trade_no)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

export type Search = {
  /** Who is credited. */
  user_id?: number | undefined
  trade_no?: string
  /** A whole order number, or the beginning of the name of a user or of an organisation. */
  keyword?: string | undefined
  trade_no_part?: string | undefined
  /** A status of orders, or `refunded`. */
  status?: string | undefined
  /** Of the time an order was made; both are included. */
  start?: number | undefined
  end?: number | undefined
}

const found = (store: Store, { user_id, trade_no, keyword, trade_no_part, status, start, end }: Search) =>
  store
    .selectFrom('top_ups')
    .leftJoin('users as account', (join) =>
      join.onRef('account.id', '=', 'top_ups.user_id').on('top_ups.caller_id', '<>', 0),
    )
    .leftJoin('users', (join) => join.on('users.id', '=', personOf('top_ups.user_id', 'top_ups.caller_id')))
    .$if(trade_no !== undefined, (query) => query.where('top_ups.trade_no', '=', trade_no ?? ''))
    .$if(user_id !== undefined, (query) => query.where('top_ups.user_id', '=', user_id ?? 0))
    .$if(Boolean(status) && status !== 'refunded', (query) => query.where('top_ups.status', '=', status ?? ''))
    .$if(status === 'refunded', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('order_refunds')
            .select('order_refunds.id')
            .whereRef('order_refunds.trade_no', '=', 'top_ups.trade_no')
            .where('order_refunds.status', '<>', 'failed'),
        ),
      ),
    )
    .$if(Boolean(start), (query) => query.where('top_ups.create_time', '>=', start ?? 0))
    .$if(Boolean(end), (query) => query.where('top_ups.create_time', '<=', end ?? 0))
    .$if(Boolean(trade_no_part), (query) =>
      query.where(sql<SqlBool>`top_ups.trade_no like ${containing(trade_no_part ?? '')} escape '\\'`),
    )
    .$if(Boolean(keyword), (query) =>
      query.where(({ eb, or }) =>
        or([
          eb('top_ups.trade_no', '=', keyword ?? ''),
          sql<SqlBool>`users.username like ${beginningWith(keyword ?? '')} escape '\\'`,
          sql<SqlBool>`account.display_name like ${beginningWith(keyword ?? '')} escape '\\'`,
        ]),
      ),
    )

const rowsFound = (store: Store, search: Search) =>
  found(store, search)
    .selectAll('top_ups')
    .select(({ fn, val }) => [
      fn.coalesce('users.username', val('')).as('username'),
      fn.coalesce('account.display_name', val('')).as('account'),
    ])
    .orderBy('top_ups.id', 'desc')

export const readOrders = (store: Store, search: Search, { limit, offset }: { limit: number; offset: number }) =>
  rowsFound(store, search).limit(limit).offset(offset).execute()

/** The orders before one of them, newest first, for reading many orders in batches. */
export const readOrdersBefore = (store: Store, search: Search, before: number | undefined, limit: number) =>
  rowsFound(store, search)
    .$if(before !== undefined, (query) => query.where('top_ups.id', '<', before ?? 0))
    .limit(limit)
    .execute()

/** Hundredths of a price, which always has two digits after the point. */
const cents = sql<number>`CAST(replace(top_ups.money, '.', '') AS BIGINT)`
const total = (value: ReturnType<typeof sql<number>>) => sql<number>`CAST(coalesce(sum(${value}), 0) AS BIGINT)`

/** The sums of the orders of a filter, by currency. */
export const sumOrders = (store: Store, search: Search) =>
  found(store, search)
    .select('top_ups.currency')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select([
      total(sql`CASE top_ups.status WHEN 'success' THEN 1 ELSE 0 END`).as('credited'),
      // The quota of a plan is not credited.
      total(sql`CASE WHEN top_ups.status = 'success' AND top_ups.plan_id = 0 THEN top_ups.quota ELSE 0 END`).as(
        'quota',
      ),
      total(sql`CASE top_ups.status WHEN 'success' THEN ${cents} ELSE 0 END`).as('paid'),
      total(sql`(SELECT sum(order_refunds.cents) FROM order_refunds
        WHERE order_refunds.trade_no = top_ups.trade_no AND order_refunds.status <> 'failed')`).as('refunded'),
    ])
    .groupBy('top_ups.currency')
    .orderBy('top_ups.currency')
    .execute()

/** Open orders that were made between two times, by currency. */
export const sumOpenOrders = (store: Store, { after, before }: { after: number; before: number }) =>
  store
    .selectFrom('top_ups')
    .select('currency')
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.min('create_time').as('oldest')])
    .select(total(cents).as('cents'))
    .where('status', '=', 'pending')
    .where('create_time', '>', after)
    .where('create_time', '<', before)
    .groupBy('currency')
    .orderBy('currency')
    .execute()

/** Refunds without the provider's confirmation, by currency. */
export const sumPendingRefunds = (store: Store) =>
  store
    .selectFrom('order_refunds')
    .innerJoin('top_ups', 'top_ups.trade_no', 'order_refunds.trade_no')
    .select('top_ups.currency')
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.min('order_refunds.created_at').as('oldest')])
    .select(total(sql`order_refunds.cents`).as('cents'))
    .where('order_refunds.status', '=', 'pending')
    .groupBy('top_ups.currency')
    .orderBy('top_ups.currency')
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

/** Entries of the ledger besides the charges of requests, or the rewards for invitations alone. */
const changes = (store: Store, user_id: number, onlyRebates: boolean) =>
  store
    .selectFrom('ledger')
    .where('user_id', '=', user_id)
    .where('kind', 'in', onlyRebates ? ['invite_reward'] : recordKinds)

export async function readRecords(
  store: Store,
  user_id: number,
  onlyRebates: boolean,
  page: { limit: number; offset: number },
) {
  const rows = await changes(store, user_id, onlyRebates)
    .select(['id', 'kind', 'amount', 'posted', 'affiliate', 'reference', 'detail', 'created_at'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = await countRows(changes(store, user_id, onlyRebates))
  return { rows, total }
}
