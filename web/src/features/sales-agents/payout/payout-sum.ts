import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import { withdrawalFee } from '@turnpike/contract/money/agents/withdrawal-fee'

type PayoutTerms = Pick<AgentTerms, 'withdrawal_min' | 'withdrawal_fee' | 'withdrawal_fee_share'>

/** The smallest payout; nobody is paid nothing. */
export const smallestPayout = ({ withdrawal_min }: PayoutTerms): number => Math.max(1, withdrawal_min)

/** The fee of a payout and what arrives; undefined for what is no amount. */
export function payoutSum(amount: number, terms: PayoutTerms): { fee: number; arrives: number } | undefined {
  if (!Number.isSafeInteger(amount) || amount <= 0) return undefined
  const fee = withdrawalFee(terms, amount)
  return { fee, arrives: amount - fee }
}

/** Why the server would refuse a payout of this amount. */
export function payoutProblem(amount: number, available: number, terms: PayoutTerms) {
  const sum = payoutSum(amount, terms)
  if (!sum || amount < smallestPayout(terms)) return 'withdrawal_too_low'
  if (amount > available) return 'earnings_insufficient'
  return sum.arrives <= 0 ? 'withdrawal_fee_beyond' : undefined
}
