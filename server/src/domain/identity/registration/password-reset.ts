import { randomInt } from 'node:crypto'
import type { Language } from '@turnpike/contract/errors'
import { userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { mailOf } from '../../../mail/letter.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { isStoredValue, issueValue, newSecret, type OneTimeKey, oneTimeLife, useValue } from '../one-time/one-time.ts'
import { changeStanding, findUserByEmail } from '../users/users.queries.ts'
import { countMail } from './mail-limits.ts'
import { resetLetter } from './registration-letters.ts'

type PasswordResetDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'mail' | 'log'>
type ResetRequest = { email: string; address: string; language: Language }

const resetKey = (email: string): OneTimeKey => ({ purpose: 'password reset', subject: email })

/**
 * Sends a reset link to this address, if it has an account. Neither the response nor its time reveals whether it has
 * one: the mail is sent in the background.
 */
export async function sendReset(deps: PasswordResetDeps, { email, address, language }: ResetRequest): Promise<void> {
  const { ServerAddress } = deps.options.current()
  if (!ServerAddress) throw new AppError('reset_unavailable')
  deps.mail.check()
  await countMail(deps.limits, email, address)
  sendLink(deps, email, language).catch((error: unknown) => deps.log.warn('reset link not sent', { error }))
}

async function sendLink(deps: PasswordResetDeps, email: string, language: Language): Promise<void> {
  const user = await findUserByEmail(deps.store, email)
  if (user?.status !== userStatus.enabled) return
  const { SystemName, ServerAddress } = deps.options.current()
  const value = newSecret(256)
  const lifeSeconds = oneTimeLife.resetSeconds
  await issueValue(deps, { ...resetKey(email), value, payload: String(user.id), lifeSeconds })
  const link = `${ServerAddress}/user/reset?${new URLSearchParams({ email, token: value })}`
  await deps.mail.send(mailOf(resetLetter(SystemName, link, lifeSeconds / 60), email, language))
}

/** Uses a reset link: sets a new password, returned this once, and ends every session of the account. */
export async function resetPassword(
  deps: PasswordResetDeps,
  { email, token }: { email: string; token: string },
): Promise<string> {
  // Checked before the password is hashed, because a hash is costly and anyone may call; the transaction decides.
  if (!(await isStoredValue(deps, resetKey(email), token))) throw new AppError('reset_link_invalid')
  const password = newPassword()
  const password_hash = await hashPassword(password)
  return deps.store.transaction().execute(async (transaction) => {
    const used = await useValue(transaction, deps, resetKey(email), token)
    const user = used && (await findUserByEmail(transaction, email))
    // The address may have been bound to another account since; the link is valid only for the one it was sent for.
    if (user?.status !== userStatus.enabled || String(user.id) !== used?.payload)
      throw new AppError('reset_link_invalid')
    await changeStanding(transaction, user.id, { password_hash })
    return password
  })
}

// Without letters and digits that look alike, because users may type it.
const classes = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789']
const alphabet = classes.join('')
const passwordLength = 16
const draw = (signs: string) => signs[randomInt(signs.length)] ?? ''

/** At least 70 bits, with every class in it. */
function newPassword(): string {
  const password = Array.from({ length: passwordLength }, () => draw(alphabet)).join('')
  const isMixed = classes.every((signs) => [...signs].some((sign) => password.includes(sign)))
  return isMixed ? password : newPassword()
}
