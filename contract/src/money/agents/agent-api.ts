import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../../bounds.ts'
import { endpoint } from '../../endpoint.ts'
import { orElse } from '../../left-out.ts'
import { idParams, pageOf, pageQuery, queryOneOf, queryText } from '../../page.ts'
import { reasonField } from '../refund.ts'
import {
  dividendPage,
  dividendsQuery,
  watchedDividend,
  watchedDividendPage,
  watchedDividendsQuery,
} from './dividend.ts'
import { agentTerms, ownTerms, termScopes } from './terms.ts'
import {
  newWithdrawal,
  paymentReference,
  payoutMethod,
  payoutMethods,
  watchedWithdrawal,
  watchedWithdrawalPage,
  withdrawal,
  withdrawalFilters,
  withdrawalPage,
  withdrawalsQuery,
} from './withdrawal.ts'

export const agentStatuses = ['applied', 'active', 'refused', 'ended'] as const
export type AgentStatus = (typeof agentStatuses)[number]

export const agentBounds = {
  note: { charactersMax: 500, pattern: printable },
} satisfies BoundsByField

/** What an agent has. `available` may be moved or withdrawn. */
const earnings = z.object({
  /** Everything that has not left, invitation rewards included. */
  total: z.int(),
  available: z.int(),
  waiting: z.int(),
  held: z.int(),
  /** In withdrawals that are not paid yet. */
  reserved: z.int(),
  /** Owed for shares that were taken back after they had left; later shares pay it first. */
  debt: z.int(),
  /** Ever: shares, invitation rewards, what was moved to the balance, and what was paid out. */
  shares: z.int(),
  rewards: z.int(),
  moved: z.int(),
  withdrawn: z.int(),
})
export type AgentEarnings = z.infer<typeof earnings>

const self = z.object({
  /** `none`: no agent, and never applied. */
  status: z.enum(['none', ...agentStatuses]),
  /** Whether the user may apply now. */
  may_apply: z.boolean(),
  /** Why an application was refused, or the agent ended. */
  reason: z.string(),
  terms: agentTerms,
  earnings,
  invited: z.int(),
  paying: z.int(),
})
export type AgentSelf = z.infer<typeof self>

const invitedAccount = z.object({
  /** Masked. */
  name: z.string(),
  level: z.int(),
  joined_at: z.int(),
  /** What counted for shares, and the shares without what was taken back. */
  base: z.int(),
  earned: z.int(),
})
export type InvitedAccount = z.infer<typeof invitedAccount>

const agentMonth = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  joined: z.int(),
  /** Those of them who have paid until now. */
  converted: z.int(),
  base: z.int(),
  shares: z.int(),
  reversed: z.int(),
})
export type AgentMonth = z.infer<typeof agentMonth>

const monthQuery = z.object({
  month: z.string('invalid_parameter').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid_parameter'),
})

/** Of those whom the caller has invited. */
export const agentApi = {
  self: endpoint('user', 'GET /api/agent/self', {
    summary: "The caller's status as an agent, terms and earnings",
    data: self,
  }),
  apply: endpoint('user', 'POST /api/agent/apply', {
    summary: 'Apply to become an agent',
    body: z.object({
      note: orElse(
        z
          .string()
          .trim()
          .refine((text) => isTextWithin(agentBounds.note, text), 'agent_note_invalid'),
        '',
      ),
    }),
    data: self,
  }),
  invited: endpoint('user', 'GET /api/agent/invited', {
    summary: 'Whom the caller has invited, newest first, with masked names',
    query: pageQuery,
    data: pageOf(invitedAccount),
  }),
  months: endpoint('user', 'GET /api/agent/months', {
    summary: 'Invited people, conversion and shares of the last twelve months, newest first',
    data: z.array(agentMonth),
  }),
  dividends: endpoint('user', 'GET /api/agent/dividends', {
    summary: 'The dividend records of the caller, newest first',
    query: dividendsQuery,
    data: dividendPage,
  }),
  methods: endpoint('user', 'GET /api/agent/payout_methods', {
    summary: 'The ways in which withdrawals are paid',
    data: z.array(payoutMethod),
  }),
  withdrawals: endpoint('user', 'GET /api/agent/withdrawals', {
    summary: 'The withdrawal records of the caller, newest first',
    query: pageQuery,
    data: withdrawalPage,
  }),
  withdraw: endpoint('user', 'POST /api/agent/withdrawals', {
    summary: 'Ask for a payout of final earnings (sensitive)',
    body: newWithdrawal,
    data: withdrawal,
  }),
  cancel: endpoint('user', 'DELETE /api/agent/withdrawals/{id}', {
    summary: 'Take back a request for a payout that nobody has approved yet',
    params: idParams,
    data: withdrawal,
  }),
  statement: endpoint('user', 'GET /api/agent/statement', {
    summary: 'The dividends, reversals, transfers and withdrawals of a month as a file: CSV',
    query: monthQuery,
    data: z.unknown(),
    bare: true,
  }),
}

const listedAgent = z.object({
  id: z.int(),
  username: z.string(),
  group: z.string(),
  status: z.enum(agentStatuses),
  note: z.string(),
  reason: z.string(),
  applied_at: z.int(),
  active_from: z.int(),
  ended_at: z.int(),
  terms: agentTerms,
  own_terms: ownTerms,
  /** What the agent brings and earns. */
  invited: z.int(),
  paying: z.int(),
  base: z.int(),
  shares: z.int(),
  held: z.int(),
  earnings: z.int(),
  withdrawn: z.int(),
  debt: z.int(),
})
export type ListedAgent = z.infer<typeof listedAgent>

