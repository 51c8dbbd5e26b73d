import { z } from 'zod'
import { type BoundsByField, charactersIn, noControlCharacters } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orNothing } from '../left-out.ts'
import { idParams, pageOf, pageQuery, queryText, queryWhole } from '../page.ts'
import { quotaBounds } from '../quota.ts'
import { actToUndo, seenRevision, undoable } from '../system/history.ts'

export const redemptionStatus = { unused: 1, disabled: 2, used: 3 } as const
export const codeBounds = {
  name: { charactersMax: 20, pattern: noControlCharacters },
  quota: { ...quotaBounds, min: 1 },
  /** How many codes are created at once. */
  count: { min: 1, max: 100, decimals: 0 },
} satisfies BoundsByField
export const defaultCodeQuota = 100_000

/** A code that is worth quota, once. */
export const redemption = z.object({
  id: z.int(),
  user_id: z.int(), // the administrator who created the code
  key: z.string(),
  status: z.int(),
  name: z.string(),
  quota: z.int(),
  count: z.literal(0), // a member of the request that creates codes; clients of this family expect it here too
  created_time: z.int(),
  redeemed_time: z.int(),
  used_user_id: z.int(), // 0 while the code is unused
  used_username: z.string(),
  /** The organisation that got the quota, and its name; 0 and empty where the user did. */
  used_account_id: z.int(),
  used_account: z.string(),
  DeletedAt: z.null(),
  revision: z.string(), // of its name and quota
})
export type Redemption = z.infer<typeof redemption>

const name = z
  .string('code_name_length')
  .trim()
  .refine((text) => charactersIn(text) <= codeBounds.name.charactersMax, 'code_name_length')
  .regex(codeBounds.name.pattern, 'code_name_length')
const quota = z
  .int('code_quota_invalid')
  .min(codeBounds.quota.min, 'code_quota_invalid')
  .max(codeBounds.quota.max, 'code_quota_invalid')
const fields = z.object({
  name: orNothing(name), // without one, the amount is the name
  quota,
  count: z
    .int('code_count_low')
    .min(codeBounds.count.min, 'code_count_low')
    .max(codeBounds.count.max, 'code_count_high'),
})
export type NewCodes = z.output<typeof fields>

const change = z.object({
  id: z.int('id_missing').positive('invalid_id'),
  name: orNothing(name.min(1, 'code_name_length')),
  quota: orNothing(quota),
  status: z.int().nullish(),
  seen_revision: seenRevision,
})
export type CodeChange = z.output<typeof change>

export const redemptionApi = {
  list: endpoint('admin', 'GET /api/redemption/', {
    summary: 'Redemption codes, newest first',
    query: pageQuery,
    data: pageOf(redemption),
  }),
  search: endpoint('admin', 'GET /api/redemption/search', {
    summary: 'Redemption codes by id or by the beginning of their name, and by status',
    query: pageQuery.extend({ keyword: queryText, status: queryWhole }),
    data: pageOf(redemption),
  }),
  get: endpoint('admin', 'GET /api/redemption/{id}', { summary: 'One code', params: idParams, data: redemption }),
  create: endpoint('admin', 'POST /api/redemption/', {
    summary: 'Create codes; returns them',
    body: fields,
    data: z.array(z.string()),
  }),
  update: endpoint('admin', 'PUT /api/redemption/', {
    summary: 'Change an unused code, or with status_only switch it on or off',
    query: z.object({ status_only: queryText }),
    body: change,
    data: redemption,
    beside: undoable,
  }),
  remove: endpoint('admin', 'DELETE /api/redemption/{id}', {
    summary: 'Delete a code',
    params: idParams,
    beside: undoable,
  }),
  undo: endpoint('admin', 'POST /api/redemption/undo', {
    summary: 'Take back that a code was deleted, or switched on or off',
    body: actToUndo,
  }),
  redeem: endpoint('user', 'POST /api/user/topup', {
    summary: 'Top up with a code; returns the quota that was added',
    org: 'pay',
    body: z.object({ key: z.string('code_missing').trim().min(1, 'code_missing').max(1024, 'code_invalid') }),
    data: z.int(),
  }),
}
