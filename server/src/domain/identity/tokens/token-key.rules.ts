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
  if (token.user_status !== userStatus.enabled || token.user_deleted_at !== null) throw new AppError('user_banned')
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
    model_limits: Object.fromEntries(commaList(token.model_limits).map((model) => [model, true as const])),
    model_limits_enabled: token.model_limits_enabled === 1,
    expires_at: standing.expired_time === neverExpires ? 0 : standing.expired_time,
  }
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
