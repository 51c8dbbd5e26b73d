import type { ListedSubscription, Subscription, SubscriptionFilters } from '@turnpike/contract/money/plans/subscription'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { findAccount } from '../../../identity/users/users.queries.ts'
import { shownMax } from '../own-subscriptions.rules.ts'
import { readSubscriptionsOf } from '../subscriptions.queries.ts'
import { wireSubscriptions } from '../wire-subscription.ts'
import { countSubscriptions, readSubscriptions } from './subscription-admin.queries.ts'

type Query = SubscriptionFilters & { p: number; page_size: number }
type Page = { items: ListedSubscription[]; total: number; page: number; page_size: number }

export async function listSubscriptions(store: Store, { p, page_size, ...filters }: Query, at: number): Promise<Page> {
  const [rows, total] = await Promise.all([
    readSubscriptions(store, filters, { p, page_size }),
    countSubscriptions(store, filters),
  ])
  const wired = await wireSubscriptions(store, rows, at)
  const items = rows.flatMap((row, index): ListedSubscription[] => {
    const shown = wired[index]?.subscription
    return shown ? [{ ...shown, ...namesOf(row) }] : []
  })
  return { items, total, page: p, page_size }
}

type Named = Awaited<ReturnType<typeof readSubscriptions>>[number]

const namesOf = ({ kind, user_id, username, display_name, caller }: Named) =>
  kind === 'org'
    ? { username: caller ?? '', account_id: user_id, account: display_name }
    : { username, account_id: 0, account: '' }

export async function subscriptionsOf(store: Store, id: number, at: number): Promise<{ subscription: Subscription }[]> {
  if (!(await findAccount(store, id))) throw new AppError('user_missing')
  return wireSubscriptions(store, await readSubscriptionsOf(store, id, shownMax), at)
}
