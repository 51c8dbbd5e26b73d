import { z } from 'zod'
import { type BoundsByField, charactersIn, noControlCharacters } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, orNothing } from '../left-out.ts'
import { billingPreferences } from '../money/plans/billing.ts'
import { idParams, listed, pageSizeOf, queryPageFrom0, queryText, searchMax } from '../page.ts'
import { quotaBounds } from '../quota.ts'
import { limitState, limits } from '../routing/limits.ts'
import { actToUndo, seenRevision, undoable } from '../system/history.ts'

export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const

/** `expired_time` of a token that never expires. */
export const neverExpires = -1

const listBounds = { lengthMax: 64 * 1024 }
export const tokenBounds = {
  name: { charactersMin: 1, charactersMax: 30, pattern: noControlCharacters },
  remain_quota: quotaBounds,
  expired_time: { min: neverExpires, max: Number.MAX_SAFE_INTEGER, decimals: 0 },
  model_limits: listBounds,
  allow_ips: { lengthMax: 16 * 1024 }, // read again on every call with the token
  group: listBounds,
} satisfies BoundsByField

/** What pays for the calls of a token; empty: as for the account. */
const billing_preference = z.enum(['', ...billingPreferences])

/** A key for the relay, as its owner sees it. Clients write `sk-` in front of `key`. */
export const token = z.object({
  id: z.int(),
  user_id: z.int(),
  key: z.string(),
  status: z.int(),
  name: z.string(),
  created_time: z.int(),
  accessed_time: z.int(),
  expired_time: z.int(),
  remain_quota: z.int(),
  used_quota: z.int(),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(), // comma separated
  allow_ips: z.string(), // one per line
  group: z.string(), // empty: the owner's own
  billing_preference,
  DeletedAt: z.null(),
  revision: z.string(), // of the fields that the owner edits; calls do not change it
  /** In lists: the use of each budget, if the token has any. */
  budgets: z.array(limitState).optional(),
  /** For members of an organisation, whose tokens have its id in `user_id`: who holds the token. */
  owner: z.object({ id: z.int(), username: z.string() }).optional(),
})
export type Token = z.infer<typeof token>

/** The most tokens of one user that are not deleted; members have as many in each of their organisations. */
export const tokensMax = 1000

const textWithin = ({ lengthMax }: { lengthMax: number }) => z.string().max(lengthMax)
const addressText = textWithin(tokenBounds.allow_ips)
const name = z
  .string('token_name_missing')
  .trim()
  .min(tokenBounds.name.charactersMin, 'token_name_missing')
  .refine((text) => charactersIn(text) <= tokenBounds.name.charactersMax, 'token_name_long')
  .regex(tokenBounds.name.pattern, 'invalid_input')
const quota = z.int('token_quota_invalid')
const amount = quota.min(quotaBounds.min, 'token_quota_invalid').max(quotaBounds.max, 'token_quota_invalid')
const expiry = z
  .int('token_expiry_invalid')
  .min(tokenBounds.expired_time.min, 'token_expiry_invalid')
  .transform((time) => time || neverExpires)

const fields = z.object({
  name,
  remain_quota: orElse(amount, 0),
  expired_time: orElse(expiry, neverExpires),
  unlimited_quota: orElse(z.boolean(), false),
  model_limits_enabled: orElse(z.boolean(), false),
  model_limits: orElse(textWithin(tokenBounds.model_limits), ''),
  allow_ips: orElse(addressText, ''),
  group: orElse(textWithin(tokenBounds.group), ''),
  billing_preference: orElse(billing_preference, ''),
  limits: orElse(limits, {}),
})
export type TokenFields = z.output<typeof fields>

