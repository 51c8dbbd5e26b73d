import { useQuery } from '@tanstack/react-query'
import { overviewApi } from '@turnpike/contract/system/overview'
import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { call } from '../../lib/api/call.ts'

const minuteMs = 60_000
const runningMs = 5_000

/** Loaded again each minute while the page is visible. Under `channels`, so that a change of a channel loads it at once. */
export const useOverview = () =>
  useQuery({
    queryKey: ['channels', 'overview'],
    queryFn: () =>
      call(overviewApi.overview, { query: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }),
    refetchInterval: minuteMs,
  })

/** How many requests run now, and the longest of them. Processes report only while they are asked every few seconds. */
export const useRunning = () =>
  useQuery({
    queryKey: ['overview', 'running'],
    queryFn: async () => {
      const { total, calls } = await call(liveCallsApi.list, { query: { limit: '1' } })
      return { total, longest: calls[0] }
    },
    refetchInterval: runningMs,
  })
