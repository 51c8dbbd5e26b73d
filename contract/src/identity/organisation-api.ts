import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, orNothing, unlessEmpty } from '../left-out.ts'
import { reasonField } from '../money/refund.ts'
import { statement, statementQuery } from '../money/statement.ts'
import { groupNameBounds, modelNameBounds } from '../names.ts'
import { idParams, pageOf, pageQuery, queryOneOf, queryText } from '../page.ts'
import { quotaBounds } from '../quota.ts'
import { limitState, limits } from '../routing/limits.ts'
import { orgRoles } from './organisation.ts'
import { emailField, registrationBounds } from './registration.ts'
import { quotaChange, quotaModes } from './user-admin.ts'

export const orgMembersMax = 1000
/** The organisations that one person may belong to. */
export const orgsPerPersonMax = 20
/** Open invitations of one organisation. */
export const orgInvitationsMax = 200
export const invitationDays = [1, 7, 30] as const

export const orgBounds = {
  name: { charactersMin: 1, charactersMax: 40, pattern: printable },
  email: registrationBounds.email,
} satisfies BoundsByField
export const isOrgName = (name: string) => name === name.trim() && isTextWithin(orgBounds.name, name)

const orgName = z
  .string('org_name_missing')
  .trim()
  .min(1, 'org_name_missing')
  .refine(isOrgName, { error: 'org_name_invalid', abort: true })
/** The owner's role changes hands by a transfer. */
export const grantableRoles = ['admin', 'billing', 'member', 'viewer'] as const
const grantable = z.enum(grantableRoles)
const role = z.enum(orgRoles)

const listed = z.object({
  id: z.int(),
  name: z.string(),
  role,
  /** Whether the caller was asked to become the owner. */
  is_offered: z.boolean(),
})
export type ListedOrg = z.infer<typeof listed>

const transfer = z.object({ from: z.string(), to: z.string(), to_id: z.int(), expires_at: z.int() })

/** An organisation as its members see it. */
const organisation = listed.extend({
  group: z.string(),
  members: z.int(),
  created_at: z.int(),
  /** Who becomes the owner if they accept. */
  transfer: transfer.optional(),
  /** For members who may see it; absent for others. */
  balance: z.object({ quota: z.int(), held: z.int(), used_quota: z.int(), request_count: z.int() }).optional(),
  /** Owners and billing members get a mail when the balance falls below it; 0 for none. */
  warn_below: z.int(),
  /** The organisation's own limits and their use, set by administrators of the installation. */
  states: z.array(limitState),
})
export type Organisation = z.infer<typeof organisation>

/** The lists are stored with commas between the names. */
const isListedModel = (name: string) => isTextWithin(modelNameBounds, name) && !name.includes(',')
const modelList = z.array(z.string().trim().refine(isListedModel)).max(500)
const groupList = z
  .array(
    z
      .string()
      .trim()
      .refine((name) => isTextWithin(groupNameBounds, name)),
  )
  .max(100)

const member = z.object({
  user_id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role,
  joined_at: z.int(),
  /** The member's charges in the current calendar month, and in all. */
  used_month: z.int(),
  used_quota: z.int(),
  request_count: z.int(),
  tokens: z.int(),
  /** The member's caps, as tokens have them, and their use. */
  limits,
  states: z.array(limitState),
  /** The models and groups that the member may use; empty: any. */
  models: z.array(z.string()),
  groups: z.array(z.string()),
})
export type OrgMember = z.infer<typeof member>

export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const
const invitation = z.object({
  id: z.int(),
  /** Where it was sent; empty for a link. */
  email: z.string(),
  role: grantable,
  state: z.enum(invitationStates),
  created_by: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
  accepted_by: z.string(),
})
export type OrgInvitation = z.infer<typeof invitation>
/** The code is not stored, so that it cannot be shown again. Empty where it was sent by mail. */
const newInvitation = invitation.extend({ code: z.string() })
export type NewOrgInvitation = z.infer<typeof newInvitation>

