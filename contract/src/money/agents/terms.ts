import { z } from 'zod'
import { type BoundsByField, isNumberWithin } from '../../bounds.ts'
import { quotaBounds } from '../../quota.ts'

/** What a share is a part of: what invited accounts pay, or what they spend. */
export const shareBases = ['payments', 'spend'] as const
/** Credits without a payment, which count only where the terms name them. */
export const creditKinds = ['gifts', 'codes', 'changes'] as const
export type CreditKind = (typeof creditKinds)[number]

export const termsBounds = {
  share: { min: 0, max: 100, decimals: 2 },
  second_share: { min: 0, max: 100, decimals: 2 },
  waiting_days: { min: 0, max: 365, decimals: 0 },
  withdrawal_min: quotaBounds,
  withdrawal_fee: quotaBounds,
  withdrawal_fee_share: { min: 0, max: 100, decimals: 2 },
} satisfies BoundsByField

const within = (field: keyof typeof termsBounds) =>
  z.number().refine((value) => isNumberWithin(termsBounds[field], value), 'agent_terms_invalid')

export const agentTerms = z.object({
  basis: z.enum(shareBases),
  /** Percent for those whom the agent has invited, and for those whom these have invited. */
  share: within('share'),
  second_share: within('second_share'),
  counts: z.array(z.enum(creditKinds)).max(creditKinds.length),
  /** After so many days a share is final and may be moved or withdrawn. */
  waiting_days: within('waiting_days'),
  /** The smallest withdrawal, and its fee: a fixed amount and percent. */
  withdrawal_min: within('withdrawal_min'),
  withdrawal_fee: within('withdrawal_fee'),
  withdrawal_fee_share: within('withdrawal_fee_share'),
  /** Payments from then on bring no share; 0: no end. */
  ends_at: z.int().min(0),
})
export type AgentTerms = z.infer<typeof agentTerms>

/** What holds where nobody has set terms. */
export const usualTerms: AgentTerms = {
  basis: 'payments',
  share: 10,
  second_share: 0,
  counts: [],
  waiting_days: 14,
  withdrawal_min: 5_000_000,
  withdrawal_fee: 0,
  withdrawal_fee_share: 0,
  ends_at: 0,
}

/** Terms of the installation, of a group of agents, or of one agent. A member that is absent is inherited. */
export const termScopes = ['installation', 'group', 'agent'] as const
export type TermScope = (typeof termScopes)[number]
export const ownTerms = agentTerms.partial()
export type OwnTerms = z.output<typeof ownTerms>
