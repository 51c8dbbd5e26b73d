import type { Selectable } from 'kysely'
import { isPostgres } from '../../../../store/is-postgres.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

export type DividendRow = Selectable<Database['dividends']>
export type NewDividend = Omit<DividendRow, 'id' | 'reversed' | 'changes' | 'decided_by' | 'reason'>

/** Stores a share. Returns undefined where it exists: a share is made once per cause, reference and level. */
export const insertDividend = (transaction: Store, dividend: NewDividend): Promise<DividendRow | undefined> =>
  transaction
    .insertInto('dividends')
    .values(dividend)
    .onConflict((conflict) => conflict.columns(['cause', 'reference', 'level']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findDividend = (store: Store, id: number): Promise<DividendRow | undefined> =>
  store.selectFrom('dividends').selectAll().where('id', '=', id).executeTakeFirst()

/** The shares that something has brought. */
export const readDividendsOf = (
  store: Store,
  { cause, reference }: Pick<DividendRow, 'cause' | 'reference'>,
): Promise<DividendRow[]> =>
  store
    .selectFrom('dividends')
    .selectAll()
    .where('cause', '=', cause)
    .where('reference', '=', reference)
    .orderBy('id')
    .execute()

/** The shares of a payer's spend that are still worth something, newest first. */
export const readSpendDividends = (
  store: Store,
  { payer_id, level }: Pick<DividendRow, 'payer_id' | 'level'>,
): Promise<DividendRow[]> =>
  store
    .selectFrom('dividends')
    .selectAll()
    .where('payer_id', '=', payer_id)
    .where('cause', '=', 'spend')
    .where('level', '=', level)
    .whereRef('reversed', '<', 'amount')
    .orderBy('id', 'desc')
    .execute()

export async function saveReversed(
  transaction: Store,
  id: number,
  change: Pick<DividendRow, 'reversed' | 'changes'>,
): Promise<void> {
  await transaction.updateTable('dividends').set(change).where('id', '=', id).execute()
}

export async function saveDecision(
  transaction: Store,
  id: number,
  decided: Pick<DividendRow, 'decision' | 'decided_by' | 'reason'>,
): Promise<void> {
  await transaction.updateTable('dividends').set(decided).where('id', '=', id).execute()
}

/** Locks agents in the order of their ids: only then do their shares, debts and earnings change. */
export const lockAgents = (transaction: Store, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : transaction
        .selectFrom('users')
        .select(['id', 'username', 'group', 'status', 'deleted_at', 'inviter_id'])
        .where('id', 'in', [...new Set(ids)])
        .orderBy('id')
        .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
        .execute()

/** Earnings that no payout has reserved, waiting and held ones included. */
export async function readUnreserved(transaction: Store, agent_id: number): Promise<number> {
  const { aff_quota, aff_history_quota } = await transaction
    .selectFrom('users')
    .select(['aff_quota', 'aff_history_quota'])
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const { reserved } = await transaction
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.sum<number | null>('amount').as('reserved'))
    .where('agent_id', '=', agent_id)
    .where('status', 'in', ['asked', 'approved'])
    .executeTakeFirstOrThrow()
  // An import may bring a history that is smaller than the earnings.
  return Math.max(0, Math.min(aff_quota - Number(reserved ?? 0), aff_history_quota))
}
