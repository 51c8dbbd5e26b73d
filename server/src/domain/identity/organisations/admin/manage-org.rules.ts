import type { AdminOrg } from '@turnpike/contract/identity/organisation-api'
import { userStatus } from '@turnpike/contract/identity/user'
import type { QuotaMode } from '@turnpike/contract/identity/user-admin'
import type { OptionValues } from '@turnpike/contract/options'
import type { Limits } from '@turnpike/contract/routing/limits'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { post } from '../../../money/wallet/ledger/ledger-post.ts'
import { actDetail } from '../../../money/wallet/ledger/reason.ts'
import { readLimits, writeLimits } from '../../../routing/limits/stored-limits.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { loggedQuota } from '../../../usage/logs/quota-text.ts'
import { writeLog } from '../../../usage/logs/write-log.queries.ts'
import { quotaAfter, quotaEditOf } from '../../user-admin/adjust-quota.rules.ts'
import type { Administrator } from '../../user-admin/authority.ts'
import type { UserRow } from '../../users/users.queries.ts'
import { forgetKeys } from '../depart.ts'
import { targetOf } from '../in-organisation.ts'
import { findMember, findOwner } from '../members.queries.ts'
import { findOrg, lockOrg, type OrgChange, saveOrg, saveWrittenOff } from '../organisations.queries.ts'
import { endOrg, type OrgDeps } from '../organisations.rules.ts'
import { changeOwner } from '../transfers.rules.ts'
import { findAccount } from './org-admin.queries.ts'
import { showAccount } from './org-admin.rules.ts'
import { checkMayChangeOrg } from './org-authority.ts'

/** Does something to an organisation under the lock of its row. */
async function ofOrg<Result>(
  store: Store,
  { caller }: Administrator,
  id: number,
  work: (transaction: Store, org: UserRow) => Promise<Result>,
): Promise<Result> {
  return store.transaction().execute(async (transaction) => {
    const org = await lockOrg(transaction, id)
    const account = await findAccount(transaction, id)
    if (!org || !account || org.deleted_at !== null) throw new AppError('org_missing')
    await checkMayChangeOrg(transaction, caller, account)
    return work(transaction, org)
  })
}

type AccountChange = {
  name?: string | undefined
  group?: string | undefined
  is_enabled?: boolean | undefined
  limits?: Limits | undefined
  owner_id?: number | undefined
}

export async function changeAccount(
  deps: OrgDeps,
  administrator: Administrator,
  id: number,
  { owner_id, ...change }: AccountChange,
): Promise<AdminOrg> {
  const { store, options } = deps
  const { actor } = administrator
  const keys = await ofOrg(store, administrator, id, async (transaction, org) => {
    const { limits } = (await findOrg(transaction, id)) ?? { limits: '' }
    const before = { display_name: org.display_name, group: org.group, status: org.status, limits }
    const columns = changedColumns(before, change, options.current())
    const names = Object.keys(columns) as (keyof typeof columns)[]
    if (names.length > 0) {
      await saveOrg(transaction, id, columns)
      const detail = Object.fromEntries(names.map((name) => [name, [shown(before[name]), shown(columns[name])]]))
      await writeAudit(transaction, actor, { action: 'org.update', target: targetOf(org), detail })
    }
    return owner_id === undefined ? [] : giveTo(transaction, actor, org, owner_id)
  })
  forgetKeys(deps, keys)
  return showAccount(deps, id)
}

type Columns = Pick<Required<OrgChange>, 'display_name' | 'group' | 'status' | 'limits'>

/** The columns that differ. */
function changedColumns(
  before: Columns,
  { name, group, is_enabled, limits }: AccountChange,
  { GroupRatio }: OptionValues,
): Partial<Columns> {
  if (group !== undefined && group !== before.group && !Object.hasOwn(GroupRatio, group))
    throw new AppError('group_unknown', { params: { group } })
  const wanted: Partial<Columns> = {
    ...(name !== undefined && { display_name: name }),
    ...(group !== undefined && { group }),
    ...(is_enabled !== undefined && { status: is_enabled ? userStatus.enabled : userStatus.banned }),
    ...(limits && { limits: writeLimits(limits) }),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => before[name as keyof Columns] !== value))
}