/** Any text is looked up: an unknown code and a used one get the same refusal. */
const code = z.object({ code: z.string('org_invitation_gone').max(256, 'org_invitation_gone') })

const memberParams = z.object({ id: idParams.shape.id, user: idParams.shape.id })
const invitationParams = z.object({ id: idParams.shape.id, invitation: idParams.shape.id })

/** What members make and see themselves. */
export const orgApi = {
  list: endpoint('user', 'GET /api/org/', {
    summary: "The caller's organisations",
    data: z.object({ items: z.array(listed), may_create: z.boolean() }),
  }),
  create: endpoint('user', 'POST /api/org/', {
    summary: 'Create an organisation, whose owner is the caller',
    body: z.object({ name: orgName }),
    data: organisation,
  }),
  show: endpoint('user', 'GET /api/org/{id}', {
    summary: 'An organisation of the caller',
    params: idParams,
    data: organisation,
  }),
  update: endpoint('user', 'PUT /api/org/{id}', {
    summary: 'Change the name of an organisation, and the balance below which its owners are warned',
    params: idParams,
    body: z.object({
      name: orgName,
      warn_below: orElse(z.int().min(0).max(quotaBounds.max), 0),
    }),
    data: organisation,
  }),
  remove: endpoint('user', 'DELETE /api/org/{id}', {
    summary: 'Delete an organisation whose balance is 0',
    params: idParams,
  }),
  leave: endpoint('user', 'POST /api/org/{id}/leave', {
    summary: "Leave an organisation; the caller's tokens of it stop working at once",
    params: idParams,
  }),
  members: endpoint('user', 'GET /api/org/{id}/members', {
    summary: 'The members of an organisation; those who may not see the others get themselves',
    params: idParams,
    query: pageQuery.extend({
      keyword: queryText,
      role: queryOneOf(orgRoles),
      sort: queryOneOf(['used_month', 'joined_at']),
    }),
    data: pageOf(member),
  }),
  updateMember: endpoint('user', 'PUT /api/org/{id}/members/{user}', {
    summary: 'Change the role, caps, models and groups of a member; absent ones stay as they are',
    params: memberParams,
    body: z.object({
      role: orNothing(grantable),
      limits: orNothing(limits),
      models: orNothing(modelList),
      groups: orNothing(groupList),
    }),
    data: member,
  }),
  removeMember: endpoint('user', 'DELETE /api/org/{id}/members/{user}', {
    summary: "Remove a member; the member's tokens of the organisation stop working at once",
    params: memberParams,
  }),
  invitations: endpoint('user', 'GET /api/org/{id}/invitations', {
    summary: 'The invitations of an organisation, newest first',
    params: idParams,
    query: pageQuery,
    data: pageOf(invitation),
  }),
  invite: endpoint('user', 'POST /api/org/{id}/invitations', {
    summary: 'Invite a person by a link, which is returned only once, or by mail',
    params: idParams,
    body: z.object({
      role: grantable,
      /** Empty: a link that the first person who opens it may use. */
      email: unlessEmpty(emailField),
      days: z.literal(invitationDays),
    }),
    data: newInvitation,
  }),
  revokeInvitation: endpoint('user', 'DELETE /api/org/{id}/invitations/{invitation}', {
    summary: 'Revoke an open invitation',
    params: invitationParams,
  }),
  lookAtInvitation: endpoint('user', 'POST /api/org/invitation/look', {
    summary: 'Which organisation an invitation is for; it stays open',
    changes: false,
    body: code,
    data: z.object({
      id: z.int(),
      name: z.string(),
      from: z.string(),
      role: grantable,
      expires_at: z.int(),
      is_member: z.boolean(),
    }),
  }),
  accept: endpoint('user', 'POST /api/org/invitation/accept', {
    summary: 'Join the organisation of an invitation',
    body: code,
    data: listed,
  }),
  offer: endpoint('user', 'POST /api/org/{id}/transfer', {
    summary: 'Ask a member to become the owner',
    params: idParams,
    body: z.object({ user_id: z.int().positive() }),
    data: transfer,
  }),
  withdrawOffer: endpoint('user', 'DELETE /api/org/{id}/transfer', {
    summary: 'Withdraw or decline a transfer that is not accepted',
    params: idParams,
  }),
  acceptOffer: endpoint('user', 'POST /api/org/{id}/transfer/accept', {
    summary: 'Become the owner; the former owner becomes an administrator of the organisation',
    params: idParams,
    data: organisation,
  }),
  ledger: endpoint('user', 'GET /api/org/{id}/ledger', {
    summary: 'Changes of the balance besides calls, newest first',
    params: idParams,
    query: pageQuery,
    data: pageOf(quotaChange.extend({ caller: z.string() })),
  }),
  statement: endpoint('user', 'GET /api/org/{id}/statement', {
    summary: 'What came in and was spent in a month, by member and model',
    params: idParams,
    query: statementQuery,
    data: statement,
  }),
  statementFile: endpoint('user', 'GET /api/org/{id}/statement/export', {
    summary: 'The same as a CSV file',
    params: idParams,
    query: statementQuery,
    data: z.unknown(),
    bare: true,
  }),
}

