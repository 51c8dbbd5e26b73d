import { useInfiniteQuery } from '@tanstack/react-query'
import { peopleApi } from '@turnpike/contract/people'
import { call } from '../../../lib/api/call.ts'

const atOnce = 5

/** What moved somebody's balance besides calls, a few entries at a time. */
export const useQuotaHistory = (userId: number) =>
  useInfiniteQuery({
    queryKey: ['users', 'ledger', userId],
    queryFn: ({ pageParam }) =>
      call(peopleApi.ledger, { params: { id: String(userId) }, query: { p: pageParam, page_size: atOnce } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * atOnce < total ? page + 1 : undefined),
  })
