import type { AdminOrg, OrgMember } from '@turnpike/contract/identity/organisation-api'
import { userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { limitsOf } from '../../../routing/limits/counter-key.ts'
import { statesOf } from '../../../routing/limits/limit-states.ts'
import { readLimits } from '../../../routing/limits/stored-limits.ts'
import { pageOfMembers } from '../members.rules.ts'
import { orgLedger } from '../org-ledger.rules.ts'
import { countAccounts, findAccount, type OrgAccount, type OrgQuery, readAccounts } from './org-admin.queries.ts'

type ReadDeps = Pick<Deps, 'store' | 'clock'>
type Paging = { p: number; page_size: number }
type Page<Item> = { items: Item[]; total: number; page: number; page_size: number }

export async function listAccounts(deps: ReadDeps, query: OrgQuery): Promise<Page<AdminOrg>> {
  const { store } = deps
  const [rows, total] = await Promise.all([readAccounts(store, query), countAccounts(store, query)])
  return { items: await wireAccounts(deps, rows), total, page: query.p, page_size: query.page_size }
}

export async function showAccount(deps: ReadDeps, id: number): Promise<AdminOrg> {
  const [shown] = await wireAccounts(deps, [await existingAccount(deps, id)])
  if (!shown) throw new AppError('org_missing')
  return shown
}

export async function membersOf(deps: ReadDeps, id: number, paging: Paging): Promise<Page<OrgMember>> {
  await existingAccount(deps, id)
  return pageOfMembers(deps, id, paging)
}

export async function ledgerOf(deps: ReadDeps, id: number, paging: Paging) {
  await existingAccount(deps, id)
  return orgLedger(deps.store, id, paging)
}

async function existingAccount({ store }: ReadDeps, id: number): Promise<OrgAccount> {
  const account = await findAccount(store, id)
  if (!account) throw new AppError('org_missing')
  return account
}

async function wireAccounts(deps: ReadDeps, rows: readonly OrgAccount[]): Promise<AdminOrg[]> {
  const counted = rows.map(({ id, limits }) => limitsOf('user', String(id), readLimits(limits)))
  const all = counted.flat()
  const states = await statesOf(deps, all)
  const stateOf = new Map(all.map(({ key }, index) => [key, states[index]]))
  return rows.map(({ display_name, deleted_at, status, limits, owner, owner_id, owner_level: _, ...row }, index) => ({
    ...row,
    name: display_name,
    owner: owner ?? '',
    owner_id: owner_id ?? 0,
    members: Number(row.members),
    state: deleted_at !== null ? 'deleted' : status === userStatus.enabled ? 'active' : 'disabled',
    limits: readLimits(limits),
    states: counted[index]?.flatMap(({ key }) => stateOf.get(key) ?? []) ?? [],
  }))
}
