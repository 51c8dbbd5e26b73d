import type { SubscriptionSource as Source } from '@turnpike/contract/money/plans/subscription'
import { subscriptionsText } from '../../../components/subscriptions/subscriptions.text.ts'

export const sourceWords = {
  balance: 'fromBalance',
  order: 'fromOrder',
  admin: 'fromAdmin',
  import: 'fromImport',
} as const satisfies Record<Source, string>

/** How a subscription came to be. */
export function SubscriptionSource({ source }: { source: Source }) {
  const t = subscriptionsText.use()
  return t(sourceWords[source])
}
