import type { FormErrorCode } from '@turnpike/contract/form-errors'
import type { User } from '@turnpike/contract/identity/user'
import { isDisplayName, isPassword, isUsername } from '@turnpike/contract/identity/user-admin'

export type UserValues = { username: string; display_name: string; password: string; group: string }
export const userFields = ['username', 'display_name', 'password', 'group'] as const
export type UserField = (typeof userFields)[number]
export type NewUser = Pick<UserValues, 'username' | 'display_name' | 'password'>

/** A message of the server's catalogue, or one of the form's own. */
export type UserProblem = FormErrorCode | 'missing'
export type UserProblems = Partial<Record<UserField, UserProblem>>

export const valuesOf = ({ username, display_name, group }: User): UserValues => ({
  username,
  display_name,
  password: '',
  group,
})

/** The problems that keep a new user from being added. */
export function problemsOfNew({ username, display_name, password }: NewUser): UserProblems {
  const name = username.trim()
  return {
    ...(name === '' ? { username: 'missing' } : !isUsername(name) && { username: 'username_invalid' }),
    ...(!isDisplayName(display_name.trim()) && { display_name: 'display_name_long' }),
    ...(password === '' ? { password: 'missing' } : !isPassword(password) && { password: 'password_length' }),
  }
}

/** The problems that keep a change from being sent. A name from before a rule changed may stay as it is. */
export function problemsOf({ username, display_name, password }: UserValues, stored: User): UserProblems {
  return {
    ...(username !== stored.username && !isUsername(username.trim()) && { username: 'username_invalid' }),
    ...(display_name !== stored.display_name &&
      !isDisplayName(display_name.trim()) && { display_name: 'display_name_long' }),
    ...(password !== '' && !isPassword(password) && { password: 'password_length' }),
  }
}

/** Only changed fields are sent. */
export const changeOf = (values: UserValues, changed: readonly UserField[]): Partial<UserValues> =>
  Object.fromEntries(changed.map((name) => [name, values[name]]))
