import { changesRow, countRows } from '../../../store/row-counts.ts'
import type { Store } from '../../../store/store.ts'

export const findTotp = (store: Store, userId: number) =>
  store
    .selectFrom('totp_secrets')
    .select(['secret_cipher', 'last_step', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

type NewTotp = { user_id: number; secret_cipher: string; last_step: number; created_at: number }

/** False when the user has an authenticator app already. */
export async function insertTotp(store: Store, totp: NewTotp): Promise<boolean> {
  const added = await store
    .insertInto('totp_secrets')
    .values(totp)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return added !== undefined
}

/** False when a code of this step or of a later one was accepted before: of concurrent requests, one passes. */
export const takeTotpStep = (store: Store, userId: number, step: number): Promise<boolean> =>
  changesRow(
    store
      .updateTable('totp_secrets')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step),
  )

export const deleteTotp = async (store: Store, userId: number): Promise<boolean> =>
  (await store.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows > 0n

export async function replaceRecoveryCodes(store: Store, userId: number, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(store, userId)
  await store
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export const deleteRecoveryCodes = (store: Store, userId: number) =>
  store.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()

/** Deleting the row uses the code: of concurrent requests, one gets it. */
export async function useRecoveryCode(store: Store, userId: number, hash: string): Promise<boolean> {
  const used = await store
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export const countRecoveryCodes = (store: Store, userId: number): Promise<number> =>
  countRows(store.selectFrom('recovery_codes').where('user_id', '=', userId))