export const orgStates = ['active', 'disabled', 'deleted'] as const
export type OrgState = (typeof orgStates)[number]

/** An organisation as administrators of the installation see it. */
const adminOrg = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.string(),
  owner_id: z.int(),
  state: z.enum(orgStates),
  group: z.string(),
  members: z.int(),
  quota: z.int(),
  held: z.int(),
  used_quota: z.int(),
  request_count: z.int(),
  created_at: z.int(),
  limits,
  states: z.array(limitState),
})
export type AdminOrg = z.infer<typeof adminOrg>

export const orgAdminApi = {
  list: endpoint('admin', 'GET /api/org/all', {
    summary: 'All organisations, by id, part of their name or name of a member, and state; newest first',
    query: pageQuery.extend({
      keyword: queryText,
      state: queryOneOf(orgStates),
      sort: queryOneOf(['quota', 'used_quota', 'request_count']),
      order: queryOneOf(['asc', 'desc']),
    }),
    data: pageOf(adminOrg),
  }),
  get: endpoint('admin', 'GET /api/org/all/{id}', { summary: 'One organisation', params: idParams, data: adminOrg }),
  members: endpoint('admin', 'GET /api/org/all/{id}/members', {
    summary: 'The members of an organisation',
    params: idParams,
    query: pageQuery,
    data: pageOf(member),
  }),
  ledger: endpoint('admin', 'GET /api/org/all/{id}/ledger', {
    summary: 'Changes of the balance of an organisation besides calls, newest first',
    params: idParams,
    query: pageQuery,
    data: pageOf(quotaChange.extend({ caller: z.string() })),
  }),
  update: endpoint('admin', 'PUT /api/org/all/{id}', {
    summary: 'Change the name, group, state, limits or owner of an organisation; absent ones stay as they are',
    params: idParams,
    body: z.object({
      name: orNothing(orgName),
      group: orNothing(z.string().trim().max(groupNameBounds.lengthMax)),
      is_enabled: orNothing(z.boolean()),
      limits: orNothing(limits),
      /** A member, for an owner whose account is disabled or gone. */
      owner_id: orNothing(z.int().positive()),
    }),
    data: adminOrg,
  }),
  changeBalance: endpoint('admin', 'POST /api/org/all/{id}/balance', {
    summary: 'Change the balance of an organisation, with a reason that its members see',
    params: idParams,
    body: z.object({
      value: z.int().min(quotaBounds.min).max(quotaBounds.max),
      mode: z.enum(quotaModes),
      reason: reasonField,
    }),
    data: adminOrg,
  }),
  remove: endpoint('admin', 'DELETE /api/org/all/{id}', {
    summary: 'Delete an organisation; what is left of its balance is written off, with a reason',
    params: idParams,
    body: z.object({ reason: reasonField }),
  }),
}
