import type { LimitState, Limits, ShownLimits, GroupLimits as WireGroupLimits } from '@turnpike/contract/routing/limits'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { accountOf, type Caller } from '../../../http/caller.ts'
import { announcedChange } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { managedBy } from '../../identity/tokens/token-owner.ts'
import { lockToken } from '../../identity/tokens/tokens.queries.ts'
import { isAbove } from '../../identity/user-admin/authority.ts'
import { lockPerson } from '../../identity/user-admin/user-admin.queries.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { type Actor, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { type Limit, limitsOf } from './counter-key.ts'
import { statesOf } from './limit-states.ts'
import {
  findTokenLimits,
  findUserLimits,
  readGroupLimits,
  saveGroupLimits,
  saveTokenLimits,
  saveUserLimits,
} from './limits.queries.ts'
import { limitsInGroup, ownLimits } from './limits-of-caller.ts'
import { readLimits, writeLimits } from './stored-limits.ts'

type LimitsDeps = Pick<Deps, 'store' | 'clock'>

export async function tokenLimits(deps: LimitsDeps, caller: Caller, id: number): Promise<ShownLimits> {
  const text = await findTokenLimits(deps.store, managedBy(caller), id)
  if (text === undefined) throw new AppError('not_found')
  return shown(deps, limitsOf('token', String(id), readLimits(text)), readLimits(text))
}

export async function setTokenLimits(
  deps: LimitsDeps,
  { caller, actor }: { caller: Caller; actor: Actor },
  id: number,
  wanted: Limits,
): Promise<ShownLimits> {
  const owner = managedBy(caller)
  const text = writeLimits(wanted)
  await deps.store.transaction().execute(async (transaction) => {
    if (!(await lockToken(transaction, owner, id))) throw new AppError('not_found')
    const before = await findTokenLimits(transaction, owner, id)
    if (before === text) return
    await saveTokenLimits(transaction, id, text)
    const detail = { before: readLimits(before ?? ''), after: wanted }
    await writeAudit(transaction, actor, { action: 'token.limits', target: String(id), detail })
  })
  return shown(deps, limitsOf('token', String(id), wanted), readLimits(text))
}

/** The limits of the caller's calls without regard to a token; in an organisation with the member's caps. */
export async function ownStates(deps: LimitsDeps, caller: Caller): Promise<LimitState[]> {
  const { org } = caller
  const payer = accountOf(caller)
  const group = org?.group ?? caller.group
  const ofGroup = (await readGroupLimits(deps.store)).get(group)
  const ofSeat = org && { member_id: caller.id, memberLimits: org.member.limits }
  return statesOf(deps, [
    ...(ownLimits({ user_id: payer, userLimits: org?.limits ?? caller.limits, ...ofSeat }) ?? []),
    ...(ofGroup ? limitsInGroup(group, payer, ofGroup) : []),
  ])
}

export async function userLimits(deps: LimitsDeps, caller: Caller, id: number): Promise<ShownLimits> {
  const person = await findUser(deps.store, id)
  if (!person || person.deleted_at !== null) throw new AppError('user_missing')
  if (!isAbove(caller, person)) throw new AppError('user_read_forbidden')
  const limits = readLimits(await findUserLimits(deps.store, id))
  return shown(deps, limitsOf('user', String(id), limits), limits)
}

export async function setUserLimits(
  deps: LimitsDeps,
  { caller, actor }: { caller: Caller; actor: Actor },
  id: number,
  wanted: Limits,
): Promise<ShownLimits> {
  const text = writeLimits(wanted)
  await deps.store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (!person || person.deleted_at !== null) throw new AppError('user_missing')
    if (!isAbove(caller, person)) throw new AppError('user_update_forbidden')
    const before = await findUserLimits(transaction, id)
    if (before === text) return
    await saveUserLimits(transaction, id, text)
    const detail = { before: readLimits(before), after: wanted }
    await writeAudit(transaction, actor, { action: 'user.limits', target: String(id), detail })
    await logAdminAction(transaction, actor, { user: person, event: 'limits_changed' })
  })
  return shown(deps, limitsOf('user', String(id), wanted), readLimits(text))
}

export const groupLimits = async (store: Store): Promise<WireGroupLimits[]> =>
  [...(await readGroupLimits(store))].map(([group, limits]) => ({ group, ...limits }))

export async function setGroupLimits(
  { store, options, reload }: Pick<Deps, 'store' | 'options' | 'reload'>,
  actor: Actor,
  wanted: WireGroupLimits,
): Promise<WireGroupLimits> {
  const { group, member, together } = wanted
  if (!Object.hasOwn(options.current().GroupRatio, group)) throw new AppError('group_unknown', { params: { group } })
  await announcedChange({ store, reload }, async (transaction) => {
    const before = (await readGroupLimits(transaction)).get(group)
    await saveGroupLimits(transaction, { group, member: writeLimits(member), together: writeLimits(together) })
    await writeAudit(transaction, actor, { action: 'group.limits', target: group, detail: { before, after: wanted } })
  })
  return wanted
}

const shown = async (deps: LimitsDeps, counted: readonly Limit[], limits: Limits): Promise<ShownLimits> => ({
  limits,
  states: await statesOf(deps, counted),
})
