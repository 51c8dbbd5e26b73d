import type { Insertable } from 'kysely'
import { changesRow, countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

const shown = ['id', 'name', 'created_at', 'used_at'] as const

export const listPasskeys = (store: Store, userId: number) =>
  store
    .selectFrom('passkeys')
    .select([...shown, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const findPasskey = (store: Store, credentialId: string) =>
  store
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** Undefined when the passkey belongs to an account already. */
export const insertPasskey = (store: Store, passkey: Insertable<Database['passkeys']>) =>
  store
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()

/** False when another sign-in has raised the counter since it was read. */
export const countUse = (
  store: Store,
  { id, counter }: { id: number; counter: number },
  used: { counter: number; used_at: number },
): Promise<boolean> =>
  changesRow(store.updateTable('passkeys').set(used).where('id', '=', id).where('counter', '=', counter))

export const renamePasskey = (store: Store, userId: number, id: number, name: string) =>
  store
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(shown)
    .executeTakeFirst()

export const deletePasskey = (store: Store, userId: number, id: number) =>
  store.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst()

export const deletePasskeys = async (store: Store, userId: number): Promise<boolean> =>
  (await store.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows > 0n

export const countPasskeys = (store: Store, userId: number): Promise<number> =>
  countRows(store.selectFrom('passkeys').where('user_id', '=', userId))
