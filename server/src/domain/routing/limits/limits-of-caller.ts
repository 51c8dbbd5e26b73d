import type { Limits } from '@turnpike/contract/routing/limits'
import { type Limit, limitsOf } from './counter-key.ts'
import { readLimits } from './stored-limits.ts'

/** The limits of each user of a group, and of all of them together. */
export type GroupLimits = { member: Limits; together: Limits }

type OwnTexts = { user_id: number; userLimits: string; token_id?: number; tokenLimits?: string }

/** Undefined where neither token nor user has limits, as for most calls. */
export function ownLimits({ user_id, userLimits, token_id = 0, tokenLimits = '' }: OwnTexts): Limit[] | undefined {
  if (userLimits === '' && tokenLimits === '') return undefined
  return [
    ...limitsOf('token', String(token_id), readLimits(tokenLimits)),
    ...limitsOf('user', String(user_id), readLimits(userLimits)),
  ]
}

export const limitsInGroup = (group: string, user_id: number, { member, together }: GroupLimits): Limit[] => [
  ...limitsOf('member', `${user_id} ${group}`, member),
  ...limitsOf('group', group, together),
]
