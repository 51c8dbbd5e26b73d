import { type Selectable, sql } from 'kysely'
import { isPostgres } from '../../../../store/is-postgres.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

/** A channel with its keys, where it has several. */
export type WholeChannel = Selectable<Database['channels']> & { keys?: Selectable<Database['channel_keys']>[] }

/** Rows and ids per statement. */
const rowsAtOnce = 500

export async function keepDeleted(transaction: Store, rows: readonly WholeChannel[], at: number): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await transaction
      .insertInto('deleted_channels')
      .values(
        rows
          .slice(from, from + rowsAtOnce)
          .map((row) => ({ id: row.id, deleted_at: at, content: JSON.stringify(row) })),
      )
      .execute()
}

/** Takes the rows of deleted channels out of the table; missing ones are skipped. */
export async function takeDeleted(transaction: Store, ids: readonly number[]): Promise<WholeChannel[]> {
  const found: WholeChannel[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await transaction
      .deleteFrom('deleted_channels')
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .returning('content')
      .execute()
    found.push(...rows.map(({ content }) => JSON.parse(content) as WholeChannel)) // written by `keepDeleted`
  }
  return found
}

/** Deletes the rows of channels that were deleted before a time, keys included. */
export const forgetDeleted = (store: Store, before: number) =>
  store.deleteFrom('deleted_channels').where('deleted_at', '<', before).execute()

/** Waits for charges that are being written, and blocks new ones until the transaction ends. */
export async function lockCharges(transaction: Store): Promise<void> {
  if (isPostgres(transaction)) await sql`lock table ledger in share mode`.execute(transaction)
}

/** The last entry of the ledger below which none can appear later. */
export const lastSettledEntry = (store: Store): Promise<number> =>
  store.transaction().execute(async (transaction) => {
    await lockCharges(transaction)
    const { last } = await transaction
      .selectFrom('ledger')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    return last ?? 0
  })

const channelsAtOnce = 1000

/** Adds the spending with channels in a range of ledger entries to the sums. */
export async function addSpending(
  store: Store,
  sums: Map<number, number>,
  channelIds: readonly number[],
  { after, upTo = Number.MAX_SAFE_INTEGER }: { after: number; upTo?: number },
): Promise<void> {
  for (let from = 0; from < channelIds.length; from += channelsAtOnce) {
    const rows = await store
      .selectFrom('ledger')
      .select(['channel_id', sql<number>`sum(case kind when 'charge' then amount else -amount end)`.as('spent')])
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .where('kind', 'in', ['charge', 'refund'])
      .where('channel_id', 'in', channelIds.slice(from, from + channelsAtOnce))
      .groupBy('channel_id')
      .execute()
    for (const { channel_id, spent } of rows) sums.set(channel_id, (sums.get(channel_id) ?? 0) + Number(spent))
  }
}
