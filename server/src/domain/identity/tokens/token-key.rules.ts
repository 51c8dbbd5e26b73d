import { orgMay } from '@turnpike/contract/identity/organisation'
import { neverExpires, tokenStatus } from '@turnpike/contract/identity/token'
import type { KeyUsage } from '@turnpike/contract/identity/token-key'
import { userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { isListed, parseAddressList } from '../../../http/address-list.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { commaList } from '../../routing/channels/comma-list.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { presentedKey } from './presented-key.ts'
import { heldBy } from './token-owner.ts'
import { findStanding, findToken, findTokenWithOwner } from './tokens.queries.ts'

/** An expired or exhausted key can still be looked up: that is when its holder needs it. */
export async function usageOfKey(
  { store, vault, limits }: Pick<Deps, 'store' | 'vault' | 'limits'>,
  authorization: string | undefined,
  address: string,
): Promise<KeyUsage> {
  if (!authorization) throw new AppError('token_missing')
  const secret = presentedKey(authorization)
  const token = secret && (await findTokenWithOwner(store, vault.hash(secret, 'token key')))
  const standing = token && (await findStanding(store, token.id))
  if (!token || !standing) {
    await limits.take('invalid relay key', address) // a wrong key may be a guess
    throw new AppError('token_invalid')
  }
  if (token.status === tokenStatus.disabled) throw new AppError('token_disabled')
  if (!isLive(token)) throw new AppError('user_banned')
  if (token.caller_id !== 0 && !(token.seat_role && orgMay(token.seat_role, 'call')))
    throw new AppError('org_member_missing')
  const allowed = parseAddressList(token.allow_ips)
  if (token.allow_ips.trim() && !(allowed.ok && isListed(address, allowed.ranges)))
    throw new AppError('token_ip_refused')
  return {
    object: 'token_usage',
    name: token.name,
    total_granted: standing.remain_quota + standing.used_quota,
    total_used: standing.used_quota,
    total_available: standing.remain_quota,
    unlimited_quota: standing.unlimited_quota === 1,
    model_limits: Object.fromEntries(modelsOf(token).map((model) => [model, true as const])),
    model_limits_enabled: token.model_limits_enabled === 1 || Boolean(token.seat_models),
    expires_at: standing.expired_time === neverExpires ? 0 : standing.expired_time,
  }
}

type FoundToken = NonNullable<Awaited<ReturnType<typeof findTokenWithOwner>>>

/** Neither the holder nor who pays is disabled or deleted. */
const isLive = ({ user_status, user_deleted_at, payer_status, payer_deleted_at }: FoundToken): boolean =>
  user_status === userStatus.enabled &&
  user_deleted_at === null &&
  payer_status === userStatus.enabled &&
  payer_deleted_at === null

/** The models of the token's list; for a member of an organisation, those that the member may use. */
function modelsOf({ model_limits, model_limits_enabled, seat_models }: FoundToken): string[] {
  const own = commaList(model_limits)
  const ofSeat = commaList(seat_models ?? '')
  if (ofSeat.length === 0) return own
  return model_limits_enabled === 1 ? own.filter((model) => ofSeat.includes(model)) : ofSeat
}

/** The whole key, for its owner. */
export async function revealKey(
  { store, vault }: Pick<Deps, 'store' | 'vault'>,
  caller: Caller,
  actor: Actor,
  id: number,
) {
  const token = await findToken(store, heldBy(caller), id)
  if (!token) throw new AppError('not_found')
  await writeAudit(store, actor, { action: 'token.reveal', target: String(id) })
  return { key: vault.decrypt(token.key_cipher, 'token key') }
}
