import type { Selectable } from 'kysely'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type NoticeRow = Selectable<Database['payment_notices']>

export const insertNotice = (store: Store, notice: Omit<NoticeRow, 'id'>): Promise<NoticeRow> =>
  store.insertInto('payment_notices').values(notice).returningAll().executeTakeFirstOrThrow()

/** Keeps the newest notifications without a valid signature: anybody can send them. */
export async function dropOldUnsigned(store: Store, keep: number): Promise<void> {
  const oldest = await store
    .selectFrom('payment_notices')
    .select('id')
    .where('is_signed', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keep)
    .executeTakeFirst()
  if (oldest)
    await store.deleteFrom('payment_notices').where('is_signed', '=', 0).where('id', '<=', oldest.id).execute()
}

export const findNotice = (store: Store, id: number): Promise<NoticeRow | undefined> =>
  store.selectFrom('payment_notices').selectAll().where('id', '=', id).executeTakeFirst()

/** The id of the first notification that had an effect on an order. */
export async function findFirstNotice(store: Store, trade_no: string, effect: string): Promise<number | undefined> {
  const first = await store
    .selectFrom('payment_notices')
    .select('id')
    .where('trade_no', '=', trade_no)
    .where('effect', '=', effect)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id
}

const found = (store: Store, keyword: string | undefined) =>
  store.selectFrom('payment_notices').$if(Boolean(keyword), (query) => query.where('trade_no', '=', keyword ?? ''))

export async function readNotices(
  store: Store,
  keyword: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: NoticeRow[]; total: number }> {
  const rows = await found(store, keyword)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const total = await countRows(found(store, keyword))
  return { rows, total }
}

/** Notifications with a valid signature that were refused since a time. */
export const countRefused = (store: Store, since: number) =>
  store
    .selectFrom('payment_notices')
    .select(({ fn }) => [fn.countAll<number>().as('notices'), fn.max('received_at').as('newest')])
    .where('effect', '=', 'refused')
    .where('is_signed', '=', 1)
    .where('received_at', '>=', since)
    .executeTakeFirstOrThrow()
