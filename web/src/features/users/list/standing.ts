import type { FormErrorCode } from '@turnpike/contract/form-errors'
import { role, type User, userStatus } from '@turnpike/contract/identity/user'
import type { PersonAction } from '@turnpike/contract/identity/user-admin'

type Ranked = { role: number }

const notEnableable = 3

export const isCancelled = ({ DeletedAt }: Pick<User, 'DeletedAt'>) => DeletedAt !== null

/** Whether the viewer may change the user; the server decides again. */
export const isAbove = (viewer: Ranked | undefined, user: Ranked) =>
  viewer !== undefined && (viewer.role >= role.root || user.role < viewer.role)

/** The actions that would change the user; one of an unknown role can be promoted and demoted. */
export function actionsFor({ role: rank, status }: Pick<User, 'role' | 'status'>): Exclude<PersonAction, 'delete'>[] {
  return [
    ...(rank < role.admin ? (['promote'] as const) : []),
    ...(rank !== role.ordinary ? (['demote'] as const) : []),
    status === userStatus.enabled ? 'disable' : 'enable',
  ]
}

const rootKeeps: Partial<Record<PersonAction, FormErrorCode>> = {
  disable: 'root_not_disabled',
  delete: 'root_not_deleted',
  demote: 'root_not_demoted',
}

/** Why the user's role or status rules an action out. Whether the viewer may do it is decided by the server. */
export function reasonAgainst(
  action: PersonAction,
  { role: rank, status }: Pick<User, 'role' | 'status'>,
): FormErrorCode | 'cannotEnable' | undefined {
  if (action === 'enable' && status === notEnableable) return 'cannotEnable'
  return rank >= role.root ? rootKeeps[action] : undefined
}
