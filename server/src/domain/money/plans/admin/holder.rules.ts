import type { LogEvent, LogParams } from '@turnpike/contract/usage/log-events'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { findAccount as findOrgAccount } from '../../../identity/organisations/admin/org-admin.queries.ts'
import { checkMayChangeOrg } from '../../../identity/organisations/admin/org-authority.ts'
import { targetOf } from '../../../identity/organisations/in-organisation.ts'
import { type Administrator, isAbove } from '../../../identity/user-admin/authority.ts'
import { lockAccount } from '../../../identity/user-admin/user-admin.queries.ts'
import { logAdminAction } from '../../../system/audit/audit.queries.ts'

/** The user or organisation that has a subscription. */
export type Holder = {
  /** How the audit log names it. */
  name: string
  /** Under whom its log has a row, and of which organisation: the owner reads it, or the user. */
  log: { user: { id: number; username: string }; account_id: number }
}

/** Locks a live account on which the administrator may act. */
export async function lockHolder(transaction: Store, { caller }: Administrator, id: number): Promise<Holder> {
  const account = await lockAccount(transaction, id)
  if (!account || account.deleted_at !== null) throw new AppError('user_missing')
  const org = await findOrgAccount(transaction, id)
  if (!org) {
    if (!isAbove(caller, account)) throw new AppError('user_update_forbidden')
    return { name: `${id} ${account.username}`, log: { user: account, account_id: 0 } }
  }
  await checkMayChangeOrg(transaction, caller, org)
  const user = org.owner_id && org.owner ? { id: org.owner_id, username: org.owner } : account
  return { name: targetOf(account), log: { user, account_id: id } }
}

/** Writes an act to the log of the account; only administrators see there who did it. */
export const logForHolder = (
  transaction: Store,
  { actor }: Administrator,
  { log }: Holder,
  { event, params }: { event: LogEvent; params: LogParams },
) => logAdminAction(transaction, actor, { ...log, event, params })
