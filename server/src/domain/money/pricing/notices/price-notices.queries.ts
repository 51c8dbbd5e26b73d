import type { Store } from '../../../../store/store.ts'
import { people } from '../../../identity/users/people.queries.ts'

/** Users that can be notified, without banned and cancelled ones, in the order of their ids. */
export const readActiveUsers = (store: Store, after: number, limit: number) =>
  people(store)
    .select(['id', 'username', 'email', 'group', 'setting'])
    .where('id', '>', after)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The models that users have called since a time, from whole days. */
export const readUsedModels = (store: Store, userIds: readonly number[], since: number) =>
  store
    .selectFrom('usage_days')
    .select(['user_id', 'model_name'])
    .distinct()
    .where('user_id', 'in', userIds)
    .where('hour', '>=', since - 86_400)
    .where('calls', '>', 0)
    .execute()

export const readNotices = (store: Store, userIds: readonly number[]) =>
  store
    .selectFrom('price_notices')
    .select(['user_id', 'change_id', 'changed_at', 'told_at', 'is_due'])
    .where('user_id', 'in', userIds)
    .execute()

/** A scheduled change with its present prices and time. */
export type Version = { change_id: number; changed_at: number }
type Claim = { user_id: number; versions: readonly Version[]; now: number; retriedBefore: number }

/** Writes that a user is told about changes. Returns those that no instance has told before. */
export const claimNotices = (store: Store, { user_id, versions, now, retriedBefore }: Claim): Promise<Version[]> =>
  store
    .insertInto('price_notices')
    .values(versions.map(({ change_id, changed_at }) => ({ user_id, change_id, changed_at, told_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'change_id', 'changed_at'])
        .doUpdateSet({ told_at: now, is_due: 0 })
        .where('price_notices.is_due', '=', 1)
        .where('price_notices.told_at', '<=', retriedBefore),
    )
    .returning(['change_id', 'changed_at'])
    .execute()

/** The notices of a user that were written at this time were not delivered. */
export const markUndelivered = (store: Store, user_id: number, told_at: number) =>
  store
    .updateTable('price_notices')
    .set({ is_due: 1 })
    .where('user_id', '=', user_id)
    .where('told_at', '=', told_at)
    .execute()

/** Deletes notices of changes that are no longer scheduled. Those of the last day stay: they space the mails of a user. */
export const pruneNotices = (store: Store, scheduled: readonly number[], toldBefore: number) =>
  store
    .deleteFrom('price_notices')
    .where('told_at', '<=', toldBefore)
    .$if(scheduled.length > 0, (query) => query.where('change_id', 'not in', scheduled))
    .execute()
