import { neverExpires, tokenStatus } from '@turnpike/contract/identity/token'
import type { TokenRow } from './tokens.queries.ts'

export const isExpired = ({ expired_time }: Pick<TokenRow, 'expired_time'>, now: number) =>
  expired_time !== neverExpires && expired_time <= now

export const isExhausted = ({ unlimited_quota, remain_quota }: Pick<TokenRow, 'unlimited_quota' | 'remain_quota'>) =>
  unlimited_quota === 0 && remain_quota <= 0

/** The status of a token that its owner has not disabled: expired, exhausted or enabled. */
export function standingOf(
  token: Pick<TokenRow, 'expired_time' | 'unlimited_quota' | 'remain_quota'>,
  now: number,
): typeof tokenStatus.enabled | typeof tokenStatus.expired | typeof tokenStatus.exhausted {
  if (isExpired(token, now)) return tokenStatus.expired
  return isExhausted(token) ? tokenStatus.exhausted : tokenStatus.enabled
}
