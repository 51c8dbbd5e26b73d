import type { WithdrawalStatus } from '@turnpike/contract/money/agents/withdrawal'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { payoutsText } from './payouts.text.ts'

const looks = {
  asked: 'attention',
  approved: 'running',
  paid: 'on',
  refused: 'stopped',
  cancelled: 'off',
} as const satisfies Record<WithdrawalStatus, StatusKind>

/** How far a request for a payout is. */
export function PayoutStatus({ status }: { status: WithdrawalStatus }) {
  const t = payoutsText.use()
  return <StatusTag kind={looks[status]}>{t(status)}</StatusTag>
}
