import type { ErrorCode } from '@turnpike/contract/errors'
import type { PersonAction } from '@turnpike/contract/people'
import { role, type User, userStatus } from '@turnpike/contract/user'

type Ranked = { role: number }

const notEnableable = 3

export const isCancelled = ({ DeletedAt }: Pick<User, 'DeletedAt'>) => DeletedAt !== null

/** Whether a row may be acted on at all; the server decides again. */
export const isAbove = (viewer: Ranked | undefined, user: Ranked) =>
  viewer !== undefined && (viewer.role >= role.root || user.role < viewer.role)

/** What can be asked for; somebody of a role we do not know may go either way. */
export function actionsFor({ role: rank, status }: Pick<User, 'role' | 'status'>): Exclude<PersonAction, 'delete'>[] {
  return [
    ...(rank < role.admin ? (['promote'] as const) : []),
    ...(rank !== role.ordinary ? (['demote'] as const) : []),
    status === userStatus.enabled ? 'disable' : 'enable',
  ]
}

const rootKeeps: Partial<Record<PersonAction, ErrorCode>> = {
  disable: 'root_not_disabled',
  delete: 'root_not_deleted',
  demote: 'root_not_demoted',
}

/** Why the row itself rules an action out. Whether the viewer may do it is the server's to say. */
export function reasonAgainst(
  action: PersonAction,
  { role: rank, status }: Pick<User, 'role' | 'status'>,
): ErrorCode | 'cannotEnable' | undefined {
  if (action === 'enable' && status === notEnableable) return 'cannotEnable'
  return rank >= role.root ? rootKeeps[action] : undefined
}
