import type { Insertable } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

type OneTimeKey = { purpose: string; subject: string }

/** The newest value is the only one of its purpose and subject, and begins without wrong tries. */
export const putValue = (store: Store, value: Insertable<Database['one_time_values']>) =>
  store
    .insertInto('one_time_values')
    .values({ ...value, attempts: 0 })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'subject']).doUpdateSet((values) => ({
        hash: values.ref('excluded.hash'),
        payload: values.ref('excluded.payload'),
        attempts: 0,
        created_at: values.ref('excluded.created_at'),
        expires_at: values.ref('excluded.expires_at'),
      })),
    )
    .execute()

/** False when there is one already. */
export async function putFirstValue(store: Store, value: Insertable<Database['one_time_values']>): Promise<boolean> {
  const put = await store
    .insertInto('one_time_values')
    .values(value)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return put !== undefined
}

/** Counts a try before anybody knows whether it is right, so that a burst of guesses cannot outrun the limit. */
export const countTry = (store: Store, { purpose, subject }: OneTimeKey, triesMax: number, now: number) =>
  store
    .updateTable('one_time_values')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('attempts', '<', triesMax)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()

export const takeBackTry = (store: Store, { purpose, subject }: OneTimeKey, hash: string) =>
  store
    .updateTable('one_time_values')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('hash', '=', hash)
    .where('attempts', '>', 0)
    .execute()

/** Whoever deletes the row has used the value. */
export const deleteValue = (store: Store, { purpose, subject }: OneTimeKey, hash: string, now: number) =>
  store
    .deleteFrom('one_time_values')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('payload')
    .executeTakeFirst()

/** Takes whatever value stands there, right or wrong. */
export const deleteAny = (store: Store, { purpose, subject }: OneTimeKey) =>
  store
    .deleteFrom('one_time_values')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .returning(['hash', 'payload', 'expires_at'])
    .executeTakeFirst()

export const deleteExpired = (store: Store, now: number) =>
  store.deleteFrom('one_time_values').where('expires_at', '<=', now).execute()
