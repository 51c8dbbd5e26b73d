import { type ListedSubscription, subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { plansKey } from '../../../components/subscriptions/use-plans.ts'
import { nowSeconds } from '../../../lib/address/time-window.ts'
import { call } from '../../../lib/api/call.ts'

export const subscriptionFilterNames = ['keyword', 'plan_id', 'status', 'source', 'ends'] as const
/** In the address; an empty text is absent. */
export type SubscriptionFilters = Record<(typeof subscriptionFilterNames)[number], string>

const daySeconds = 86_400
/** The choices of the filter by end, in days from now. */
export const endDays = { '3d': 3, '7d': 7, '30d': 30 } as const
export type EndsWithin = keyof typeof endDays
export const isEndsWithin = (name: string): name is EndsWithin => Object.hasOwn(endDays, name)

/** The filters as the server reads them. */
const queryOf = ({ ends, keyword, ...others }: SubscriptionFilters) => ({
  ...others,
  keyword: keyword.trim(),
  ...(isEndsWithin(ends) && { ends_before: String(nowSeconds() + endDays[ends] * daySeconds) }),
})

/** One page of the subscriptions that match, newest first. */
export const useSubscriptions = (filters: SubscriptionFilters) =>
  usePageQuery([plansKey, 'subscriptions', ...Object.values(filters)], (range) =>
    call(subscriptionAdminApi.list, { query: { ...range, ...queryOf(filters) } }),
  )

/** A subscription that the open page does not hold: one of the latest of those that match. */
export const loadSubscription =
  (filters: SubscriptionFilters) =>
  async (id: string): Promise<ListedSubscription | undefined> => {
    const query = { p: 1, page_size: pageSizeMax, ...queryOf(filters) }
    const { items } = await call(subscriptionAdminApi.list, { query })
    return items.find((subscription) => String(subscription.id) === id)
  }

/** The user or the organisation that has the subscription. */
export const holderOf = ({ account_id, account, user_id, username }: ListedSubscription) =>
  account_id === 0
    ? { id: user_id, name: username || `#${user_id}`, path: `/user/edit/${user_id}` }
    : { id: account_id, name: account, path: `/organizations?open=${account_id}` }
