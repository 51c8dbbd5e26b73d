import { userStatus } from '@turnpike/contract/identity/user'
import type { WithdrawalStatus } from '@turnpike/contract/money/agents/withdrawal'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { beginningWith, storable } from '../../../../store/like.ts'
import { countRows } from '../../../../store/row-counts.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { usernameKey } from '../../../identity/users/username.ts'

export type WithdrawalRow = Selectable<Database['withdrawals']>

/** The columns that are shown: the account is not. */
const shownColumns = [
  'withdrawals.id',
  'withdrawals.agent_id',
  'withdrawals.amount',
  'withdrawals.fee',
  'withdrawals.method',
  'withdrawals.status',
  'withdrawals.reason',
  'withdrawals.reference',
  'withdrawals.created_at',
  'withdrawals.decided_at',
  'withdrawals.decided_by',
  'withdrawals.paid_at',
  'withdrawals.paid_by',
] as const

type NewWithdrawal = Omit<Insertable<Database['withdrawals']>, 'account_cipher' | 'status'>

/** The account is sealed with the id of the row. */
export async function insertWithdrawal(
  transaction: Store,
  withdrawal: NewWithdrawal,
  sealFor: (id: number) => string,
): Promise<WithdrawalRow> {
  const { id } = await transaction
    .insertInto('withdrawals')
    .values({ ...withdrawal, status: 'asked', account_cipher: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return transaction
    .updateTable('withdrawals')
    .set({ account_cipher: sealFor(id) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findWithdrawal = (store: Store, id: number): Promise<WithdrawalRow | undefined> =>
  store.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()

export const findOwnWithdrawal = (store: Store, agent_id: number, id: number) =>
  store.selectFrom('withdrawals').select('id').where('id', '=', id).where('agent_id', '=', agent_id).executeTakeFirst()

type Step = Partial<Omit<WithdrawalRow, 'id' | 'agent_id' | 'amount'>> & { status: WithdrawalStatus }

/** Moves a withdrawal on from one of these statuses. Of all who try, one gets the row. */
export const moveWithdrawal = (
  transaction: Store,
  id: number,
  from: readonly WithdrawalStatus[],
  step: Step,
): Promise<WithdrawalRow | undefined> =>
  transaction
    .updateTable('withdrawals')
    .set(step)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst()

/** Erases where a user was paid, except for requests that are still to be paid or refused. */
export const eraseAccounts = (transaction: Store, agent_id: number) =>
  transaction
    .updateTable('withdrawals')
    .set({ account_cipher: '' })
    .where('agent_id', '=', agent_id)
    .where('status', 'in', ['paid', 'refused', 'cancelled'])
    .execute()

type Paging = { p: number; page_size: number }
export type WithdrawalSearch = {
  id?: number
  agent_id?: number | undefined
  status?: WithdrawalStatus | undefined
  /** The beginning of the name of an agent, or the whole number of the payment. */
  keyword?: string | undefined
}

const found = (store: Store, { id, agent_id, status, keyword }: WithdrawalSearch) =>
  store
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.agent_id')
    .leftJoin('agents', 'agents.user_id', 'withdrawals.agent_id')
    .$if(id !== undefined, (query) => query.where('withdrawals.id', '=', id ?? 0))
    .$if(agent_id !== undefined, (query) => query.where('withdrawals.agent_id', '=', agent_id ?? 0))
    .$if(status !== undefined, (query) => query.where('withdrawals.status', '=', status ?? 'asked'))
    .$if(keyword !== undefined, (query) => query.where(matches(keyword ?? '')))

const matches = (keyword: string) => sql<SqlBool>`(withdrawals.reference = ${storable(keyword)}
  OR users.username_key LIKE ${beginningWith(usernameKey(keyword))} ESCAPE '\\')`

const waitsFirst = sql`CASE WHEN withdrawals.status IN ('asked', 'approved') THEN 0 ELSE 1 END`

const shown = (store: Store, search: WithdrawalSearch, { p, page_size }: Paging) =>
  found(store, search)
    .select(shownColumns)
    .select(({ fn, val }) => ['users.username as agent', fn.coalesce('agents.debt', val(0)).as('debt')])
    .limit(page_size)
    .offset((p - 1) * page_size)

/** The requests of one agent, newest first. */
export const readOwnWithdrawals = (store: Store, agent_id: number, paging: Paging) =>
  shown(store, { agent_id }, paging).orderBy('withdrawals.id', 'desc').execute()

/** Those that wait first, then newest first. */
export const readWithdrawals = (store: Store, search: WithdrawalSearch, paging: Paging) =>
  shown(store, search, paging).orderBy(waitsFirst).orderBy('withdrawals.id', 'desc').execute()
export type ShownRow = Awaited<ReturnType<typeof readWithdrawals>>[number]

export const countWithdrawals = (store: Store, search: WithdrawalSearch): Promise<number> =>
  countRows(found(store, search))

/** Approved requests with their sealed accounts, the oldest first. An account that is closed cannot be paid. */
export const readPayable = (store: Store, search: Omit<WithdrawalSearch, 'status'>, limit: number) =>
  found(store, { ...search, status: 'approved' })
    .select([...shownColumns, 'withdrawals.account_cipher', 'users.username as agent'])
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_at', 'is', null)
    .orderBy('withdrawals.id')
    .limit(limit)
    .execute()
export type PayableRow = Awaited<ReturnType<typeof readPayable>>[number]
