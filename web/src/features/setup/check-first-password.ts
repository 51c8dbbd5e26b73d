import { charactersIn } from '@turnpike/contract/bounds'
import { isPassword, personBounds } from '@turnpike/contract/identity/user-admin'

/** What is wrong with a new password that was typed twice, if anything; the server checks again. */
export function checkFirstPassword(
  password: string,
  again: string,
): 'missing' | 'short' | 'long' | 'differ' | undefined {
  if (!password) return 'missing'
  if (!isPassword(password)) return charactersIn(password) < personBounds.password.charactersMin ? 'short' : 'long'
  return password === again ? undefined : 'differ'
}
