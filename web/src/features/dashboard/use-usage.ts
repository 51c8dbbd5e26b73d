import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { call } from '../../lib/api/call.ts'
import { type Span, spanBefore, spanOf } from './dashboard-range.ts'
import { type DashboardView, nowSeconds } from './use-dashboard-view.ts'

const queryOf = ({ start, end }: Span) => ({ start_timestamp: start, end_timestamp: end })

const optionsOf = ({ refreshMinutes, isTooLong, isProfit }: DashboardView) => ({
  enabled: !isTooLong && !isProfit,
  placeholderData: keepPreviousData,
  refetchInterval: refreshMinutes * 60_000,
})

/** Of one member of an organisation, for those who see the calls of all. */
const withMember = <Query extends object>(query: Query, username: string): Query =>
  username === '' ? query : { ...query, username }

/** In parts as long as the bars: a month of hours is megabytes. */
function readUsage({ isAdmin, username, granularity }: DashboardView, span: Span) {
  const query = { ...queryOf(span), granularity, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return isAdmin
    ? call(dashboardApi.all, { query: { ...query, username } })
    : call(dashboardApi.self, { query: withMember(query, username) })
}

const readSummary = ({ isAdmin, username }: DashboardView, span: Span) =>
  isAdmin
    ? call(dashboardApi.summary, { query: { ...queryOf(span), username } })
    : call(dashboardApi.selfSummary, { query: withMember(queryOf(span), username) })

/** The calls of the range, and the sums of it and of the range before; of one user or of all. `now` is when they were read. */
export const useUsage = (view: DashboardView) =>
  useQuery({
    queryKey: ['dashboard', 'usage', view.isAdmin, view.range, view.granularity, view.username],
    queryFn: async () => {
      const now = nowSeconds()
      const span = spanOf(view.range, now)
      const [rows, summary, before] = await Promise.all([
        readUsage(view, span),
        readSummary(view, span),
        readSummary(view, spanBefore(view.range, now)),
      ])
      return { now, span, granularity: view.granularity, rows, summary, before }
    },
    ...optionsOf(view),
  })

/** What the reader alone has spent: administrators see everyone's calls, but their own balance. */
export const useOwnSpend = (view: DashboardView) =>
  useQuery({
    queryKey: ['dashboard', 'own', view.range],
    queryFn: async () => {
      const now = nowSeconds()
      const span = spanOf(view.range, now)
      const { quota, first_hour } = await call(dashboardApi.selfSummary, { query: queryOf(span) })
      return { spent: quota, seconds: Math.min(span.end, now) - Math.max(span.start, first_hour) }
    },
    ...optionsOf(view),
  })

/** The users, or the channels, on which most was spent; for administrators. */
export const useTop = (view: DashboardView, which: 'users' | 'channels') =>
  useQuery({
    queryKey: ['dashboard', which, view.range],
    queryFn: () => call(dashboardApi[which], { query: queryOf(spanOf(view.range, nowSeconds())) }),
    ...optionsOf(view),
  })
