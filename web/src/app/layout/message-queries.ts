import { queryOptions } from '@tanstack/react-query'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { profitApi } from '@turnpike/contract/usage/profit'
import { call } from '../../lib/api/call.ts'

const minuteMs = 60_000

/** The channels that fail now. Under `channels`, so that a change of a channel loads them again. */
export const failingQuery = queryOptions({
  queryKey: ['channels', 'failing'],
  queryFn: () => call(channelAttemptApi.failing),
  staleTime: minuteMs,
  refetchInterval: minuteMs,
})

export const lossesQuery = queryOptions({ queryKey: ['profit', 'losses'], queryFn: () => call(profitApi.losses) })