const termsRow = z.object({
  id: z.int(),
  scope: z.enum(termScopes),
  /** The group, or the name of the agent; empty for the installation. */
  subject: z.string(),
  subject_id: z.int(),
  terms: ownTerms,
  from: z.int(),
  actor: z.string(),
})
export type TermsRow = z.infer<typeof termsRow>

const reasonBody = z.object({ reason: reasonField })

export const agentAdminApi = {
  list: endpoint('admin', 'GET /api/agent/admin/agents', {
    summary: 'Agents with what they bring and earn; applications first',
    query: pageQuery.extend({ keyword: queryText, status: queryOneOf(agentStatuses) }),
    data: pageOf(listedAgent),
  }),
  get: endpoint('admin', 'GET /api/agent/admin/agents/{id}', {
    summary: 'One agent',
    params: idParams,
    data: listedAgent,
  }),
  appoint: endpoint('admin', 'POST /api/agent/admin/agents', {
    summary: 'Make a user an agent',
    body: z.object({ user_id: z.int('user_missing').positive('user_missing') }),
    data: listedAgent,
  }),
  approve: endpoint('admin', 'POST /api/agent/admin/agents/{id}/approve', {
    summary: 'Approve an application, or take an ended agent up again',
    params: idParams,
    data: listedAgent,
  }),
  refuse: endpoint('admin', 'POST /api/agent/admin/agents/{id}/refuse', {
    summary: 'Refuse an application',
    params: idParams,
    body: reasonBody,
    data: listedAgent,
  }),
  end: endpoint('admin', 'POST /api/agent/admin/agents/{id}/end', {
    summary: 'End an agent: later payments bring no share; what was earned stays',
    params: idParams,
    body: reasonBody,
    data: listedAgent,
  }),
  terms: endpoint('admin', 'GET /api/agent/admin/terms', {
    summary: 'The terms in force of the installation and of groups, and the changes of terms, newest first',
    data: z.object({
      installation: agentTerms,
      groups: z.array(z.object({ group: z.string(), terms: ownTerms })),
      history: z.array(termsRow),
    }),
  }),
  setTerms: endpoint('root', 'PUT /api/agent/admin/terms', {
    summary: 'Set the terms of the installation, of a group or of an agent, which hold from now on',
    body: z.object({
      scope: z.enum(termScopes),
      group: orElse(z.string().max(64), ''),
      agent_id: orElse(z.int(), 0),
      terms: ownTerms,
    }),
  }),
  dividends: endpoint('admin', 'GET /api/agent/admin/dividends', {
    summary: 'The dividends of everyone, newest first; those with signs of abuse wait for a decision',
    query: watchedDividendsQuery,
    data: watchedDividendPage,
  }),
  release: endpoint('admin', 'POST /api/agent/admin/dividends/{id}/release', {
    summary: 'Release a held dividend; not an own one',
    params: idParams,
    body: reasonBody,
    data: watchedDividend,
  }),
  refuseDividend: endpoint('admin', 'POST /api/agent/admin/dividends/{id}/refuse', {
    summary: 'Take a held dividend back',
    params: idParams,
    body: reasonBody,
    data: watchedDividend,
  }),
  withdrawals: endpoint('admin', 'GET /api/agent/admin/withdrawals', {
    summary: 'Requests for payouts, those that wait first',
    query: withdrawalsQuery,
    data: watchedWithdrawalPage,
  }),
  account: endpoint('root', 'GET /api/agent/admin/withdrawals/{id}/account', {
    summary: 'The account to pay to; every look is audited',
    changes: true,
    params: idParams,
    data: z.array(z.object({ label: z.string(), label_zh: z.string(), value: z.string() })),
  }),
  approveWithdrawal: endpoint('admin', 'POST /api/agent/admin/withdrawals/{id}/approve', {
    summary: 'Approve a request for a payout; not an own one',
    params: idParams,
    data: watchedWithdrawal,
  }),
  refuseWithdrawal: endpoint('admin', 'POST /api/agent/admin/withdrawals/{id}/refuse', {
    summary: 'Refuse a request that is not paid yet; the amount returns',
    params: idParams,
    body: reasonBody,
    data: watchedWithdrawal,
  }),
  payWithdrawal: endpoint('root', 'POST /api/agent/admin/withdrawals/{id}/pay', {
    summary: 'Record that an approved request was paid; not an own one',
    params: idParams,
    body: z.object({ reference: paymentReference }),
    data: watchedWithdrawal,
  }),
  export: endpoint('root', 'GET /api/agent/admin/withdrawals/export', {
    summary: 'The approved requests with their accounts as a file for the bank: CSV; every export is audited',
    changes: true,
    query: withdrawalFilters,
    data: z.unknown(),
    bare: true,
  }),
  methods: endpoint('admin', 'GET /api/agent/admin/payout_methods', {
    summary: 'Every way to pay agents',
    data: z.array(payoutMethod),
  }),
  setMethods: endpoint('root', 'PUT /api/agent/admin/payout_methods', {
    summary: 'Save the whole list of ways to pay agents',
    body: z.object({ methods: payoutMethods }),
    data: z.array(payoutMethod),
  }),
}
