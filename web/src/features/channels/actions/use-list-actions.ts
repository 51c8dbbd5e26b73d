import { useMutation } from '@tanstack/react-query'
import {
  type ChannelBatch,
  type ChannelBatchChange,
  channelApi,
  channelStatus,
} from '@turnpike/contract/channels/channel'
import { useToast } from '../../../components/overlay/toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { useRefreshChannels } from '../list/use-channels.ts'
import { channelActionsText } from './channel-actions.text.ts'

export const batchBody = ({ ids, matching }: ChannelBatch) => (matching ? { matching } : { ids: [...(ids ?? [])] })

/** Deletes the disabled channels, or the selected ones; a toast says how many. */
export function useRemoveMany(which: 'disabled' | ChannelBatch) {
  const t = useText(channelActionsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: () =>
      which === 'disabled' ? call(channelApi.removeDisabled) : call(channelApi.removeMany, { body: batchBody(which) }),
    onSuccess: (count) => toast.success(t('removedSome', { count })),
    onSettled: refresh,
  })
}

/** Sets the tag of channels, or removes it with null. */
export function useTagMany(batch: ChannelBatch) {
  const t = useText(channelActionsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: (tag: string | null) => call(channelApi.tagMany, { body: { ...batchBody(batch), tag } }),
    onSuccess: (count, tag) => toast.success(tag === null ? t('untagged', { count }) : t('tagged', { count, tag })),
    onSettled: refresh,
  })
}

/** Switches the selected channels, or sets their priority or weight, in one call. */
export function useChangeMany(batch: ChannelBatch) {
  const t = useText(channelActionsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: (change: ChannelBatchChange) =>
      call(channelApi.changeMany, { body: { ...batchBody(batch), ...change } }),
    onSuccess: (count, { status, priority, weight }) => {
      if (priority !== undefined) toast.success(t('prioritySet', { count, number: priority }))
      else if (weight !== undefined) toast.success(t('weightSet', { count, number: weight }))
      else toast.success(t(status === channelStatus.enabled ? 'enabledSome' : 'disabledSome', { count }))
    },
    onSettled: refresh,
  })
}

export function useFixDatabase() {
  const t = useText(channelActionsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: () => call(channelApi.fix),
    onSuccess: (count) => toast.success(t('fixed', { count })),
    onSettled: refresh,
  })
}