/** With `status_only` the status alone changes; otherwise the present members, and the status follows from them. */
const change = z.object({
  id: z.int('id_missing').positive('invalid_id'),
  status: z.int().nullish(),
  name: orNothing(name),
  remain_quota: orNothing(quota), // may repeat the stored amount, which may be negative
  /** The amount that the form was loaded with: the difference is applied, so that calls meanwhile stay charged. */
  remain_quota_base: orNothing(quota),
  expired_time: orNothing(expiry),
  unlimited_quota: orNothing(z.boolean()),
  model_limits_enabled: orNothing(z.boolean()),
  model_limits: orNothing(textWithin(tokenBounds.model_limits)),
  allow_ips: addressText
    .nullable()
    .transform((value) => value ?? '')
    .optional(), // null has always meant an emptied list
  group: orNothing(textWithin(tokenBounds.group)),
  billing_preference: orNothing(billing_preference),
  seen_revision: seenRevision,
})
export type TokenChange = z.output<typeof change>

/** The most tokens that one batch names; a page of the list has no more. */
export const tokenBatchMax = 100
const ids = z
  .array(z.int().positive('invalid_id'), 'tokens_none_selected')
  .min(1, 'tokens_none_selected')
  .max(tokenBatchMax, 'invalid_parameter')
/** The ids of a batch, each once. */
export const tokenIds = ids.transform((given) => [...new Set(given)])

/** The same change to several tokens: their status, their remaining quota, or their expiry. */
const batchChange = z
  .object({
    ids: tokenIds,
    status: orNothing(z.literal([tokenStatus.enabled, tokenStatus.disabled])),
    remain_quota: orNothing(amount),
    unlimited_quota: orNothing(z.boolean()),
    expired_time: orNothing(expiry),
  })
  .refine(({ ids: _, ...changes }) => Object.values(changes).some((value) => value !== undefined), 'invalid_parameter')
export type TokenBatchChange = z.output<typeof batchChange>

/** For members who manage an organisation: the tokens of one member, by user name. */
const ofMember = { owner: queryText }
const pageFrom0 = z.object({
  p: queryPageFrom0,
  size: pageSizeOf(10),
  ...ofMember,
})

export const tokenApi = {
  list: endpoint('user', 'GET /api/token/', {
    summary: "The caller's tokens, newest first; for those who manage an organisation, the tokens of all its members",
    org: 'call',
    query: pageFrom0,
    data: z.array(token),
    beside: listed,
  }),
  search: endpoint('user', 'GET /api/token/search', {
    summary: "The caller's tokens by part of their name and of their key",
    org: 'call',
    query: z.object({
      p: queryPageFrom0,
      size: pageSizeOf(searchMax),
      keyword: queryText,
      token: queryText,
      ...ofMember,
    }),
    data: z.array(token),
    beside: listed,
  }),
  get: endpoint('user', 'GET /api/token/{id}', {
    summary: 'One token',
    org: 'call',
    params: idParams,
    data: token,
  }),
  create: endpoint('user', 'POST /api/token/', {
    summary: 'Create a token',
    org: 'call',
    body: fields,
    data: token,
  }),
  update: endpoint('user', 'PUT /api/token/', {
    summary: 'Change a token, or with status_only switch it on or off',
    org: 'call',
    query: z.object({ status_only: queryText }),
    body: change,
    data: token,
    beside: undoable,
  }),
  remove: endpoint('user', 'DELETE /api/token/{id}', {
    summary: 'Delete a token',
    org: 'call',
    params: idParams,
    beside: undoable,
  }),
  undo: endpoint('user', 'POST /api/token/undo', {
    summary: 'Take back that tokens were deleted or switched; they have the same keys again',
    org: 'call',
    body: actToUndo,
  }),
  changeMany: endpoint('user', 'POST /api/token/batch/change', {
    summary:
      'Switch several tokens, or set their remaining quota or expiry; expired and exhausted ones are not enabled',
    org: 'call',
    body: batchChange,
    /** `skipped`: tokens that could not be enabled, because they are expired or exhausted. */
    data: z.object({ changed: z.int(), skipped: z.int() }),
    beside: undoable,
  }),
  removeMany: endpoint('user', 'POST /api/token/batch', {
    summary: 'Delete several tokens; returns how many were there',
    org: 'call',
    body: z.object({ ids: tokenIds }),
    data: z.int(),
    beside: undoable,
  }),
}
