import { useMutation } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/channel'
import { useToast } from '../../../components/overlay/toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { useRefreshChannels } from '../list/use-channels.ts'
import { channelActionsText } from './channel-actions.text.ts'

/** Deletes the disabled channels, or the selected ones; a toast says how many. */
export function useRemoveMany(which: 'disabled' | number[]) {
  const t = useText(channelActionsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: () =>
      which === 'disabled' ? call(channelApi.removeDisabled) : call(channelApi.removeMany, { body: { ids: which } }),
    onSuccess: (count) => toast.success(t('removedSome', { count })),
    onSettled: refresh,
  })
}

/** Sets the tag of channels, or removes it with null. */
export function useTagMany(ids: number[]) {
  const t = useText(channelActionsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: (tag: string | null) => call(channelApi.tagMany, { body: { ids, tag } }),
    onSuccess: (count, tag) => toast.success(tag === null ? t('untagged', { count }) : t('tagged', { count, tag })),
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
