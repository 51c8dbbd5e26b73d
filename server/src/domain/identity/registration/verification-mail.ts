import type { Language } from '@turnpike/contract/errors'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import { mailOf } from '../../../mail/letter.ts'
import { issueValue, newMailCode, type OneTimeKey } from '../one-time/one-time.ts'
import { findOwner } from './create-account.ts'
import { checkMailAddress } from './mail-address.ts'
import { countMail } from './mail-limits.ts'
import { registrationKey } from './register.ts'
import { takenLetter, verificationLetter } from './registration-letters.ts'

type VerificationMailDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'mail'>
type VerificationRequest = { email: string; caller: Caller | undefined; address: string; language: Language }

/** The key of a code for one user to bind one address; such a code opens no account. */
export const bindingKey = (userId: number, email: string): OneTimeKey => ({
  purpose: 'bind mail',
  subject: `${userId} ${email}`,
})

/**
 * Sends a code to register with or, for a signed-in user, to bind the address. An address that has an account gets a
 * mail without a code, so that the response is the same for both.
 */
export async function sendVerification(
  deps: VerificationMailDeps,
  { email, caller, address, language }: VerificationRequest,
): Promise<void> {
  const options = deps.options.current()
  const { SystemName, ServerAddress, MailCodeMinutes } = options
  checkMailAddress(email, options)
  deps.mail.check()
  await countMail(deps.limits, email, address)
  if (await findOwner(deps.store, { kind: 'email', value: email })) {
    const signInAddress = ServerAddress && `${ServerAddress}/login`
    return deps.mail.send(mailOf(takenLetter(SystemName, signInAddress), email, language))
  }
  const value = newMailCode()
  const key = caller ? bindingKey(caller.id, email) : registrationKey(email)
  await issueValue(deps, { ...key, value, lifeSeconds: MailCodeMinutes * 60 })
  const letter = verificationLetter(SystemName, value, MailCodeMinutes)
  await deps.mail.send(mailOf(letter, email, language))
}
