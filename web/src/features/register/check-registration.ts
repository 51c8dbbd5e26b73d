import { charactersIn } from '@turnpike/contract/bounds'
import type { ErrorCode } from '@turnpike/contract/errors'
import { isEmail } from '@turnpike/contract/identity/registration'
import { isPassword, isUsername, personBounds } from '@turnpike/contract/identity/user-admin'

export type RegistrationField = 'username' | 'password' | 'password2' | 'email' | 'verification_code'
export type RegistrationForm = Record<RegistrationField, string>

type RegistrationMistake =
  | 'missing'
  | 'usernameLong'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordsDiffer'
  | 'emailInvalid'
  | 'codeMissing'

/** The first mistake and its field; the server checks again and has the last word. */
export function checkRegistration(
  { username, password, password2, email, verification_code }: RegistrationForm,
  { withEmail }: { withEmail: boolean },
): { field: RegistrationField; mistake: RegistrationMistake } | undefined {
  if (!username) return { field: 'username', mistake: 'missing' }
  if (!password) return { field: 'password', mistake: 'missing' }
  if (!isUsername(username)) return { field: 'username', mistake: 'usernameLong' }
  if (!isPassword(password)) {
    const isShort = charactersIn(password) < personBounds.password.charactersMin
    return { field: 'password', mistake: isShort ? 'passwordShort' : 'passwordLong' }
  }
  if (password !== password2) return { field: 'password2', mistake: 'passwordsDiffer' }
  if ((withEmail || email !== '') && !isEmail(email)) return { field: 'email', mistake: 'emailInvalid' }
  if (withEmail && !verification_code) return { field: 'verification_code', mistake: 'codeMissing' }
  return undefined
}

const fields: Partial<Record<ErrorCode, RegistrationField>> = {
  username_taken: 'username',
  username_invalid: 'username',
  password_length: 'password',
  email_invalid: 'email',
  email_domain_refused: 'email',
  email_alias_refused: 'email',
  email_taken: 'email',
  verification_code_wrong: 'verification_code',
}

/** The field that a refusal of the server is about, if it is about one. */
export const refusedField = (code: ErrorCode | undefined): RegistrationField | undefined => code && fields[code]
