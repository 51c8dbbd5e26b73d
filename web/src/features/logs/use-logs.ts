import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi } from '@turnpike/contract/routing/channel'
import { logApi } from '@turnpike/contract/usage/log'
import { usePageQuery } from '../../components/list-page/use-page-query.ts'
import { nowSeconds, spanOf } from '../../lib/address/time-window.ts'
import { call } from '../../lib/api/call.ts'
import type { LogView } from './use-log-view.ts'

const liveMilliseconds = 5_000

/** The filters as the server reads them, with the window as it is now. */
export function queryOf({ filters, window, isAdmin, seesMembers, perUnit }: LogView) {
  const { start, end } = spanOf(window, nowSeconds())
  const { username, channel, cost_over, ...texts } = filters
  // Quota is whole: what costs more than a part of one costs more than the whole ones before it.
  const own = { ...texts, ...(cost_over && { quota_over: Math.floor(Number(cost_over) * perUnit) }) }
  const span = { start_timestamp: start, end_timestamp: end }
  const name = { username: username.trim() }
  return { ...own, ...(isAdmin ? { ...name, channel } : seesMembers && name), ...span }
}

const keyOf = ({ filters, window, isAdmin, seesMembers, perUnit }: LogView) => [
  filters,
  window,
  isAdmin,
  seesMembers,
  perUnit,
]

/** The order of the rows as the server reads it; newest first without one. */
export const orderOf = ({ sort }: LogView) => sort && { sort: sort.by, order: sort.order }

/** One page of the rows. */
export const useLogs = (view: LogView, isLive: boolean) =>
  usePageQuery(
    ['log', 'page', ...keyOf(view), view.sort],
    (range) => {
      const query = { ...range, ...queryOf(view), ...orderOf(view) }
      return view.isAdmin ? call(logApi.list, { query }) : call(logApi.self, { query })
    },
    { enabled: view.problem === undefined, refetchInterval: isLive && liveMilliseconds },
  )

/** The sums of all rows that match; there are none of a single request. */
export const useLogStat = (view: LogView, isLive: boolean) =>
  useQuery({
    queryKey: ['log', 'stat', ...keyOf(view)],
    queryFn: () => {
      const query = { p: 1, page_size: 1, ...queryOf(view) }
      return view.isAdmin ? call(logApi.stat, { query }) : call(logApi.selfStat, { query })
    },
    enabled: view.problem === undefined && view.filters.request_id === '',
    placeholderData: keepPreviousData,
    refetchInterval: isLive && liveMilliseconds,
  })

/** The groups to filter by: all of them, or those that the user may use. */
export const useLogGroups = (isAdmin: boolean) =>
  useQuery({
    queryKey: ['log', 'groups', isAdmin],
    queryFn: async () => (isAdmin ? call(catalogueApi.groups) : Object.keys(await call(catalogueApi.ownGroups)).sort()),
    staleTime: 60_000,
  })

/** The name of a channel; undefined when it is gone, and until it is known. */
export const useChannelName = (id: number) =>
  useQuery({
    queryKey: ['channels', 'name', id],
    queryFn: async () => (await call(channelApi.get, { params: { id: String(id) } })).name,
    staleTime: 60_000,
    retry: false,
  }).data
