import type { Insertable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type OneTimeKey = { purpose: string; subject: string }

/** A new value replaces the one of the same purpose and subject, and its attempts start at 0. */
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

/** False when the purpose and subject have a value already. */
export async function putFirstValue(store: Store, value: Insertable<Database['one_time_values']>): Promise<boolean> {
  const put = await store
    .insertInto('one_time_values')
    .values(value)
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return put !== undefined
}

/** Counts an attempt before the value is compared, so that a burst of guesses cannot outrun the limit. */
export const countAttempt = (store: Store, { purpose, subject }: OneTimeKey, attemptsMax: number, now: number) =>
  store
    .updateTable('one_time_values')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where((eb) => eb.and({ purpose, subject }))
    .where('attempts', '<', attemptsMax)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()

export const uncountAttempt = (store: Store, { purpose, subject }: OneTimeKey, hash: string) =>
  store
    .updateTable('one_time_values')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where((eb) => eb.and({ purpose, subject, hash }))
    .where('attempts', '>', 0)
    .execute()

export const findValue = (store: Store, { purpose, subject }: OneTimeKey, hash: string, now: number) =>
  store
    .selectFrom('one_time_values')
    .select('payload')
    .where((eb) => eb.and({ purpose, subject, hash }))
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Deleting the row uses the value: of concurrent requests, one gets the row back. */
export const deleteValue = (store: Store, { purpose, subject }: OneTimeKey, hash: string, now: number) =>
  store
    .deleteFrom('one_time_values')
    .where((eb) => eb.and({ purpose, subject, hash }))
    .where('expires_at', '>', now)
    .returning('payload')
    .executeTakeFirst()

export const findAny = (store: Store, { purpose, subject }: OneTimeKey, now: number) =>
  store
    .selectFrom('one_time_values')
    .select(['payload', 'expires_at'])
    .where((eb) => eb.and({ purpose, subject }))
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Sets the time of a value that was last set a pause ago or earlier: of concurrent callers, one gets the row back. */
export const markRead = (store: Store, { purpose, subject }: OneTimeKey, pauseSeconds: number, now: number) =>
  store
    .updateTable('one_time_values')
    .set({ created_at: now })
    .where((eb) => eb.and({ purpose, subject }))
    .where('expires_at', '>', now)
    .where('created_at', '<=', now - pauseSeconds)
    .returning('payload')
    .executeTakeFirst()

/** Deletes and returns the value of a purpose and subject, whatever it is. */
export const deleteAny = (store: Store, { purpose, subject }: OneTimeKey) =>
  store
    .deleteFrom('one_time_values')
    .where((eb) => eb.and({ purpose, subject }))
    .returning(['hash', 'payload', 'expires_at'])
    .executeTakeFirst()

export const deleteExpired = (store: Store, now: number) =>
  store.deleteFrom('one_time_values').where('expires_at', '<=', now).execute()
