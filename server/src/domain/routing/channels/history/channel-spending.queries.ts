import { sql } from 'kysely'
import { isPostgres } from '../../../../store/is-postgres.ts'
import type { Store } from '../../../../store/store.ts'

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
