import type { ErrorCode } from '@turnpike/contract/errors'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { role, userStatus } from '@turnpike/contract/identity/user'
import type { PersonAction } from '@turnpike/contract/identity/user-admin'
import type { Undoable } from '@turnpike/contract/system/history'
import type { LogEvent } from '@turnpike/contract/usage/log-events'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { eraseAccounts } from '../../money/agents/withdrawals/withdrawals.queries.ts'
import { endSubscriptionsOf } from '../../money/plans/life.rules.ts'
import { logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import type { RecordedChange } from '../../system/audit/recorded-change.ts'
import { disableTokens } from '../self/self.queries.ts'
import { cancelUser, changeStanding, type UserRow } from '../users/users.queries.ts'
import { type Administrator, isAbove, isRoot } from './authority.ts'
import { lockPerson } from './user-admin.queries.ts'

/** A change of role is deliberate: it is changed back by another act, not undone. */
export const isUndoable = (action: string) => action === 'disable' || action === 'enable' || action === 'delete'

type Standing = { status?: number; role?: number }
type ActionRule = {
  event: LogEvent
  refusal?(person: UserRow, caller: Caller): ErrorCode | undefined
  standing: Standing
}

const unlessRoot = (refusal: ErrorCode) => (person: UserRow) => (isRoot(person) ? refusal : undefined)

const actionRules: Record<PersonAction, ActionRule> = {
  disable: {
    event: 'user_disabled',
    refusal: unlessRoot('root_not_disabled'),
    standing: { status: userStatus.banned },
  },
  enable: { event: 'user_enabled', standing: { status: userStatus.enabled } },
  delete: { event: 'user_deleted', refusal: unlessRoot('root_not_deleted'), standing: {} },
  promote: { event: 'user_promoted', refusal: promoteRefusal, standing: { role: role.admin } },
  demote: { event: 'user_demoted', refusal: demoteRefusal, standing: { role: role.ordinary } },
}

function promoteRefusal(person: UserRow, caller: Caller): ErrorCode | undefined {
  if (!isRoot(caller)) return 'promote_forbidden'
  return person.role >= role.admin ? 'already_admin' : undefined
}

function demoteRefusal(person: UserRow): ErrorCode | undefined {
  if (isRoot(person)) return 'root_not_demoted'
  return person.role === role.ordinary ? 'already_ordinary' : undefined
}

type Managed = { data: Required<Standing> } & Undoable

/** Changes a user's status or role, which ends their sessions on every instance; without a change nothing ends. */
export function managePerson(
  store: Store,
  administrator: Administrator,
  { id, action }: { id: number; action: PersonAction },
): Promise<Managed> {
  return store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (!person) throw new AppError('user_missing')
    if (!isAbove(administrator.caller, person)) throw new AppError('user_update_forbidden')
    if (person.deleted_at !== null) throw new AppError('account_cancelled')
    const refusal = actionRules[action].refusal?.(person, administrator.caller)
    if (refusal) throw new AppError(refusal)
    return applyAction(transaction, administrator, person, action)
  })
}

/** As the `delete` action, but refused for users of the caller's own role, as in related gateways. */
export async function removePerson(
  store: Store,
  administrator: Administrator,
  id: number,
): Promise<{ data: undefined } & Undoable> {
  const { undo_id } = await store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (!person || person.deleted_at !== null) throw new AppError('user_missing')
    if (person.role >= administrator.caller.role) throw new AppError('user_delete_forbidden')
    return applyAction(transaction, administrator, person, 'delete')
  })
  return { data: undefined, ...(undo_id !== undefined && { undo_id }) }
}

async function applyAction(
  transaction: Store,
  { actor }: Administrator,
  person: UserRow,
  action: PersonAction,
): Promise<Managed> {
  const { event, standing } = actionRules[action]
  const before = { status: person.status, role: person.role }
  const after = { ...before, ...standing }
  const isChanged = action === 'delete' || after.status !== before.status || after.role !== before.role
  if (!isChanged) return { data: after }
  const changes = action === 'delete' ? await cancel(transaction, person, actor.at) : [standingChange(person, standing)]
  if (action !== 'delete') await changeStanding(transaction, person.id, standing)
  const target = `${person.id} ${person.username}`
  const undo_id = await writeAudit(transaction, actor, {
    action: `user.${action}`,
    target,
    detail: { before, after },
    changes,
  })
  await logAdminAction(transaction, actor, { user: person, event, params: { target: person.username } })
  return { data: after, ...(isUndoable(action) && { undo_id }) }
}

const standingChange = (person: UserRow, { status, role: level }: Standing): RecordedChange => ({
  kind: 'user',
  subject: person.id,
  fields: {
    ...(status !== undefined && { status: { before: person.status, after: status } }),
    ...(level !== undefined && { role: { before: person.role, after: level } }),
  },
})

/** Also records the tokens that are disabled with the account. Its plans end for good, and its bank accounts are erased. */
async function cancel(transaction: Store, person: UserRow, at: number): Promise<RecordedChange[]> {
  await endSubscriptionsOf(transaction, person.id, at)
  await eraseAccounts(transaction, person.id)
  await cancelUser(transaction, person.id, at)
  const tokens = await disableTokens(transaction, person.id)
  const status = { before: tokenStatus.enabled, after: tokenStatus.disabled }
  return [
    { kind: 'user', subject: person.id, fields: { deleted_at: { before: null, after: at } } },
    ...tokens.map((subject): RecordedChange => ({ kind: 'token', subject, fields: { status } })),
  ]
}
