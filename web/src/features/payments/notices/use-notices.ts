import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PaymentNotice, paymentApi } from '@turnpike/contract/money/payment'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { useListChange, usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { reloadAfterCredit } from '../use-payments.ts'

/** One page of the notifications of an order, or of all. */
export const useNotices = (keyword: string) =>
  usePageQuery(['payment notices', keyword], (range) => call(paymentApi.notices, { query: { ...range, keyword } }))

/** A notification that the page of the list does not hold: one of the latest. */
export async function loadNotice(id: string): Promise<PaymentNotice | undefined> {
  const { items } = await call(paymentApi.notices, { query: { p: 1, page_size: pageSizeMax, keyword: '' } })
  return items.find((notice) => String(notice.id) === id)
}

type OnNotice = (notice: PaymentNotice) => void

export function useReplay(onDone: OnNotice) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(paymentApi.replay, { params: { id: String(id) } }),
    onSuccess: onDone,
    onSettled: () => reloadAfterCredit(queries),
  })
}

export const testedProviders = ['epay', 'stripe'] as const

export const useTestCallback = (onDone: OnNotice) =>
  useListChange(
    'payment notices',
    (provider: (typeof testedProviders)[number]) => call(paymentApi.test, { body: { provider } }),
    { onDone },
  )

/** A test and the response to a status request cannot be replayed: the provider sent neither as a notification. */
export const canReplay = ({ effect, parameters }: Pick<PaymentNotice, 'effect' | 'parameters'>) =>
  effect !== 'tested' && Object.keys(parameters).length > 0
