import { decimalOf, quotaMax } from '../../quota.ts'
import type { AgentTerms } from './terms.ts'

type FeeTerms = Pick<AgentTerms, 'withdrawal_fee' | 'withdrawal_fee_share'>

/** What is kept of a withdrawal: the fixed amount and the percentage, which is rounded up. */
export function withdrawalFee({ withdrawal_fee, withdrawal_fee_share }: FeeTerms, amount: number): number {
  const { units, scale } = decimalOf(withdrawal_fee_share)
  const whole = 100n * 10n ** BigInt(scale)
  const part = (BigInt(amount) * units + whole - 1n) / whole
  return Math.min(quotaMax, withdrawal_fee + Number(part))
}
