import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { useListChange, usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { nowSeconds } from '../../../lib/address/time-window.ts'
import { call } from '../../../lib/api/call.ts'
import { agentsKey, paramsOf } from '../agents-key.ts'

export const shareFilterNames = ['keyword', 'state', 'cause', 'within', 'agent_id'] as const
/** In the address; an empty text is absent. */
export type ShareFilters = Record<(typeof shareFilterNames)[number], string>

const daySeconds = 86_400
/** The choices of the filter by time, in days back from now. */
export const withinDays = { '7d': 7, '30d': 30, '90d': 90 } as const
export type Within = keyof typeof withinDays
export const isWithin = (name: string): name is Within => Object.hasOwn(withinDays, name)

/** The filters as the server reads them. */
const queryOf = ({ within, keyword, ...others }: ShareFilters) => ({
  ...others,
  keyword: keyword.trim(),
  ...(isWithin(within) && { start_timestamp: String(nowSeconds() - withinDays[within] * daySeconds) }),
})

/** One page of the dividends that match, newest first. */
export const useShares = (filters: ShareFilters) =>
  usePageQuery([agentsKey, 'dividends', ...Object.values(filters)], (range) =>
    call(agentAdminApi.dividends, { query: { ...range, ...queryOf(filters) } }),
  )

/** A dividend that the open page does not hold: one of the latest of those that match. */
export const loadShare =
  (filters: ShareFilters) =>
  async (id: string): Promise<WatchedDividend | undefined> => {
    const query = { p: 1, page_size: pageSizeMax, ...queryOf(filters) }
    const { items } = await call(agentAdminApi.dividends, { query })
    return items.find((dividend) => String(dividend.id) === id)
  }

/** A dividend as it is now, among the latest of the agent. */
export async function findShare({ id, agent_id, created_at }: WatchedDividend): Promise<WatchedDividend | undefined> {
  const span = { start_timestamp: String(created_at), end_timestamp: String(created_at) }
  const query = { p: 1, page_size: pageSizeMax, agent_id: String(agent_id), ...span }
  return (await call(agentAdminApi.dividends, { query })).items.find((dividend) => dividend.id === id)
}

type Decision = { act: 'release' | 'refuse'; id: number; reason: string }

export const useDecision = (onDone: () => void) =>
  useListChange(
    agentsKey,
    ({ act, id, reason }: Decision) =>
      call(act === 'release' ? agentAdminApi.release : agentAdminApi.refuseDividend, {
        params: paramsOf({ id }),
        body: { reason },
      }),
    { onDone },
  )
