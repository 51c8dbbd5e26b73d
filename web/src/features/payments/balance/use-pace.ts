import { useQuery } from '@tanstack/react-query'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { call } from '../../../lib/api/call.ts'
import { daysLeft } from '../../../lib/format/days-left.ts'

const weekSeconds = 7 * 86_400

/** Whole days that the balance lasts at the pace of the last week; undefined while unknown, or when nothing was spent. */
export function usePace(balance: number | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['wallet', 'pace'],
    queryFn: () => {
      const now = Math.floor(Date.now() / 1000)
      return call(logApi.selfStat, {
        query: { type: logType.consumption, start_timestamp: now - weekSeconds, end_timestamp: now },
      })
    },
  })
  return balance === undefined || !data ? undefined : daysLeft(balance, data.quota, weekSeconds)
}
