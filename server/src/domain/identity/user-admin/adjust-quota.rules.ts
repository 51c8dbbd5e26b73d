import type { QuotaMode } from '@turnpike/contract/identity/user-admin'
import type { OptionValues } from '@turnpike/contract/options'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'
import { actDetail } from '../../money/wallet/ledger/reason.ts'
import { type Actor, logAdminAction } from '../../system/audit/audit.queries.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import type { UserRow } from '../users/users.queries.ts'

/** `quota_base` is the balance the form was loaded with; without it `quota` is the balance to set. */
type QuotaEdit = { quota?: number | undefined; quota_base?: number | undefined }

/** A balance is credited and debited by differences, so that concurrent calls and acts stay counted. */
export function quotaEditOf(mode: QuotaMode, value: number): QuotaEdit {
  if (mode === 'override') return { quota: value }
  return mode === 'add' ? { quota: value, quota_base: 0 } : { quota: 0, quota_base: value }
}

/** The new balance of a user, whose row must be locked; one that cannot be stored is refused. */
export function quotaAfter(person: UserRow, { quota, quota_base = person.quota }: QuotaEdit): number {
  if (quota === undefined) return person.quota
  const difference = quota - quota_base
  const after = person.quota + difference
  // Ledger amounts and balances are both safe integers.
  if (!Number.isSafeInteger(difference) || !Number.isSafeInteger(after))
    throw new AppError('invalid_field', { params: { field: 'quota' } })
  return after
}

/** Posts the difference to the ledger and logs it for the user, whose row must be locked. */
export async function adjustQuota(
  transaction: Store,
  actor: Actor,
  person: UserRow,
  { after, reason = '' }: { after: number; reason?: string | undefined },
  options: OptionValues,
): Promise<void> {
  await post(transaction, {
    user_id: person.id,
    kind: after > person.quota ? 'adjustment_credit' : 'adjustment_debit',
    reference: `adjustment ${actor.request_id}`,
    amount: Math.abs(after - person.quota),
    at: actor.at,
    detail: actDetail(actor.username, reason),
  })
  const amounts = { before: loggedQuota(person.quota, options), after: loggedQuota(after, options) }
  const said = reason
    ? { event: 'quota_changed_because' as const, params: { ...amounts, reason } }
    : { event: 'quota_changed' as const, params: amounts }
  await logAdminAction(transaction, actor, { user: person, ...said })
}
