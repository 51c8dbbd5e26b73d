import { type TokenChange, tokenStatus } from '@turnpike/contract/identity/token'
import { quotaMax } from '@turnpike/contract/quota'
import { AppError } from '../../../http/app-error.ts'
import { normalAddresses, normalModels } from './token-lists.ts'
import { isExpired, standingOf } from './token-standing.ts'
import type { TokenEdit, TokenRow } from './tokens.queries.ts'

/** A token names no group, or one that its owner may use. */
export function checkGroup(group: string, usable: object) {
  if (group !== '' && !Object.hasOwn(usable, group))
    throw new AppError('token_group_refused', { params: { group: group.slice(0, 64) } })
}

/**
 * The columns of an edit. Forms send whole rows, so a member equal to the row is no change and is not checked again: a
 * token whose group was closed or that has expired can still be renamed.
 */
export function editOf(
  current: TokenRow,
  change: Partial<TokenChange>,
  { groups, now }: { groups: object; now: number },
): TokenEdit {
  const { name = current.name, expired_time = current.expired_time, group = current.group } = change
  if (expired_time !== current.expired_time && isExpired({ expired_time }, now))
    throw new AppError('token_expiry_invalid')
  if (group !== current.group) checkGroup(group, groups)
  const unlimited_quota = flagOf(change.unlimited_quota, current.unlimited_quota)
  const quota_delta = unlimited_quota ? 0 : deltaOf(current, change)
  const remain_quota = current.remain_quota + quota_delta
  return {
    name,
    expired_time,
    group,
    billing_preference: change.billing_preference ?? current.billing_preference,
    unlimited_quota,
    quota_delta,
    model_limits_enabled: flagOf(change.model_limits_enabled, current.model_limits_enabled),
    model_limits: change.model_limits === undefined ? current.model_limits : normalModels(change.model_limits),
    allow_ips: change.allow_ips === undefined ? current.allow_ips : normalAddresses(change.allow_ips),
    // A token that its owner disabled stays disabled. Any other is enabled once it is neither expired nor exhausted.
    status:
      current.status === tokenStatus.disabled
        ? tokenStatus.disabled
        : standingOf({ expired_time, unlimited_quota, remain_quota }, now),
  }
}

const flagOf = (given: boolean | undefined, current: 0 | 1): 0 | 1 => (given === undefined ? current : given ? 1 : 0)

/** The change of the remaining quota, against the value the form was loaded with, else against the stored one. */
function deltaOf(
  { remain_quota }: TokenRow,
  { remain_quota: wanted = remain_quota, remain_quota_base: base = remain_quota }: Partial<TokenChange>,
): number {
  const delta = wanted - base
  const result = remain_quota + delta
  if (delta !== 0 && !(Number.isSafeInteger(delta) && result >= 0 && result <= quotaMax))
    throw new AppError('token_quota_invalid')
  return delta
}
