import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { centsOf } from '../../payments/refund-worth.ts'
import type { Sharer } from './sharers.queries.ts'
import { takenBack } from './worth.ts'

export type CountedRow = Selectable<Database['counted_spend']>
export type Spender = { id: number; used_quota: number; created_at: number }

/** Everyone who is or was an agent, and since when. */
export const readAgentStarts = (store: Store) =>
  store.selectFrom('agents').select(['user_id', 'active_from']).orderBy('user_id').execute()

/** The condition of the index of inviters. */
const isInvited = (table: string) => sql<boolean>`${sql.ref(`${table}.inviter_id`)} <> 0`

/**
 * The accounts that an agent has invited, or that these have invited, in the order of their ids: those that have spent
 * something since the last count, those whose payments may be worth less, and those that must be seen for the first time.
 */
export const readSpenders = (
  store: Store,
  { agent_id, level, active_from }: Sharer & { active_from: number },
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number }[]> =>
  store
    .selectFrom('users')
    .leftJoin('counted_spend as counted', (join) =>
      join.onRef('counted.payer_id', '=', 'users.id').on('counted.level', '=', level),
    )
    .select('users.id')
    .where(isInvited('users'))
    .$if(level === 1, (query) => query.where('users.inviter_id', '=', agent_id))
    .$if(level === 2, (query) =>
      query.where('users.inviter_id', 'in', ({ selectFrom }) =>
        selectFrom('users as inviter')
          .select('inviter.id')
          .where(isInvited('inviter'))
          .where('inviter.inviter_id', '=', agent_id),
      ),
    )
    .where(({ or, and, eb, ref, exists, selectFrom }) =>
      or([
        eb('counted.used_quota', '<>', ref('users.used_quota')),
        and([eb('counted.payer_id', 'is', null), eb('users.used_quota', '<>', 0)]),
        and([eb('counted.payer_id', 'is', null), eb('users.created_at', '<', active_from)]),
        and([
          eb('counted.shared', '>', 0),
          exists(
            selectFrom('top_ups')
              .select('top_ups.id')
              .whereRef('top_ups.user_id', '=', 'users.id')
              .where(({ or, exists, selectFrom }) =>
                or([
                  exists(
                    selectFrom('order_refunds')
                      .select('order_refunds.id')
                      .whereRef('order_refunds.trade_no', '=', 'top_ups.trade_no'),
                  ),
                  exists(
                    selectFrom('order_disputes')
                      .select('order_disputes.id')
                      .whereRef('order_disputes.trade_no', '=', 'top_ups.trade_no'),
                  ),
                ]),
              ),
          ),
        ]),
      ]),
    )
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(limit)
    .execute()

export const findSpender = (store: Store, id: number): Promise<Spender | undefined> =>
  store.selectFrom('users').select(['id', 'used_quota', 'created_at']).where('id', '=', id).executeTakeFirst()

export const findCounted = (store: Store, payer_id: number, level: 1 | 2): Promise<CountedRow | undefined> =>
  store
    .selectFrom('counted_spend')
    .selectAll()
    .where('payer_id', '=', payer_id)
    .where('level', '=', level)
    .executeTakeFirst()

export async function saveCounted(transaction: Store, { payer_id, level, ...counted }: CountedRow): Promise<void> {
  await transaction
    .insertInto('counted_spend')
    .values({ payer_id, level, ...counted })
    .onConflict((conflict) => conflict.columns(['payer_id', 'level']).doUpdateSet(counted))
    .execute()
}

/**
 * What is left of the payments of an account, as quota: without refunds, disputes and imported orders, and without
 * payments that brought the agent of the level a share of their own, or may still do so.
 */
export async function sumPaid(store: Store, payer_id: number, level: 1 | 2): Promise<number> {
  const rows = await store
    .selectFrom('top_ups')
    .select(['quota', 'money'])
    .select(({ selectFrom }) => [
      selectFrom('order_refunds')
        .select(({ fn }) => fn.sum<number | null>('cents').as('cents'))
        .whereRef('order_refunds.trade_no', '=', 'top_ups.trade_no')
        .where('order_refunds.status', '<>', 'failed')
        .as('refunded'),
      selectFrom('order_disputes')
        .select(({ fn }) => fn.sum<number | null>('cents').as('cents'))
        .whereRef('order_disputes.trade_no', '=', 'top_ups.trade_no')
        .where('order_disputes.status', '<>', 'won')
        .as('disputed'),
    ])
    .where('user_id', '=', payer_id)
    .where('status', '=', 'success')
    .where('shares_due', '<>', 1)
    .where('completed_by', '<>', 'import')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dividends')
            .select('dividends.id')
            .where('cause', '=', 'payment')
            .whereRef('reference', '=', 'top_ups.trade_no')
            .where('level', '=', level),
        ),
      ),
    )
    .execute()
  return rows.reduce((sum, { quota, money, refunded, disputed }) => {
    const back = Number(refunded ?? 0) + Number(disputed ?? 0)
    return sum + quota - takenBack(quota, { all: centsOf(money), back })
  }, 0)
}
