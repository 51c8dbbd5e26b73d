import type { WindowState } from '@turnpike/contract/money/plans/billing'
import type { Subscription } from '@turnpike/contract/money/plans/subscription'
import type { Store } from '../../../store/store.ts'
import { isRunning, type PotWindow, readWindows, windowAt } from '../wallet/pots/pot.ts'
import { type Pot, readOpenPots } from '../wallet/pots/pots.queries.ts'
import { currentPotTerms, type PotTerms } from './allowances.ts'
import { readTerms } from './ordered-plan.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

/** Subscriptions as clients read them, with what is used of each at a time. */
export async function wireSubscriptions(
  store: Store,
  rows: readonly SubscriptionRow[],
  at: number,
): Promise<{ subscription: Subscription }[]> {
  const active = rows.filter(({ status }) => status === 'active').map(({ id }) => id)
  const pots = (await readOpenPots(store, active, at)).filter((pot) => isRunning(pot, at))
  const potOf = new Map(pots.map((pot) => [pot.subscription_id, pot]))
  return rows.map((row) => ({ subscription: wireSubscription(row, potOf.get(row.id), at) }))
}

function wireSubscription(row: SubscriptionRow, pot: Pot | undefined, at: number): Subscription {
  const { id, user_id, plan_id, title, start_time, end_time, status, source, paid, currency, grace_until } = row
  const { created_at, updated_at, prev_group, provider_ref, renews } = row
  const terms = readTerms(row.terms)
  const potTerms = currentPotTerms(row)
  const beginsAgain = pot !== undefined && potTerms.period !== undefined && pot.ends_at < end_time
  return {
    id,
    user_id,
    plan_id,
    amount_total: (pot ?? potTerms).amount,
    amount_used: pot ? usedOf(pot) : 0,
    start_time,
    end_time,
    status,
    source,
    last_reset_time: pot && potTerms.period ? pot.starts_at : 0,
    next_reset_time: beginsAgain ? pot.ends_at : 0,
    upgrade_group: terms.upgrade_group,
    prev_user_group: prev_group,
    downgrade_group: terms.downgrade_group,
    allow_wallet_overflow: terms.allow_wallet_overflow,
    created_at,
    updated_at,
    title,
    terms,
    windows: pot ? windowsOf(pot, potTerms, at) : [],
    paid,
    currency,
    renews: renews === 1,
    is_renewable: provider_ref !== '' && status === 'active',
    grace_until,
  }
}

/** A pot without a limit of its own counts down from 0. Refunds of earlier versions left more in a pot than its amount. */
const usedOf = ({ amount, quota }: Pot): number => Math.max(0, amount - quota)

const windowsOf = (pot: Pot, { period }: PotTerms, at: number): WindowState[] => [
  { every: period?.every ?? 'total', amount: pot.amount, used: usedOf(pot), resets_at: pot.ends_at },
  ...readWindows(pot.windows).map((window) => windowState(window, pot.ends_at, at)),
]

function windowState(window: PotWindow, potEndsAt: number, at: number): WindowState {
  const hasBegun = window.every !== 'hours' || (window.from <= at && at < window.to)
  const { used, to } = windowAt(window, at)
  return {
    every: window.every,
    ...(window.every === 'hours' && { hours: window.hours }),
    amount: window.amount,
    used,
    resets_at: hasBegun ? Math.min(to, potEndsAt) : 0,
  }
}
