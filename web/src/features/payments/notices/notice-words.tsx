import type { PaymentNotice } from '@turnpike/contract/money/payment'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { noticesText } from './notices.text.ts'

const kinds = {
  credited: 'on',
  refunded: 'on',
  refund_failed: 'attention',
  disputed: 'attention',
  dispute_won: 'on',
  renewal_failed: 'attention',
  renewal_ended: 'off',
  repeated: 'off',
  ignored: 'off',
  refused: 'stopped',
  tested: 'running',
} satisfies Record<PaymentNotice['effect'], StatusKind>

/** The effect of a notification. */
export function NoticeEffect({ effect }: { effect: PaymentNotice['effect'] }) {
  const t = noticesText.use()
  return <StatusTag kind={kinds[effect]}>{t(effect)}</StatusTag>
}

const reasons = [
  'bad_signature',
  'not_set_up',
  'not_paid',
  'wrong_order',
  'wrong_merchant',
  'wrong_amount',
  'wrong_method',
  'test_failed',
  'subscription_over',
  'wrong_subscription',
  'unknown_invoice',
] as const

/** Why a notification had no effect, in words; a reason of a newer version keeps its own. */
export function useReasonWords(): (reason: string) => string {
  const t = noticesText.use()
  return (reason) => {
    const known = reasons.find((name) => name === reason)
    return known ? t(known) : reason
  }
}

export function useProviderName(): (provider: string) => string {
  const t = noticesText.use()
  return (provider) => (provider === 'epay' || provider === 'stripe' ? t(provider) : provider)
}
