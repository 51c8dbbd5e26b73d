import type { Subscription } from '@turnpike/contract/money/plans/subscription'
import { RelativeTime } from '../figures/relative-time.tsx'
import { type StatusKind, StatusTag } from '../tags/status-tag.tsx'
import { subscriptionsText } from './subscriptions.text.ts'

type Shown = Pick<Subscription, 'status' | 'grace_until' | 'end_time' | 'renews'>

const looks = {
  active: { kind: 'on', text: 'active' },
  overdue: { kind: 'attention', text: 'overdue' },
  expired: { kind: 'off', text: 'ended' },
  cancelled: { kind: 'stopped', text: 'cancelled' },
} as const satisfies Record<string, { kind: StatusKind; text: string }>

/** Whether a subscription runs, waits for a payment, or has ended. */
export function SubscriptionStatus({ subscription: { status, grace_until } }: { subscription: Shown }) {
  const t = subscriptionsText.use()
  const { kind, text } = looks[status === 'active' && grace_until > 0 ? 'overdue' : status]
  return <StatusTag kind={kind}>{t(text)}</StatusTag>
}

/** When a subscription ends, ended, or is renewed. */
export function SubscriptionEnd({ subscription: { status, grace_until, end_time, renews } }: { subscription: Shown }) {
  const t = subscriptionsText.use()
  const sentence = status !== 'active' ? 'endedAt' : renews && grace_until === 0 ? 'renewsIn' : 'endsIn'
  return <RelativeTime seconds={Math.max(end_time, grace_until)} words={(time) => t(sentence, { time })} />
}
