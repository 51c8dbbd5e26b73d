import {
  type NewShareLink,
  openShareLinksMax,
  type SharedKey,
  type ShareLink,
  type ShareState,
  shareLinkKeptSeconds,
} from '@turnpike/contract/identity/share-link'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { userStatus } from '@turnpike/contract/identity/user'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { toldOf } from '../../money/wallet/payer.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { newSecret } from '../one-time/one-time.ts'
import { heldBy } from '../tokens/token-owner.ts'
import { isExpired } from '../tokens/token-standing.ts'
import { findToken, lockTokens } from '../tokens/tokens.queries.ts'
import {
  countOpenLinks,
  deleteOldLinks,
  findOpenLink,
  findSharedToken,
  insertLink,
  readLinks,
  revokeLink,
  type ShareLinkRow,
  useLink,
} from './share-links.queries.ts'

type ShareLinksDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'limits'>

/** The visitor of a link: nobody is signed in. */
type Visitor = { address: string; request_id: string }

const codeBits = 256

/** One link for each of the caller's tokens, or none when one of them cannot be shared. */
export async function createLinks(
  { store, vault, limits }: ShareLinksDeps,
  caller: Caller,
  { ids, life_seconds }: { ids: readonly number[]; life_seconds: number },
  actor: Actor,
): Promise<NewShareLink[]> {
  await limits.take('share link', String(caller.id))
  const { at } = actor
  const codes = new Map(ids.map((id) => [id, newSecret(codeBits)]))
  const rows = await store.transaction().execute(async (transaction) => {
    const tokens = await lockTokens(transaction, heldBy(caller), ids)
    if (tokens.length !== ids.length) throw new AppError('not_found')
    await deleteOldLinks(transaction, ids, at - shareLinkKeptSeconds)
    const counts = await countOpenLinks(transaction, ids, at)
    for (const token of tokens) {
      const { id, name } = token
      if (!isShareable(token, at)) throw new AppError('token_not_shareable', { params: { name } })
      if ((counts.get(id) ?? 0) >= openShareLinksMax)
        throw new AppError('share_links_too_many', { params: { name, maximum: openShareLinksMax } })
    }
    const links: ShareLinkRow[] = []
    for (const [token_id, code] of codes)
      links.push(
        await insertLink(transaction, {
          code_hash: vault.hash(code, 'share link'),
          token_id,
          user_id: caller.id,
          created_at: at,
          expires_at: at + life_seconds,
        }),
      )
    await writeAudit(transaction, actor, { action: 'token.share', target: ids.join(','), detail: { life_seconds } })
    return links
  })
  return rows.map((row) => ({ ...wireLink(row, at), code: codes.get(row.token_id) ?? '' }))
}

export async function listLinks(
  { store, clock }: ShareLinksDeps,
  caller: Caller,
  tokenId: number,
): Promise<ShareLink[]> {
  if (!(await findToken(store, heldBy(caller), tokenId))) throw new AppError('not_found')
  const rows = await readLinks(store, caller.id, tokenId)
  return rows.map((row) => wireLink(row, clock()))
}

export async function revoke({ store }: ShareLinksDeps, caller: Caller, id: number, actor: Actor): Promise<undefined> {
  await store.transaction().execute(async (transaction) => {
    const revoked = await revokeLink(transaction, heldBy(caller), { id, user_id: caller.id, at: actor.at })
    if (!revoked) throw new AppError('not_found')
    await writeAudit(transaction, actor, { action: 'token.unshare', target: String(revoked.token_id) })
  })
}

/** The owner of a shared key. Previews of chat programs open links too, so looking does not use the link. */
export async function lookAtLink({ store, vault, clock, limits }: ShareLinksDeps, code: string, visitor: Visitor) {
  await limits.take('wrong share link', visitor.address)
  const at = clock()
  const link = await findOpenLink(store, vault.hash(code, 'share link'), at)
  const { token } = await tokenOf(store, link, at)
  await limits.giveBack('wrong share link', visitor.address)
  return { from: nameOf(token), expires_at: link?.expires_at ?? 0 }
}

/** Shows the key of a link, once. A link whose token cannot be used now stays as it is. */
export async function revealKey(
  { store, vault, clock, limits }: ShareLinksDeps,
  code: string,
  visitor: Visitor,
): Promise<SharedKey> {
  await limits.take('wrong share link', visitor.address)
  const at = clock()
  const token = await store.transaction().execute(async (transaction) => {
    const used = await useLink(transaction, vault.hash(code, 'share link'), at)
    const { link, token } = await tokenOf(transaction, used, at)
    const owner = { id: token.user_id, username: token.username }
    const params = { token: token.name }
    await writeAudit(
      transaction,
      { ...owner, ...visitor, at },
      { action: 'token.reveal', target: String(link.token_id), detail: { share_link: link.id } },
    )
    await writeLog(transaction, {
      user: owner,
      account_id: toldOf({ user_id: token.payer_id, caller_id: token.caller_id }).account_id,
      type: logType.system,
      content: logText('share_link_opened', 'zh', params),
      other: { event: 'share_link_opened', params },
      at,
    })
    return token
  })
  await limits.giveBack('wrong share link', visitor.address)
  return {
    from: nameOf(token),
    key: vault.decrypt(token.key_cipher, 'token key'),
    expired_time: token.expired_time,
    remain_quota: token.remain_quota,
    unlimited_quota: token.unlimited_quota === 1,
    models: token.model_limits_enabled === 1 ? token.model_limits.split(',').filter(Boolean) : [],
  }
}

type OpenLink = { id: number; token_id: number; expires_at: number }

/** The token of a link. An unknown, used or expired link and a token that cannot be used give the same refusal. */
async function tokenOf(store: Store, link: OpenLink | undefined, at: number) {
  const token = link && (await findSharedToken(store, link.token_id))
  if (!link || !token || !mayCall(token) || !isShareable(token, at)) throw new AppError('share_link_gone')
  return { link, token }
}

const mayCall = ({ user_status, payer_status }: { user_status: number; payer_status: number }) =>
  user_status === userStatus.enabled && payer_status === userStatus.enabled

/** A disabled or expired token is not shared. An exhausted one is: its owner may raise its quota at any time. */
const isShareable = (token: { status: number; expired_time: number }, at: number) =>
  token.status !== tokenStatus.disabled && !isExpired(token, at)

const nameOf = ({ display_name, username }: { display_name: string; username: string }) => display_name || username

function stateOf({ used_at, revoked_at, expires_at }: ShareLinkRow, at: number): ShareState {
  if (used_at > 0) return 'used'
  if (revoked_at > 0) return 'revoked'
  return expires_at > at ? 'open' : 'expired'
}

const wireLink = ({ revoked_at, ...row }: ShareLinkRow, at: number): ShareLink => ({
  ...row,
  state: stateOf({ revoked_at, ...row }, at),
})