/** Limits are stored as JSON; the audit log has them readable. */
const shown = (value: string | number | undefined) =>
  typeof value === 'string' && value.startsWith('{') ? readLimits(value) : (value ?? '')

/** For an owner whose account is disabled or gone, and cannot transfer the organisation. */
async function giveTo(transaction: Store, actor: Actor, org: UserRow, to: number): Promise<string[]> {
  const owner = await findOwner(transaction, org.id)
  if (owner?.id === to) return []
  if (!(await findMember(transaction, org.id, to))) throw new AppError('org_person_missing')
  const detail = { owner: [owner?.id ?? 0, to] }
  await writeAudit(transaction, actor, { action: 'org.transfer', target: targetOf(org), detail })
  return changeOwner(transaction, org.id, { from: owner?.id ?? 0, to })
}

type BalanceChange = { value: number; mode: QuotaMode; reason: string }

export async function changeBalance(
  deps: OrgDeps,
  administrator: Administrator,
  id: number,
  { value, mode, reason }: BalanceChange,
): Promise<AdminOrg> {
  const { actor } = administrator
  await ofOrg(deps.store, administrator, id, async (transaction, org) => {
    const after = quotaAfter(org, quotaEditOf(mode, value))
    if (after === org.quota) return
    await adjust(transaction, actor, org, { after, reason })
    await logChange(transaction, actor, org, { after, reason }, deps.options.current())
    const detail = { quota: [org.quota, after], reason }
    await writeAudit(transaction, actor, { action: 'org.balance', target: targetOf(org), detail })
  })
  return showAccount(deps, id)
}

type Adjusted = { after: number; reason: string }

const adjust = (transaction: Store, actor: Actor, org: UserRow, { after, reason }: Adjusted) =>
  post(transaction, {
    user_id: org.id,
    kind: after > org.quota ? 'adjustment_credit' : 'adjustment_debit',
    reference: `adjustment ${actor.request_id}`,
    amount: Math.abs(after - org.quota),
    at: actor.at,
    detail: actDetail(actor.username, reason),
  })

/** A row in the organisation's log, under the name of its owner; only administrators see who made it. */
async function logChange(
  transaction: Store,
  actor: Actor,
  org: UserRow,
  { after, reason }: Adjusted,
  options: OptionValues,
): Promise<void> {
  const params = { before: loggedQuota(org.quota, options), after: loggedQuota(after, options), reason }
  const admin_info = { admin_id: actor.id, admin_username: actor.username }
  await writeLog(transaction, {
    user: (await findOwner(transaction, org.id)) ?? org,
    account_id: org.id,
    type: logType.admin,
    content: logText('quota_changed_because', 'zh', params),
    other: { event: 'quota_changed_because', params, admin_info },
    at: actor.at,
  })
}

/** What is left of the balance, or owed, is written off. */
export async function deleteAccount(
  deps: OrgDeps,
  administrator: Administrator,
  id: number,
  reason: string,
): Promise<undefined> {
  const { actor } = administrator
  const keys = await ofOrg(deps.store, administrator, id, async (transaction, org) => {
    if (org.held !== 0) throw new AppError('org_requests_running')
    if (org.quota !== 0) await adjust(transaction, actor, org, { after: 0, reason })
    await saveWrittenOff(transaction, id, Math.max(0, org.quota))
    const detail = { written_off: org.quota, reason }
    await writeAudit(transaction, actor, { action: 'org.delete', target: targetOf(org), detail })
    return endOrg(transaction, id, actor.at)
  })
  forgetKeys(deps, keys)
}
