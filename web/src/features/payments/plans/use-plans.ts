import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import { type Subscription, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { useOfferedPlans } from '../../../components/plans/use-offered-plans.ts'
import { call } from '../../../lib/api/call.ts'
import { useSeat } from '../../../lib/api/organisations.ts'

/** An open page shows what running requests take from a plan. */
const refetchMs = 10_000
const key = ['plans', 'own'] as const

export type OwnPlans = {
  preference: BillingPreference
  running: readonly Subscription[]
  past: readonly Subscription[]
}

export async function loadOwnPlans(): Promise<OwnPlans> {
  const { billing_preference, subscriptions, all_subscriptions } = await call(subscriptionApi.self)
  const running = subscriptions.map(({ subscription }) => subscription)
  const ids = new Set(running.map(({ id }) => id))
  const past = all_subscriptions.map(({ subscription }) => subscription).filter(({ id }) => !ids.has(id))
  return { preference: billing_preference, running, past }
}

/** The plans of the account that pays for what this tab does. */
export function useOwnPlans() {
  const account = useSeat()?.id
  return useQuery({ queryKey: [...key, account], queryFn: loadOwnPlans, refetchInterval: refetchMs })
}

/** Whether the plans of the account and those on sale have arrived, or cannot be had. */
export function useArePlansKnown(): boolean {
  const [own, offered] = [useOwnPlans(), useOfferedPlans()]
  return !own.isPending && !offered.isPending
}

/** Loads again what a bought or changed plan changes: the plans, the balance, the orders and the records. */
export const reloadPlans = (queries: QueryClient) =>
  Promise.all(
    ['plans', 'self', 'org', 'orders', 'recharge records'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )

/** What a plan costs the account, also if it replaces a running one. */
export const usePlanQuote = (plan_id: number, replaces: number | undefined) =>
  useQuery({
    queryKey: ['plans', 'quote', plan_id, replaces],
    queryFn: () => call(subscriptionApi.quote, { query: { plan_id, replaces } }),
    gcTime: 0, // the credit becomes less with the time
  })

export function usePreferenceChange() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (billing_preference: BillingPreference) =>
      call(subscriptionApi.prefer, { body: { billing_preference } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}
