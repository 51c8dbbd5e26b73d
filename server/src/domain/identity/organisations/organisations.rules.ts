import { randomUUID } from 'node:crypto'
import { orgMay } from '@turnpike/contract/identity/organisation'
import { type ListedOrg, type Organisation, orgsPerPersonMax } from '@turnpike/contract/identity/organisation-api'
import { role } from '@turnpike/contract/identity/user'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { endSubscriptionsOf } from '../../money/plans/life.rules.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { shownQuota } from '../../usage/logs/quota-text.ts'
import { lockPerson } from '../user-admin/user-admin.queries.ts'
import { depart, forgetKeys } from './depart.ts'
import { type Acting, inOrganisation, seatOf, targetOf } from './in-organisation.ts'
import { revokeInvitations } from './invitations.queries.ts'
import { countMembers, deleteMembers, deleteTokensOf, insertMember, revokeLinksOf } from './members.queries.ts'
import {
  countOrgsOf,
  findOrg,
  insertOrg,
  readOrgsOf,
  saveOrg,
  warnBelowOf,
  withWarnBelow,
} from './organisations.queries.ts'
import { orgStates } from './seat-caps.ts'
import { deleteTransfer, findTransfer } from './transfers.queries.ts'
import { wireTransfer } from './wire-transfer.ts'

export type OrgDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'clock' | 'limits' | 'mail' | 'forgetKey'>

export async function listOrgs(
  { store, options, clock }: OrgDeps,
  caller: Caller,
): Promise<{ items: ListedOrg[]; may_create: boolean }> {
  const rows = await readOrgsOf(store, caller.id, clock())
  const items = rows.map(({ id, display_name, role, to_user }) => ({
    id,
    name: display_name,
    role,
    is_offered: to_user !== null,
  }))
  return { items, may_create: mayCreate(options.current(), caller) }
}

const mayCreate = ({ OrganizationCreation: who }: OptionValues, caller: Caller): boolean =>
  who === 'everyone' || (who === 'admins' && caller.role >= role.admin)

export async function createOrg(deps: OrgDeps, { caller, actor }: Acting, name: string): Promise<Organisation> {
  if (!mayCreate(deps.options.current(), caller)) throw new AppError('org_creation_forbidden')
  const { at } = actor
  const id = await deps.store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, caller.id)
    if (!person || person.deleted_at !== null) throw new AppError('session_expired')
    await checkOrgsOf(transaction, person.id)
    const username = `org:${randomUUID()}`
    const { group, inviter_id } = person
    const id = await insertOrg(transaction, { username, name, group, created_by: person.id, inviter_id, at })
    await insertMember(transaction, { org_id: id, user_id: person.id, role: 'owner', joined_at: at })
    await writeAudit(transaction, actor, { action: 'org.create', target: targetOf({ id, display_name: name }) })
    return id
  })
  return showOrg(deps, caller, id)
}

/** The user's row must be locked. */
export async function checkOrgsOf(transaction: Store, userId: number): Promise<void> {
  if ((await countOrgsOf(transaction, userId)) >= orgsPerPersonMax)
    throw new AppError('orgs_too_many', { params: { maximum: orgsPerPersonMax } })
}

export async function showOrg(deps: OrgDeps, caller: Caller, id: number): Promise<Organisation> {
  const { store, clock } = deps
  const { role } = await seatOf(store, caller, id, 'any')
  const org = await findOrg(store, id)
  if (!org) throw new AppError('org_missing')
  const transfer = await findTransfer(store, id, clock())
  const watches = orgMay(role, 'watch')
  const { quota, held, used_quota, request_count } = org
  return {
    id,
    name: org.display_name,
    role,
    is_offered: transfer?.to_user === caller.id,
    group: org.group,
    members: await countMembers(store, id),
    created_at: org.created_at,
    ...(transfer && { transfer: wireTransfer(transfer) }),
    ...(watches && { balance: { quota, held, used_quota, request_count } }),
    warn_below: watches ? warnBelowOf(org.setting) : 0,
    states: watches ? await orgStates(deps, id, org.limits) : [],
  }
}

type OrgSettings = { name: string; warn_below: number }

export async function changeOrg(
  deps: OrgDeps,
  { caller, actor }: Acting,
  id: number,
  { name, warn_below }: OrgSettings,
): Promise<Organisation> {
  await inOrganisation(deps.store, caller, { id, act: 'manage' }, async (transaction, { org }) => {
    const { setting } = (await findOrg(transaction, id)) ?? { setting: '' }
    const before = { name: org.display_name, warn_below: warnBelowOf(setting) }
    if (before.name === name && before.warn_below === warn_below) return
    await saveOrg(transaction, id, { display_name: name, setting: withWarnBelow(setting, warn_below) })
    const detail = { before, after: { name, warn_below } }
    await writeAudit(transaction, actor, { action: 'org.update', target: targetOf(org), detail })
  })
  return showOrg(deps, caller, id)
}

/** Nothing may be left of the balance: it would be lost, or the debt would stay unpaid. */
export async function removeOrg(deps: OrgDeps, { caller, actor }: Acting, id: number): Promise<undefined> {
  const { store, options } = deps
  const keys = await inOrganisation(store, caller, { id, act: 'own' }, async (transaction, { org }) => {
    if (org.quota !== 0)
      throw new AppError('org_balance_left', { params: { balance: shownQuota(org.quota, options.current()) } })
    if (org.held !== 0) throw new AppError('org_requests_running')
    await writeAudit(transaction, actor, { action: 'org.delete', target: targetOf(org) })
    return endOrg(transaction, id, actor.at)
  })
  forgetKeys(deps, keys)
}

/** Ends an organisation, whose row is locked. Returns the encrypted keys to forget. */
export async function endOrg(transaction: Store, id: number, at: number): Promise<string[]> {
  await endSubscriptionsOf(transaction, id, at)
  await revokeLinksOf(transaction, id, 'all', at)
  const keys = await deleteTokensOf(transaction, id, at)
  await revokeInvitations(transaction, id, at)
  await deleteTransfer(transaction, id)
  await deleteMembers(transaction, id)
  await saveOrg(transaction, id, { deleted_at: at })
  return keys
}

export async function leaveOrg(deps: OrgDeps, { caller, actor }: Acting, id: number): Promise<undefined> {
  const keys = await inOrganisation(deps.store, caller, { id, act: 'any' }, async (transaction, { org, seat }) => {
    if (seat.role === 'owner') throw new AppError('org_owner_stays')
    await writeAudit(transaction, actor, { action: 'org.leave', target: targetOf(org) })
    return depart(transaction, id, caller.id, actor.at)
  })
  forgetKeys(deps, keys)
}
