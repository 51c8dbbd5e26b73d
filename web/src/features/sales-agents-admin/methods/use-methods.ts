import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { usePaging } from '../../../lib/address/use-paging.ts'
import { call } from '../../../lib/api/call.ts'
import { agentsKey } from '../agents-key.ts'

const methodsQuery = { queryKey: [agentsKey, 'methods'], queryFn: () => call(agentAdminApi.methods) }

export const useMethods = () => useQuery(methodsQuery)

/** One page of the methods, in their order: the server returns all of them at once. */
export function useMethodPage() {
  const { page, size } = usePaging()
  return useQuery({
    ...methodsQuery,
    select: (all) => ({ items: all.slice((page - 1) * size, page * size), total: all.length }),
    placeholderData: keepPreviousData,
  })
}

export const loadMethod = async (id: string): Promise<PayoutMethod | undefined> =>
  (await call(agentAdminApi.methods)).find((method) => String(method.id) === id)

type Change = (methods: PayoutMethod[]) => PayoutMethod[]

/** Changes the list: it is read first, because it is saved as a whole. */
export const useSaveMethods = (onDone: () => void) =>
  useListChange(
    agentsKey,
    async (change: Change) =>
      call(agentAdminApi.setMethods, { body: { methods: change(await call(agentAdminApi.methods)) } }),
    { onDone },
  )
