import type { Limits } from '@turnpike/contract/routing/limits'
import { type Limit, limitsOf } from './counter-key.ts'
import { readLimits } from './stored-limits.ts'

/** The limits of each user of a group, and of all of them together. */
export type GroupLimits = { member: Limits; together: Limits }

type OwnTexts = {
  /** Who pays: the user, or an organisation. */
  user_id: number
  userLimits: string
  token_id?: number
  tokenLimits?: string
  /** The member who calls at the organisation's expense, and the member's caps. */
  member_id?: number
  memberLimits?: string
}

/** Undefined where neither token nor user has limits, as for most calls. */
export function ownLimits(texts: OwnTexts): Limit[] | undefined {
  const { user_id, userLimits, token_id = 0, tokenLimits = '', member_id = 0, memberLimits = '' } = texts
  if (userLimits === '' && tokenLimits === '' && memberLimits === '') return undefined
  return [
    ...limitsOf('token', String(token_id), readLimits(tokenLimits)),
    ...limitsOf('seat', seatSubject(user_id, member_id), readLimits(memberLimits)),
    ...limitsOf('user', String(user_id), readLimits(userLimits)),
  ]
}

/** The subject of a member's caps in an organisation. */
export const seatSubject = (org_id: number, user_id: number): string => `${org_id} ${user_id}`

export const limitsInGroup = (group: string, user_id: number, { member, together }: GroupLimits): Limit[] => [
  ...limitsOf('member', `${user_id} ${group}`, member),
  ...limitsOf('group', group, together),
]
