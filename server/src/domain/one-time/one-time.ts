import { randomBytes, randomInt } from 'node:crypto'
import { verificationCodeDigits } from '@turnpike/contract/registration'
import type { Deps } from '../../deps.ts'
import { sameSecret } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import {
  countTry,
  deleteAny,
  deleteExpired,
  deleteValue,
  putFirstValue,
  putValue,
  takeBackTry,
} from './one-time.queries.ts'

/** What a value is good for. A value of one purpose or subject is nothing at another. */
export type OneTimeKey = {
  purpose: 'register by mail' | 'bind mail' | 'password reset' | 'oauth state' | 'telegram assertion'
  /** Whose it is: a mail address, a browser, … */
  subject: string
}
type Needs = Pick<Deps, 'store' | 'vault' | 'clock'>

export const oneTimeLife = { mailCodeSeconds: 600, resetSeconds: 1800, stateSeconds: 600 }
const triesMax = 5

/** Digits to read from a mail and type. */
export const newMailCode = () => String(randomInt(10 ** verificationCodeDigits)).padStart(verificationCodeDigits, '0')
export const newSecret = (bits: 128 | 256) => randomBytes(bits / 8).toString('base64url')

const hashOf = ({ vault }: Pick<Needs, 'vault'>, { purpose, subject }: OneTimeKey, value: string) =>
  vault.hash(JSON.stringify([purpose, subject, value]), 'one-time value')

type Issue = OneTimeKey & { value: string; payload?: string; lifeSeconds: number }

/** Makes a value good for one use; the one before it, of the same purpose and subject, is good no more. */
export async function issueValue(needs: Needs, { purpose, subject, value, payload = '', lifeSeconds }: Issue) {
  const now = needs.clock()
  await deleteExpired(needs.store, now) // nobody could use them; this only keeps the table small
  await putValue(needs.store, {
    purpose,
    subject,
    hash: hashOf(needs, { purpose, subject }, value),
    payload,
    created_at: now,
    expires_at: now + lifeSeconds,
  })
}

/** Whether this is the value, without using it up. Five wrong ones, and it is good no more. */
export async function isRightValue(needs: Needs, key: OneTimeKey, value: string): Promise<boolean> {
  const found = await countTry(needs.store, key, triesMax, needs.clock())
  const hash = hashOf(needs, key, value)
  if (!found || !sameSecret(found.hash, hash)) return false
  await takeBackTry(needs.store, key, hash)
  return true
}

/** Uses a value up in the caller's transaction; nothing when it is wrong, too old or used already. */
export async function useValue(
  transaction: Store,
  needs: Pick<Needs, 'vault' | 'clock'>,
  key: OneTimeKey,
  value: string,
): Promise<{ payload: string } | undefined> {
  return deleteValue(transaction, key, hashOf(needs, key, value), needs.clock())
}

/** One try only: whatever was there is gone afterwards. */
export async function useOnFirstTry(
  needs: Needs,
  key: OneTimeKey,
  value: string,
): Promise<{ payload: string } | undefined> {
  const found = await deleteAny(needs.store, key)
  if (!found || found.expires_at <= needs.clock()) return undefined
  return sameSecret(found.hash, hashOf(needs, key, value)) ? { payload: found.payload } : undefined
}

/** Remembers something that may happen once until it expires; false when it happened before. */
export function isFirstTime(needs: Needs, { purpose, subject }: OneTimeKey, lifeSeconds: number): Promise<boolean> {
  const now = needs.clock()
  return putFirstValue(needs.store, { purpose, subject, hash: '', created_at: now, expires_at: now + lifeSeconds })
}
