import { role } from '@turnpike/contract/identity/user'
import type { Flag } from '../../../store/schema/flag.ts'
import type { Store } from '../../../store/store.ts'
import { people } from '../../identity/users/people.queries.ts'

/** The users to notify, without banned and cancelled ones. */
export const findToNotify = (store: Store, ids: number[]) =>
  people(store)
    .select(['id', 'username', 'email', 'quota', 'setting'])
    .where('id', 'in', ids)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()

/** The administrators who are told what waits for a decision. */
export const findAdministrators = (store: Store) =>
  people(store)
    .select(['email', 'setting'])
    .where('role', '>=', role.admin)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const writeSetting = (store: Store, id: number, setting: string) =>
  store.updateTable('users').set({ setting }).where('id', '=', id).execute()

export const readMarks = (store: Store, name: string) =>
  store.selectFrom('ledger_marks').select(['before_last', 'last']).where('name', '=', name).executeTakeFirst()

export const writeMarks = (store: Store, name: string, marks: { before_last: number; last: number }) =>
  store
    .insertInto('ledger_marks')
    .values({ name, ...marks })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(marks))
    .execute()

export const readLastEntry = async (store: Store): Promise<number> => {
  const row = await store
    .selectFrom('ledger')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** The users whose balance moved in a range of ledger ids, and whether a charge was among the entries. */
export const readMovedBalances = (store: Store, after: number, upTo: number) =>
  store
    .selectFrom('ledger')
    .select('user_id')
    .select(({ fn, eb }) => fn.max(eb.case().when('kind', '=', 'charge').then(1).else(0).end()).as('was_charged'))
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .groupBy('user_id')
    .execute()

export const readDueWarnings = (store: Store, warnedBefore: number) =>
  store
    .selectFrom('quota_warnings')
    .select('user_id')
    .where('is_due', '=', 1)
    .where('warned_at', '<=', warnedBefore)
    .limit(1000)
    .execute()

export type LastWarning = { level: number; warned_at: number; is_due: Flag }

export const readWarnings = (store: Store, ids: number[]) =>
  store
    .selectFrom('quota_warnings')
    .select(['user_id', 'level', 'warned_at', 'is_due'])
    .where('user_id', 'in', ids)
    .execute()

/** Writes a user's last warning, unless another instance has changed it since it was read. */
export async function replaceWarning(
  store: Store,
  user_id: number,
  before: Pick<LastWarning, 'level' | 'warned_at'> | undefined,
  now: LastWarning,
): Promise<boolean> {
  const written = before
    ? await store
        .updateTable('quota_warnings')
        .set(now)
        .where('user_id', '=', user_id)
        .where('level', '=', before.level)
        .where('warned_at', '=', before.warned_at)
        .returning('user_id')
        .executeTakeFirst()
    : await store
        .insertInto('quota_warnings')
        .values({ user_id, ...now })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .returning('user_id')
        .executeTakeFirst()
  return written !== undefined
}

export const markDue = (store: Store, user_id: number) =>
  store.updateTable('quota_warnings').set({ is_due: 1 }).where('user_id', '=', user_id).execute()
