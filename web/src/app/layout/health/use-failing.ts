import { useQuery } from '@tanstack/react-query'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { call } from '../../../lib/api/call.ts'

const minuteMs = 60_000

/** The channels that fail now. Under `channels`, so that a change of a channel loads them again. */
export const useFailing = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: ['channels', 'failing'],
    queryFn: () => call(channelAttemptApi.failing),
    staleTime: minuteMs,
    refetchInterval: minuteMs,
    enabled,
  })
