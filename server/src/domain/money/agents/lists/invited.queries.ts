import { sql } from 'kysely'
import { countRows } from '../../../../store/row-counts.ts'
import type { Store } from '../../../../store/store.ts'

const total = (value: ReturnType<typeof sql<number>>) => sql<number>`CAST(coalesce(sum(${value}), 0) AS BIGINT)`
/** Whether an account has ever paid. */
const hasPaid = sql<number>`CASE WHEN EXISTS (SELECT 1 FROM top_ups
  WHERE top_ups.user_id = users.id AND top_ups.status = 'success') THEN 1 ELSE 0 END`

/** Users and organisations that somebody has invited. The index needs the second condition. */
const invited = (store: Store) => store.selectFrom('users').where('inviter_id', '<>', 0)

/** How many accounts each of these users has invited, and how many of those have paid. */
export async function countInvited(store: Store, inviters: readonly number[]) {
  if (inviters.length === 0) return new Map<number, { invited: number; paying: number }>()
  const rows = await invited(store)
    .where('inviter_id', 'in', [...inviters])
    .select(({ fn }) => ['inviter_id', fn.countAll<number>().as('invited'), total(hasPaid).as('paying')])
    .groupBy('inviter_id')
    .execute()
  return new Map(rows.map((row) => [row.inviter_id, { invited: Number(row.invited), paying: Number(row.paying) }]))
}

const columns = ['users.id', 'users.kind', 'users.username', 'users.display_name', 'users.created_at'] as const

/** Whom an agent has invited, and whom those have invited. Users of an import may have invited each other. */
const ofBothLevels = (store: Store, agent_id: number) => {
  const first = invited(store)
    .where('inviter_id', '=', agent_id)
    .where('id', '<>', agent_id)
    .select([...columns, sql<1 | 2>`1`.as('level')])
  const second = store
    .selectFrom('users as inviter')
    .innerJoin('users', 'users.inviter_id', 'inviter.id')
    .where('inviter.inviter_id', '<>', 0)
    .where('inviter.inviter_id', '=', agent_id)
    .where('inviter.id', '<>', agent_id)
    .where('users.inviter_id', '<>', 0)
    .where('users.id', '<>', agent_id)
    .select([...columns, sql<1 | 2>`2`.as('level')])
  return store.selectFrom(first.unionAll(second).as('account'))
}

type Paging = { p: number; page_size: number }

/** Newest first. */
export const readInvited = (store: Store, agent_id: number, { p, page_size }: Paging) =>
  ofBothLevels(store, agent_id)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const countBothLevels = (store: Store, agent_id: number): Promise<number> =>
  countRows(ofBothLevels(store, agent_id))

/** What these accounts have brought an agent. */
export async function sumByPayer(store: Store, agent_id: number, payers: readonly number[]) {
  if (payers.length === 0) return new Map<number, { base: number; earned: number }>()
  const rows = await store
    .selectFrom('dividends')
    .select('payer_id')
    .select([total(sql`base`).as('base'), total(sql`amount - reversed`).as('earned')])
    .where('agent_id', '=', agent_id)
    .where('payer_id', 'in', [...payers])
    .groupBy('payer_id')
    .execute()
  return new Map(rows.map((row) => [row.payer_id, { base: Number(row.base), earned: Number(row.earned) }]))
}

/** The number of the month of a time: 0 for the newest. Months are given by their first seconds, newest first. */
const monthOf = (column: string, starts: readonly number[]) =>
  sql<number>`CASE ${sql.join(
    starts.map((start, index) => sql`WHEN ${sql.ref(column)} >= ${start} THEN ${sql.lit(index)}`),
    sql` `,
  )} END`

/** Who has joined by invitation since the oldest of some months, and how many of those have paid until now. */
export const countJoined = (store: Store, agent_id: number, starts: readonly number[]) =>
  store
    .selectFrom(
      invited(store)
        .where('inviter_id', '=', agent_id)
        .where('id', '<>', agent_id)
        .where('created_at', '>=', starts.at(-1) ?? 0)
        .select([monthOf('created_at', starts).as('month'), hasPaid.as('has_paid')])
        .as('joined'),
    )
    .select(({ fn }) => ['month', fn.countAll<number>().as('joined'), total(sql`has_paid`).as('converted')])
    .groupBy('month')
    .execute()

/** Shares of the same months. */
export const sumShares = (store: Store, agent_id: number, starts: readonly number[]) =>
  store
    .selectFrom(
      store
        .selectFrom('dividends')
        .where('agent_id', '=', agent_id)
        .where('created_at', '>=', starts.at(-1) ?? 0)
        .select([monthOf('created_at', starts).as('month'), 'base', 'amount', 'reversed'])
        .as('shares'),
    )
    .select('month')
    .select([total(sql`base`).as('base'), total(sql`amount`).as('shares'), total(sql`reversed`).as('reversed')])
    .groupBy('month')
    .execute()
