import type { BillingPreference, Subscription } from '@turnpike/contract/money/plans/subscription'

/** What may pay: a plan by its title, or the balance. */
export type Payer = { plan: string } | 'balance'

/** As many plans pay for one request at most. */
const plansMax = 2

const hasRoom = ({ windows }: Pick<Subscription, 'windows'>) =>
  windows.length > 0 && windows.every(({ amount, used }) => amount === 0 || used < amount)

type Running = Pick<Subscription, 'title' | 'windows' | 'end_time' | 'allow_wallet_overflow'>

/** What pays for requests now, and what pays when that is used up. */
export function payOrder(running: readonly Running[], preference: BillingPreference, balance: number): Payer[] {
  const plans = running
    .filter(hasRoom)
    .toSorted((one, other) => one.end_time - other.end_time)
    .slice(0, plansMax)
    .map(({ title }): Payer => ({ plan: title }))
  const wallet: Payer[] = balance > 0 ? ['balance'] : []
  const overflow = running.every(({ allow_wallet_overflow }) => allow_wallet_overflow) ? wallet : []
  switch (preference) {
    case 'subscription_first':
      return [...plans, ...overflow]
    case 'wallet_first':
      return [...wallet, ...plans]
    case 'subscription_only':
      return plans
    case 'wallet_only':
      return wallet
  }
}
