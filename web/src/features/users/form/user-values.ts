import type { ErrorCode } from '@turnpike/contract/errors'
import type { User } from '@turnpike/contract/identity/user'
import { isDisplayName, isPassword, isUsername } from '@turnpike/contract/identity/user-admin'

/** `quota_base` is the balance that the form showed when the administrator began to change it. */
export type UserValues = {
  username: string
  display_name: string
  password: string
  group: string
  quota: number // NaN while the text is no amount
  quota_base: number
}
export const userFields = ['username', 'display_name', 'password', 'group', 'quota'] as const
export type UserField = (typeof userFields)[number]
export type NewUser = Pick<UserValues, 'username' | 'display_name' | 'password'>

/** A message of the server's catalogue, or one of the form's own. */
export type UserProblem = ErrorCode | 'missing' | 'quotaInvalid'
export type UserProblems = Partial<Record<UserField, UserProblem>>

export const valuesOf = ({ username, display_name, group, quota }: User): UserValues => ({
  username,
  display_name,
  password: '',
  group,
  quota,
  quota_base: quota,
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
export function problemsOf({ username, display_name, password, quota }: UserValues, stored: User): UserProblems {
  return {
    ...(username !== stored.username && !isUsername(username.trim()) && { username: 'username_invalid' }),
    ...(display_name !== stored.display_name &&
      !isDisplayName(display_name.trim()) && { display_name: 'display_name_long' }),
    ...(password !== '' && !isPassword(password) && { password: 'password_length' }),
    ...(Number.isNaN(quota) && { quota: 'quotaInvalid' }),
  }
}

/** Only changed fields are sent. The balance is sent with its base, so that the server applies the difference. */
export function changeOf(values: UserValues, changed: readonly UserField[]) {
  const { quota, quota_base, ...texts } = values
  return {
    ...Object.fromEntries(changed.filter((name) => name !== 'quota').map((name) => [name, texts[name]])),
    ...(changed.includes('quota') && { quota, quota_base }),
  }
}

/** The balance after a step up or down; a step down ends at zero, unless the balance was negative already. */
export function stepQuota(quota: number, step: number): number {
  return step < 0 ? Math.max(Math.min(quota, 0), quota + step) : quota + step
}
