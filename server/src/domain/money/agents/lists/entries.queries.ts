import { type SqlBool, sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'

/** Entries that move earnings. The words are those of their index. */
const movesEarnings = sql<SqlBool>`affiliate <> 0`

const entriesOf = (store: Store, user_id: number) =>
  store.selectFrom('ledger').where('user_id', '=', user_id).where(movesEarnings)

const sumOf = (...kinds: string[]) =>
  sql<number>`CAST(coalesce(sum(CASE WHEN kind IN (${sql.join(kinds)}) THEN affiliate ELSE 0 END), 0) AS BIGINT)`

/** What a user has earned and moved, ever. Shares are without what was taken back. */
export async function sumEarnings(store: Store, user_id: number) {
  const sums = await entriesOf(store, user_id)
    .select([
      sumOf('dividend', 'dividend_reversal').as('shares'),
      sumOf('invite_reward').as('rewards'),
      sumOf('transfer').as('moved'),
      sumOf('withdrawal').as('withdrawn'),
    ])
    .executeTakeFirstOrThrow()
  const { shares, rewards, moved, withdrawn } = sums
  return {
    shares: Number(shares),
    rewards: Number(rewards),
    moved: Math.abs(Number(moved)),
    withdrawn: Math.abs(Number(withdrawn)),
  }
}

/** What a user had earned and not moved at the beginning of a second. */
export async function readEarningsAt(store: Store, user_id: number, at: number): Promise<number> {
  const { sum } = await entriesOf(store, user_id)
    .select(sql<number>`coalesce(sum(affiliate), 0)`.as('sum'))
    .where('created_at', '<', at)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

type Batch = { from: number; to: number; after: number; limit: number }

/** The entries from a second until another one, after one of them, oldest first. */
export const readEntries = (store: Store, user_id: number, { from, to, after, limit }: Batch) =>
  entriesOf(store, user_id)
    .select(['id', 'kind', 'reference', 'affiliate', 'created_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
export type EarningsEntry = Awaited<ReturnType<typeof readEntries>>[number]
