import type { Registration } from '@turnpike/contract/identity/registration'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { isRightValue, type OneTimeKey, useValue } from '../one-time/one-time.ts'
import { findUsername } from '../users/users.queries.ts'
import { createAccount, findOwner } from './create-account.ts'
import { checkMailAddress } from './mail-address.ts'

type RegisterDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'config'>

export function checkRegistrationOpen({ RegisterEnabled, PasswordRegisterEnabled }: OptionValues) {
  if (!RegisterEnabled) throw new AppError('register_disabled')
  if (!PasswordRegisterEnabled) throw new AppError('password_register_disabled')
}

export const registrationKey = (email: string): OneTimeKey => ({ purpose: 'register by mail', subject: email })

/** Opens an account. A mail address without a code is stored as a claim, which identifies nobody. */
export async function register(deps: RegisterDeps, form: Registration, address: string): Promise<void> {
  const { store, options, limits, clock } = deps
  const settings = options.current()
  const proof = settings.EmailVerificationEnabled ? await proofOf(deps, form) : undefined
  const claimed_email = proof ? undefined : form.email
  if (claimed_email) checkMailAddress(claimed_email, settings)
  await limits.take('registration', address)
  if (await findUsername(store, form.username)) throw new AppError('username_taken')
  const password_hash = await hashPassword(form.password)
  await store.transaction().execute(async (transaction) => {
    // A refusal below rolls this back, so that the code is used only by an account that is opened.
    if (proof && !(await useValue(transaction, deps, registrationKey(proof.email), proof.code)))
      throw new AppError('verification_code_wrong')
    const identity = proof && { kind: 'email' as const, value: proof.email }
    if (identity && (await findOwner(transaction, identity))) throw new AppError('email_taken')
    const { username, aff_code } = form
    const account = { username, display_name: username, password_hash, identity, claimed_email, aff_code }
    const outcome = await createAccount(transaction, deps, account, clock())
    if ('taken' in outcome) throw new AppError(outcome.taken === 'username' ? 'username_taken' : 'email_taken')
  })
}

type Proof = { email: string; code: string }

async function proofOf(deps: RegisterDeps, { email, verification_code: code }: Registration): Promise<Proof> {
  if (!email || !code) throw new AppError('email_code_required')
  if (!(await isRightValue(deps, registrationKey(email), code))) throw new AppError('verification_code_wrong')
  return { email, code }
}
