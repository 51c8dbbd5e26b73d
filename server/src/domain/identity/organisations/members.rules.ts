import { type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'
import type { OrgMember } from '@turnpike/contract/identity/organisation-api'
import type { OptionValues } from '@turnpike/contract/options'
import type { Limits } from '@turnpike/contract/routing/limits'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { readLimits, writeLimits } from '../../routing/limits/stored-limits.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { depart, forgetKeys } from './depart.ts'
import { type Acting, inOrganisation, seatOf, targetOf } from './in-organisation.ts'
import { revokeInvitationsOf } from './invitations.queries.ts'
import {
  countFoundMembers,
  countTokensOf,
  findMember,
  type MemberQuery,
  type MemberRow,
  readKeysOf,
  readMembers,
  readSpending,
  saveMember,
} from './members.queries.ts'
import type { OrgDeps } from './organisations.rules.ts'
import { capsOf } from './seat-caps.ts'

type MemberFilter = Omit<MemberQuery, 'user_id' | 'monthFrom'>
type MembersDeps = Pick<OrgDeps, 'store' | 'clock'>
type Page = { items: OrgMember[]; total: number; page: number; page_size: number }

/** Those who may not see what others spend get themselves. */
export async function listMembers(deps: MembersDeps, caller: Caller, id: number, filter: MemberFilter): Promise<Page> {
  const { role } = await seatOf(deps.store, caller, id, 'any')
  return pageOfMembers(deps, id, { ...filter, user_id: orgMay(role, 'watch') ? undefined : caller.id })
}

export async function pageOfMembers(
  deps: MembersDeps,
  id: number,
  filter: Omit<MemberQuery, 'monthFrom'>,
): Promise<Page> {
  const { store, clock } = deps
  const query = { ...filter, monthFrom: monthOf(clock()) }
  const rows = await readMembers(store, id, query)
  const total = await countFoundMembers(store, id, query)
  const { p: page, page_size } = filter
  if (rows.length === 0) return { items: [], total, page, page_size }
  const userIds = rows.map(({ user_id }) => user_id)
  const spending = new Map((await readSpending(store, id, userIds)).map((row) => [row.user_id, row]))
  const tokens = new Map((await countTokensOf(store, id, userIds)).map((row) => [row.caller_id, Number(row.count)]))
  const states = await capsOf(
    deps,
    rows.map(({ user_id, limits }) => ({ org_id: id, user_id, limits })),
  )
  const items = rows.map(({ used_month, limits, models, groups, ...row }) => ({
    ...row,
    used_month: Number(used_month ?? 0),
    used_quota: Number(spending.get(row.user_id)?.quota ?? 0),
    request_count: Number(spending.get(row.user_id)?.calls ?? 0),
    tokens: tokens.get(row.user_id) ?? 0,
    limits: readLimits(limits),
    states: states.get(row.user_id) ?? [],
    models: namesIn(models),
    groups: namesIn(groups),
  }))
  return { items, total, page, page_size }
}

const namesIn = (text: string): string[] => text.split(',').filter(Boolean)

/** The first second of the calendar month, in UTC. */
function monthOf(at: number): number {
  const date = new Date(at * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}

type MemberChange = {
  role?: Exclude<OrgRole, 'owner'> | undefined
  limits?: Limits | undefined
  models?: readonly string[] | undefined
  groups?: readonly string[] | undefined
}

/** What the key of a cached call must not outlive is forgotten: role, caps, models and groups are read with it. */
export async function changeMember(
  deps: OrgDeps,
  { caller, actor }: Acting,
  { id, user }: { id: number; user: number },
  change: MemberChange,
): Promise<OrgMember> {
  const { store, options } = deps
  const keys = await inOrganisation(store, caller, { id, act: 'manage' }, async (transaction, { org, seat }) => {
    const member = await existing(transaction, id, user)
    checkRank(seat.role, member.role, change.role)
    const columns = changedColumns(member, change, options.current())
    if (Object.keys(columns).length === 0) return []
    await saveMember(transaction, member, columns)
    if (columns.role && !orgMay(columns.role, 'manage')) await revokeInvitationsOf(transaction, id, user, actor.at)
    const detail = Object.fromEntries(
      (Object.keys(columns) as (keyof typeof columns)[]).map((name) => [name, [member[name], columns[name]]]),
    )
    await writeAudit(transaction, actor, { action: 'org.member', target: targetOf(org, user), detail })
    return readKeysOf(transaction, id, user)
  })
  forgetKeys(deps, keys)
  const { items } = await pageOfMembers(deps, id, { user_id: user, p: 1, page_size: 1 })
  const [shown] = items
  if (!shown) throw new AppError('org_person_missing')
  return shown
}

/** The columns that differ. */
function changedColumns(
  member: MemberRow,
  { role, limits, models, groups }: MemberChange,
  { GroupRatio }: OptionValues,
): Partial<Pick<MemberRow, 'role' | 'limits' | 'models' | 'groups'>> {
  const unknown = groups?.find((group) => !Object.hasOwn(GroupRatio, group) && !namesIn(member.groups).includes(group))
  if (unknown !== undefined) throw new AppError('group_unknown', { params: { group: unknown } })
  const wanted = {
    ...(role && { role }),
    ...(limits && { limits: writeLimits(limits) }),
    ...(models && { models: [...new Set(models)].join(',') }),
    ...(groups && { groups: [...new Set(groups)].join(',') }),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => member[name as keyof typeof wanted] !== value),
  )
}

/** Only the owner changes administrators and makes them. The owner's own role changes hands by a transfer. */
function checkRank(own: OrgRole, theirs: OrgRole, granted?: OrgRole): void {
  if (theirs === 'owner' && granted !== undefined) throw new AppError('org_owner_role')
  if (own === 'owner') return
  if (theirs === 'owner' || theirs === 'admin' || granted === 'admin') throw new AppError('org_owner_only')
}

export async function removeMember(
  deps: OrgDeps,
  { caller, actor }: Acting,
  { id, user }: { id: number; user: number },
): Promise<undefined> {
  const keys = await inOrganisation(deps.store, caller, { id, act: 'manage' }, async (transaction, { org, seat }) => {
    const member = await existing(transaction, id, user)
    if (member.role === 'owner') throw new AppError('org_owner_stays')
    checkRank(seat.role, member.role)
    await writeAudit(transaction, actor, { action: 'org.remove', target: targetOf(org, user) })
    return depart(transaction, id, user, actor.at)
  })
  forgetKeys(deps, keys)
}

async function existing(transaction: Store, id: number, user: number): Promise<MemberRow> {
  const member = await findMember(transaction, id, user)
  if (!member) throw new AppError('org_person_missing')
  return member
}
