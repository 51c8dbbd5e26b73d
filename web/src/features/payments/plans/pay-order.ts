import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import type { Subscription } from '@turnpike/contract/money/plans/subscription'

/** What may pay: a plan, for all requests or for some of them, or the balance. */
export type Payer = { plan: string; isForSome: boolean } | 'balance'

/** As many plans pay for one request at most. */
const plansMax = 2

type Running = Pick<Subscription, 'title' | 'windows' | 'allow_wallet_overflow'> & {
  terms: Pick<Subscription['terms'], 'models' | 'groups'>
}

const hasRoom = ({ windows }: Running) =>
  windows.length > 0 && windows.every(({ amount, used }) => amount === 0 || used < amount)
const isForSome = ({ terms: { models, groups } }: Running) => models.length > 0 || groups.length > 0
const endOfPot = ({ windows }: Running) => windows[0]?.resets_at ?? 0

/** What pays for requests now, and what pays when that is used up. The plan whose amount ends first comes first. */
export function payOrder(running: readonly Running[], preference: BillingPreference, balance: number): Payer[] {
  const ofAll = running.filter((plan) => !isForSome(plan))
  const payers = new Set([...withRoom(running).filter(isForSome), ...withRoom(ofAll).slice(0, plansMax)])
  const plans = withRoom(running)
    .filter((plan) => payers.has(plan))
    .map((plan): Payer => ({ plan: plan.title, isForSome: isForSome(plan) }))
  const wallet: Payer[] = balance > 0 ? ['balance'] : []
  switch (preference) {
    case 'subscription_first':
      // A plan for all requests may keep the balance from paying.
      return [...plans, ...(ofAll.every(({ allow_wallet_overflow }) => allow_wallet_overflow) ? wallet : [])]
    case 'wallet_first':
      return [...wallet, ...plans]
    case 'subscription_only':
      return plans
    case 'wallet_only':
      return wallet
  }
}

const withRoom = (running: readonly Running[]) =>
  running.filter(hasRoom).toSorted((one, other) => endOfPot(one) - endOfPot(other))
