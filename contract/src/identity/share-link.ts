import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../page.ts'
import { tokenIds } from './token.ts'

/** How long a share link can be opened, in seconds. */
export const shareLives = { hour: 3600, day: 86_400, week: 7 * 86_400 } as const
export type ShareLife = keyof typeof shareLives

/** The most links of one token that can still be opened. */
export const openShareLinksMax = 5
/** A link is listed this long after it has expired. */
export const shareLinkKeptSeconds = 30 * 86_400

export const shareStates = ['open', 'used', 'revoked', 'expired'] as const
export type ShareState = (typeof shareStates)[number]

/** A link as the owner of its token sees it. Its code is not stored, so that it cannot be shown again. */
const shareLink = z.object({
  id: z.int(),
  token_id: z.int(),
  state: z.enum(shareStates),
  created_at: z.int(),
  expires_at: z.int(),
  /** 0 until the key was shown. */
  used_at: z.int(),
})
export type ShareLink = z.infer<typeof shareLink>

const newShareLink = shareLink.extend({ code: z.string() })
export type NewShareLink = z.infer<typeof newShareLink>

/** Any text is looked up: an unknown code and a used code get the same refusal. */
const code = z.object({ code: z.string('share_link_gone').max(256, 'share_link_gone') })

const sharedKey = z.object({
  /** The display name of the token's owner. */
  from: z.string(),
  key: z.string(),
  expired_time: z.int(),
  remain_quota: z.int(),
  unlimited_quota: z.boolean(),
  /** The models that the token is limited to; empty when it is not. */
  models: z.array(z.string()),
})
export type SharedKey = z.infer<typeof sharedKey>

export const shareApi = {
  create: endpoint('user', 'POST /api/token/share', {
    summary: 'Create one share link for each of several tokens; the codes are returned only once',
    org: 'call',
    body: z.object({ ids: tokenIds, life_seconds: z.literal(Object.values(shareLives)) }),
    data: z.array(newShareLink),
  }),
  list: endpoint('user', 'GET /api/token/{id}/share', {
    summary: 'The share links of a token, newest first',
    org: 'call',
    params: idParams,
    data: z.array(shareLink),
  }),
  revoke: endpoint('user', 'DELETE /api/token/share/{id}', {
    summary: 'Revoke a share link that was not opened',
    org: 'call',
    params: idParams,
  }),
  look: endpoint('public', 'POST /api/share/look', {
    summary: 'Who shares a key, without showing it; the link stays open',
    body: code,
    data: z.object({ from: z.string(), expires_at: z.int() }),
  }),
  reveal: endpoint('public', 'POST /api/share/reveal', {
    summary: 'Show the key of a share link, once',
    body: code,
    data: sharedKey,
  }),
}
