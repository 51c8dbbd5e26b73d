import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, orNothing } from '../left-out.ts'
import { reasonField } from '../money/refund.ts'
import { groupNameBounds } from '../names.ts'
import { idParams, pageOf, pageQuery, queryOneOf, queryText, queryWhole } from '../page.ts'
import { quotaBounds } from '../quota.ts'
import { actToUndo, seenRevision, undoable } from '../system/history.ts'
import { user } from './user.ts'

export const personBounds = {
  username: { charactersMin: 1, charactersMax: 12, pattern: printable },
  display_name: { charactersMax: 20, pattern: printable },
  // Other servers of this family take 20 characters at most; password managers make longer ones.
  password: { charactersMin: 8, charactersMax: 128 },
} satisfies BoundsByField
export const personChangeBounds = { group: { lengthMax: groupNameBounds.lengthMax } } satisfies BoundsByField

/** Whether an account may be given this name; names from before a rule changed stay as they are. */
export const isUsername = (name: string) => name === name.trim() && isTextWithin(personBounds.username, name)
export const isPassword = (password: string) => isTextWithin(personBounds.password, password)
export const isDisplayName = (name: string) => isTextWithin(personBounds.display_name, name)

export const displayNameField = z.string('display_name_long').trim().refine(isDisplayName, 'display_name_long')

/** `role` is checked and not stored: one as high as the caller's is refused, and new accounts are ordinary users. */
const newPerson = z.object({
  username: z
    .string('credentials_missing')
    .trim()
    .min(1, 'credentials_missing')
    .refine(isUsername, { error: 'username_invalid', abort: true }),
  password: z.string('credentials_missing').min(1, 'credentials_missing').refine(isPassword, 'password_length'),
  display_name: orNothing(displayNameField),
  role: orNothing(z.int()),
})
export type NewPerson = z.output<typeof newPerson>

/**
 * Clients of this family send the whole user back. Absent members stay as they are, and so do members that are not
 * listed here. `quota_base` is the balance that the form was loaded with: with it, the difference is applied, so that
 * calls in the meantime stay charged.
 */
const personChange = z.object({
  id: z.int('id_missing').positive('invalid_id'),
  username: orNothing(z.string('username_invalid').trim()),
  display_name: orNothing(displayNameField),
  password: orNothing(z.string('password_length')).refine((password) => !password || isPassword(password), {
    error: 'password_length',
  }),
  group: orNothing(z.string().trim().max(personChangeBounds.group.lengthMax)),
  quota: orNothing(z.int()),
  quota_base: orNothing(z.int()),
  /** Why the balance changes; the user sees it. */
  reason: orNothing(reasonField),
  role: orNothing(z.int()),
  seen_revision: seenRevision,
})
export type PersonChange = z.output<typeof personChange>

export const personActions = ['disable', 'enable', 'delete', 'promote', 'demote'] as const
export type PersonAction = (typeof personActions)[number]

/** What `add_quota` does with its value: credits it, takes it away, or makes it the balance. */
export const quotaModes = ['add', 'subtract', 'override'] as const
export type QuotaMode = (typeof quotaModes)[number]

const personAct = z
  .object({
    id: z.int('id_missing').positive('invalid_id'),
    action: z.enum([...personActions, 'add_quota'], 'invalid_parameter'),
    /** Of `add_quota`: an amount of quota, and what to do with it. */
    value: orNothing(z.int().min(quotaBounds.min).max(quotaBounds.max)),
    mode: orElse(z.enum(quotaModes), 'add'),
    /** Why the balance changes; the user sees it. */
    reason: orNothing(reasonField),
  })
  .refine(({ action, value, mode }) => action !== 'add_quota' || (mode === 'override' ? value !== undefined : value), {
    path: ['value'],
  })

/** The kinds of changes of a user's balances besides calls. */
export const quotaChangeKinds = [
  'top_up',
  'redemption',
  'grant',
  'invite_reward',
  'transfer',
  'refund',
  'adjustment_credit',
  'adjustment_debit',
  'manual_refund',
  'order_refund',
  'plan_purchase',
  'dividend',
  'dividend_reversal',
  'withdrawal',
] as const
export const quotaChange = z.object({
  id: z.int(),
  created_at: z.int(),
  kind: z.enum(quotaChangeKinds),
  quota: z.int(), // added to the balance; negative for a debit
  aff_quota: z.int(), // the same for the earnings of invitations
  reference: z.string(), // number of the order, id of the code, …
  operator: z.string(), // the administrator who changed the balance, or empty
  reason: z.string(), // of the administrator, or empty
})
export type QuotaChange = z.infer<typeof quotaChange>

/** What an account is to administrators; a cancelled one may have been banned. */
export const userStates = ['active', 'banned', 'cancelled'] as const
export type UserState = (typeof userStates)[number]
/** The figures by which users are sorted. */
export const userSorts = ['quota', 'used_quota', 'request_count', 'last_login_at'] as const
export type UserSort = (typeof userSorts)[number]

export const userAdminApi = {
  list: endpoint('admin', 'GET /api/user/', {
    summary: 'Everyone, newest first, cancelled accounts included',
    query: pageQuery,
    data: pageOf(user),
  }),
  search: endpoint('admin', 'GET /api/user/search', {
    summary:
      'People by id or by part of their name, display name or mail address, by group, role and state; newest first, or sorted by a figure',
    query: pageQuery.extend({
      keyword: queryText,
      group: queryText,
      role: queryWhole,
      state: queryOneOf(userStates),
      sort: queryOneOf(userSorts),
      order: queryOneOf(['asc', 'desc']),
    }),
    data: pageOf(user),
  }),
  get: endpoint('admin', 'GET /api/user/{id}', { summary: 'One person', params: idParams, data: user }),
  ledger: endpoint('admin', 'GET /api/user/{id}/ledger', {
    summary: "Changes of a user's balance besides calls, newest first",
    params: idParams,
    query: pageQuery,
    data: pageOf(quotaChange),
  }),
  create: endpoint('admin', 'POST /api/user/', { summary: 'Add a person', body: newPerson, data: user }),
  update: endpoint('admin', 'PUT /api/user/', {
    summary: 'Change a person; quota with quota_base is applied as the difference of the two',
    body: personChange,
    data: user,
  }),
  manage: endpoint('admin', 'POST /api/user/manage', {
    summary: 'Disable, enable, delete, promote or demote a person, or with add_quota change their balance',
    body: personAct,
    data: z.object({ status: z.int(), role: z.int() }),
    beside: undoable,
  }),
  remove: endpoint('admin', 'DELETE /api/user/{id}', {
    summary: 'Cancel an account',
    params: idParams,
    beside: undoable,
  }),
  undo: endpoint('admin', 'POST /api/user/undo', {
    summary: 'Take back that an account was disabled, enabled or cancelled; its sessions and access token stay ended',
    body: actToUndo,
  }),
}
