import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { type LiveCall, type LiveChannel, liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { useToast } from '../../components/overlay/toast.tsx'
import { call } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
import { runningCallsText } from './running-calls.text.ts'

const refreshMs = 1000

export type CallFilters = { username: string; token_name: string; model_name: string; channel: string; watch: string }

/** The running calls of all instances, again and again while the page is visible. */
export const useRunningCalls = (filters: CallFilters, isPaused: boolean) =>
  useQuery({
    queryKey: ['live calls', filters],
    queryFn: () => call(liveCallsApi.list, { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : refreshMs,
  })

const useRefreshLive = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['live calls'] })
}

export function useCancelCall() {
  const t = useText(runningCallsText)
  const toast = useToast()
  const refresh = useRefreshLive()
  return useMutation({
    mutationFn: ({ request_id }: LiveCall) => call(liveCallsApi.cancel, { body: { request_id } }),
    onSuccess: () => toast.success(t('cancelled')),
    onError: (error) => toast.error(error.message),
    onSettled: refresh,
  })
}

/** Drains a channel, or enables it again. */
export function useSwitchChannel() {
  const t = useText(runningCallsText)
  const toast = useToast()
  const refresh = useRefreshLive()
  return useMutation({
    mutationFn: ({ channel, on }: { channel: LiveChannel; on: boolean }) =>
      call(channelApi.update, {
        body: { id: channel.id, status: on ? channelStatus.enabled : channelStatus.disabled },
      }),
    onSuccess: (_, { channel: { name }, on }) => toast.success(t(on ? 'enabled' : 'drainBegun', { name })),
    onError: (error) => toast.error(error.message),
    onSettled: refresh,
  })
}
