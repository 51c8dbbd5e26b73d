import { useMutation } from '@tanstack/react-query'
import {
  type ChannelBatch,
  type ChannelBatchChange,
  channelApi,
  channelStatus,
} from '@turnpike/contract/routing/channel'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { useActs } from './use-channel-actions.ts'

export const batchBody = ({ ids, matching }: ChannelBatch) => (matching ? { matching } : { ids: [...(ids ?? [])] })

/** Deletes the disabled channels, or the selected ones; a toast says how many. */
export function useRemoveMany(which: 'disabled' | ChannelBatch) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: () =>
      which === 'disabled' ? call(channelApi.removeDisabled) : call(channelApi.removeMany, { body: batchBody(which) }),
    onSuccess: ({ data: count, undo_id }) => told(t('removedSome', { count }), undo_id),
    onSettled: refresh,
  })
}

/** Sets the tag of channels, or removes it with null. */
export function useTagMany(batch: ChannelBatch) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: (tag: string | null) => call(channelApi.tagMany, { body: { ...batchBody(batch), tag } }),
    onSuccess: ({ data: count, undo_id }, tag) =>
      told(tag === null ? t('untagged', { count }) : t('tagged', { count, tag }), undo_id),
    onSettled: refresh,
  })
}

/** Switches the selected channels, or sets their priority or weight, in one call. */
export function useChangeMany(batch: ChannelBatch) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: (change: ChannelBatchChange) =>
      call(channelApi.changeMany, { body: { ...batchBody(batch), ...change } }),
    onSuccess: ({ data: count, undo_id }, { status, priority, weight }) => {
      if (priority !== undefined) told(t('prioritySet', { count, number: priority }), undo_id)
      else if (weight !== undefined) told(t('weightSet', { count, number: weight }), undo_id)
      else told(t(status === channelStatus.enabled ? 'enabledSome' : 'disabledSome', { count }), undo_id)
    },
    onSettled: refresh,
  })
}

export function useFixDatabase() {
  const { t, refresh } = useActs()
  return useMutation({
    mutationFn: () => call(channelApi.fix),
    onSuccess: (count) => toast.success(t('fixed', { count })),
    onSettled: refresh,
  })
}
