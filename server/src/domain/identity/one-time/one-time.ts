import { randomBytes, randomInt } from 'node:crypto'
import { verificationCodeDigits } from '@turnpike/contract/identity/registration'
import type { Deps } from '../../../deps.ts'
import { sameSecret } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import {
  countAttempt,
  deleteAny,
  deleteExpired,
  deleteValue,
  findAny,
  findValue,
  markRead,
  putFirstValue,
  putValue,
  uncountAttempt,
} from './one-time.queries.ts'

/** The purpose and subject of a value. A value of one key is invalid under another. */
export type OneTimeKey = {
  purpose:
    | 'register by mail'
    | 'bind mail'
    | 'password reset'
    | 'oauth state'
    | 'telegram assertion'
    | 'bind wxpusher'
    | 'first password'
    | 'second step'
    | 'totp set-up'
    | 'passkey challenge'
    | 'oidc state'
  /** A mail address, a browser, … */
  subject: string
}
type OneTimeDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

export const oneTimeLife = { resetSeconds: 1800, stateSeconds: 600, setupSeconds: 1800 }
const attemptsMax = 5

/** Digits for the recipient of a mail to type. */
export const newMailCode = () => String(randomInt(10 ** verificationCodeDigits)).padStart(verificationCodeDigits, '0')
export const newSecret = (bits: 128 | 256) => randomBytes(bits / 8).toString('base64url')

const hashOf = ({ vault }: Pick<OneTimeDeps, 'vault'>, { purpose, subject }: OneTimeKey, value: string) =>
  vault.hash(JSON.stringify([purpose, subject, value]), 'one-time value')

type NewValue = OneTimeKey & { value: string; payload?: string; lifeSeconds: number }

/** Stores a value for one use; it replaces an earlier value of the same purpose and subject. */
export async function issueValue(needs: OneTimeDeps, { purpose, subject, value, payload = '', lifeSeconds }: NewValue) {
  const now = needs.clock()
  await deleteExpired(needs.store, now) // expired values are refused anyway; this only keeps the table small
  await putValue(needs.store, {
    purpose,
    subject,
    hash: hashOf(needs, { purpose, subject }, value),
    payload,
    created_at: now,
    expires_at: now + lifeSeconds,
  })
}

/** Whether the value is right, without using it. After five wrong attempts the stored value is refused. */
export async function isRightValue(needs: OneTimeDeps, key: OneTimeKey, value: string): Promise<boolean> {
  const found = await countAttempt(needs.store, key, attemptsMax, needs.clock())
  const hash = hashOf(needs, key, value)
  if (!found || !sameSecret(found.hash, hash)) return false
  await uncountAttempt(needs.store, key, hash)
  return true
}

/** Whether a value too long to be guessed is stored. No attempt is counted: wrong guesses must not spoil the value. */
export const isStoredValue = async (needs: OneTimeDeps, key: OneTimeKey, value: string): Promise<boolean> =>
  (await findValue(needs.store, key, hashOf(needs, key, value), needs.clock())) !== undefined

/** Uses a value in the caller's transaction; undefined when it is wrong, expired or used already. */
export async function useValue(
  transaction: Store,
  needs: Pick<OneTimeDeps, 'vault' | 'clock'>,
  key: OneTimeKey,
  value: string,
): Promise<{ payload: string } | undefined> {
  return deleteValue(transaction, key, hashOf(needs, key, value), needs.clock())
}

/** Allows one attempt only: the stored value is deleted, whether or not it matches. */
export async function useOnFirstTry(
  needs: OneTimeDeps,
  key: OneTimeKey,
  value: string,
): Promise<{ payload: string } | undefined> {
  const found = await deleteAny(needs.store, key)
  if (!found || found.expires_at <= needs.clock()) return undefined
  return sameSecret(found.hash, hashOf(needs, key, value)) ? { payload: found.payload } : undefined
}

/** The stored payload of a key that is still valid. The caller needs no value: the key is their own. */
export const readValue = (needs: Pick<OneTimeDeps, 'store' | 'clock'>, key: OneTimeKey) =>
  findAny(needs.store, key, needs.clock())

/** The payload, for one caller in each pause; undefined for the others, and before the first pause has passed. */
export const takeTurn = (needs: Pick<OneTimeDeps, 'store' | 'clock'>, key: OneTimeKey, pauseSeconds: number) =>
  markRead(needs.store, key, pauseSeconds, needs.clock())

export const endValue = (needs: Pick<OneTimeDeps, 'store'>, key: OneTimeKey) => deleteAny(needs.store, key)

/** Stores that an event happened, until it expires; false when it happened before. */
export function isFirstTime(
  needs: OneTimeDeps,
  { purpose, subject }: OneTimeKey,
  lifeSeconds: number,
): Promise<boolean> {
  const now = needs.clock()
  return putFirstValue(needs.store, { purpose, subject, hash: '', created_at: now, expires_at: now + lifeSeconds })
}
