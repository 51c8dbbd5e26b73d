import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Order, orderStatus, paymentApi } from '@turnpike/contract/money/payment'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { usePageQuery } from '../../components/list-page/use-page-query.ts'
import { call } from '../../lib/api/call.ts'

const openOrderMs = 10_000

/** The payment methods that are set up, with what they cost the signed-in user. */
export const usePaymentMethods = () =>
  useQuery({ queryKey: ['payment methods'], queryFn: () => call(paymentApi.methods) })

/** One page of the user's own orders; loaded again from time to time while one of them may still be paid. */
export const useOwnOrders = () =>
  usePageQuery(['orders', 'own'], (query) => call(paymentApi.own, { query }), {
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status, is_expired }) => status === orderStatus.pending && !is_expired)
        ? openOrderMs
        : false,
  })

/** An own order that the page of the list does not hold: one of the latest. */
export async function loadOwnOrder(tradeNo: string): Promise<Order | undefined> {
  const { items } = await call(paymentApi.own, { query: { p: 1, page_size: pageSizeMax } })
  return items.find(({ trade_no }) => trade_no === tradeNo)
}

/** One page of what was added to the user's balance, or of the rewards for invitations alone. */
export const useRecords = ({ rebates }: { rebates: boolean }) =>
  usePageQuery(['recharge records', rebates], (range) =>
    call(paymentApi.records, { query: { ...range, ...(rebates && { rebates: 'true' }) } }),
  )

/** Loads again what a credit changes: the balance, the orders and the records. */
export const reloadAfterCredit = (queries: QueryClient) =>
  Promise.all(
    ['self', 'org', 'orders', 'recharge records', 'payment notices'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  )
