import { randomUUID } from 'node:crypto'
import type { Binding, SelfChange } from '@turnpike/contract/identity/self'
import { role } from '@turnpike/contract/identity/user'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { isUniqueViolation } from '../../../store/unique-violation.ts'
import { availableOf } from '../../money/agents/earnings.rules.ts'
import { eraseAccounts } from '../../money/agents/withdrawals/withdrawals.queries.ts'
import { endSubscriptionsOf } from '../../money/plans/life.rules.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { loggedQuota, shownQuota } from '../../usage/logs/quota-text.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { leaveAll } from '../organisations/leave-all.rules.ts'
import { lockAccount } from '../user-admin/user-admin.queries.ts'
import { usernameKey } from '../users/username.ts'
import {
  cancelUser,
  changeStanding,
  findOwnSecrets,
  findUsername,
  identityColumns,
  updateOwnFields,
} from '../users/users.queries.ts'
import { clearSignInMethod, disableTokens } from './self.queries.ts'

/** Changes the caller's own name, display name or password. A new password ends every session. */
export async function changeSelf(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  { username, display_name, password }: SelfChange,
  actor: Actor,
): Promise<{ hasNewPassword: boolean }> {
  const password_hash = password && (await hashPassword(password))
  await store
    .transaction()
    .execute(async (transaction) => {
      if (!(await findOwnSecrets(transaction, caller.id))) throw new AppError('session_expired')
      if (username) await rename(transaction, caller.id, username)
      if (display_name) await updateOwnFields(transaction, caller.id, { display_name })
      if (!password_hash) return
      await changeStanding(transaction, caller.id, { password_hash })
      await writeAudit(transaction, actor, { action: 'account.password', target: String(caller.id) })
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('username_taken') : error
    })
  return { hasNewPassword: password_hash !== undefined }
}

async function rename(transaction: Deps['store'], id: number, username: string): Promise<void> {
  const holder = await findUsername(transaction, username)
  if (holder && holder.id !== id) throw new AppError('username_taken')
  await updateOwnFields(transaction, id, { username, username_key: usernameKey(username) })
}

export function checkCancellable(caller: Caller) {
  if (caller.role === role.root) throw new AppError('root_not_deleted')
}

/** Cancels the caller's own account for good, with its sessions, access token and tokens. The name stays taken. */
export async function cancelSelf({ store, clock }: Pick<Deps, 'store' | 'clock'>, caller: Caller, actor: Actor) {
  await store.transaction().execute(async (transaction) => {
    await leaveAll(transaction, caller.id, clock())
    await endSubscriptionsOf(transaction, caller.id, clock())
    await eraseAccounts(transaction, caller.id)
    await cancelUser(transaction, caller.id, clock())
    await disableTokens(transaction, caller.id)
    await writeAudit(transaction, actor, { action: 'account.cancel', target: String(caller.id) })
  })
}

type SelfDeps = Pick<Deps, 'store' | 'options' | 'clock'>

/**
 * Moves earnings to the balance, at least one unit at a time: those that are final and that no withdrawal has reserved.
 * Returns the amount as text.
 */
export async function transferEarnings({ store, options, clock }: SelfDeps, caller: Caller, quota: number) {
  const minimum = Math.ceil(options.current().QuotaPerUnit)
  const shown = (amount: number) => shownQuota(amount, options.current())
  if (quota < minimum) throw new AppError('transfer_too_low', { params: { minimum: shown(minimum) } })
  const at = clock()
  await store.transaction().execute(async (transaction) => {
    const account = await lockAccount(transaction, caller.id)
    if (!account || account.aff_quota < quota) throw new AppError('affiliate_insufficient')
    const { available } = await availableOf(transaction, account, at)
    if (available < quota) throw new AppError('earnings_insufficient', { params: { available: shown(available) } })
    await post(transaction, { user_id: caller.id, kind: 'transfer', reference: randomUUID(), amount: quota, at })
    const params = { amount: loggedQuota(quota, options.current()) }
    await writeLog(transaction, {
      user: caller,
      type: logType.system,
      content: logText('affiliate_transfer', 'zh', params),
      other: { event: 'affiliate_transfer', params },
      at,
    })
  })
  return shown(quota)
}

const bindingColumns = { email: 'email', ...identityColumns } as const

/** Unbinds a mail address or a provider's identity, unless it is the last sign-in method. */
export async function unbind({ store }: Pick<Deps, 'store'>, caller: Caller, binding: Binding): Promise<void> {
  if (!(await clearSignInMethod(store, caller.id, bindingColumns[binding]))) throw new AppError('binding_last')
}
