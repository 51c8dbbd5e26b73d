import type { Deps } from '../../../deps.ts'
import type { Store } from '../../../store/store.ts'
import { recoveryCodeHash } from './check-code.ts'
import { hasSecondFactor } from './has-second-factor.ts'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './second-factor.queries.ts'
import { newRecoveryCodes } from './totp.ts'

/** New codes in place of all earlier ones; only their hashes are stored. */
export async function giveRecoveryCodes(transaction: Store, vault: Deps['vault'], userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryCodeHash(vault, userId, code))
  await replaceRecoveryCodes(transaction, userId, hashes)
  return codes
}

/** Codes for an account without any; none for one that has some, whose owner has written them down. */
export const firstRecoveryCodes = async (
  transaction: Store,
  vault: Deps['vault'],
  userId: number,
): Promise<string[]> =>
  (await countRecoveryCodes(transaction, userId)) > 0 ? [] : giveRecoveryCodes(transaction, vault, userId)

/** Codes replace a second factor: they go with the last one. */
export async function dropUnneededCodes(transaction: Store, userId: number): Promise<void> {
  if (!(await hasSecondFactor(transaction, userId))) await deleteRecoveryCodes(transaction, userId)
}
