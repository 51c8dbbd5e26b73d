import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Subscription, subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { call } from '../../lib/api/call.ts'
import { useListChange } from '../list-page/use-page-query.ts'
import { plansKey } from './use-plans.ts'

const paramsOf = (id: number) => ({ id: String(id) })

/** All subscriptions of a user or an organisation. */
export const useSubscriptionsOf = (account: number) =>
  useQuery({
    queryKey: [plansKey, 'of account', account],
    queryFn: async () =>
      (await call(subscriptionAdminApi.ofUser, { params: paramsOf(account) })).map(({ subscription }) => subscription),
  })

type Gift = { account: number; plan_id: number }

/** A plan may change the group of the account, which the lists of users and organisations show. */
export function useGivePlan(onDone: (given: Subscription) => void) {
  const queries = useQueryClient()
  return useListChange(
    plansKey,
    ({ account, plan_id }: Gift) => call(subscriptionAdminApi.give, { params: paramsOf(account), body: { plan_id } }),
    {
      onDone: ({ subscription }) => {
        for (const key of ['users', 'all organisations']) void queries.invalidateQueries({ queryKey: [key] })
        onDone(subscription)
      },
    },
  )
}
