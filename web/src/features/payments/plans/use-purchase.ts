import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { useEffect } from 'react'
import { call, callPayment } from '../../../lib/api/call.ts'
import { openCheckout } from '../buy/open-checkout.ts'
import type { Checkout } from '../buy/waiting-dialog.tsx'
import { loadOwnPlans, type OwnPlans, reloadPlans } from './use-plans.ts'

type Purchase = { plan_id: number; replaces: number | undefined; updated_at: number }

/** An order that is to be paid elsewhere, or undefined where the balance has paid. */
async function buy(body: Purchase, way: string): Promise<Checkout | undefined> {
  if (way === 'balance') {
    await call(subscriptionApi.balancePay, { body })
    return undefined
  }
  if (way === 'stripe') {
    const { data, trade_no = '' } = await callPayment(subscriptionApi.stripePay, { body })
    return { url: data.pay_link, members: {}, trade_no }
  }
  const ordered = await callPayment(subscriptionApi.epayPay, { body: { ...body, payment_method: way } })
  return { url: ordered.url ?? '', members: ordered.data, trade_no: ordered.trade_no ?? '' }
}

/** Buys a plan; the payment page opens for what the balance does not pay. */
export function usePurchase() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ way, ...purchase }: Purchase & { way: string }) => ({
      checkout: await buy(purchase, way),
    }),
    onSuccess({ checkout }) {
      if (!checkout) return reloadPlans(queries)
      openCheckout(checkout.url, checkout.members)
      return queries.invalidateQueries({ queryKey: ['orders'] })
    },
    // The plan may have changed.
    onError: () => queries.invalidateQueries({ queryKey: ['plans'] }),
  })
}

const pollMs = 3_000

const newestId = ({ running, past }: OwnPlans) => Math.max(0, ...[...running, ...past].map(({ id }) => id))

/** Whether a plan has begun since the account had only these. */
export function useHasNewPlan(before: OwnPlans): boolean {
  const queries = useQueryClient()
  const known = newestId(before)
  const { data = false } = useQuery({
    queryKey: ['plans', 'waiting', known],
    queryFn: async () => newestId(await loadOwnPlans()) > known,
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  })
  useEffect(() => {
    if (data) void reloadPlans(queries)
  }, [data, queries])
  return data
}
