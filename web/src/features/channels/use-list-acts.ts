import { useMutation } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/channel'
import { useToast } from '../../components/toast.tsx'
import { call } from '../../lib/call.ts'
import { useText } from '../../lib/text.ts'
import { actsText } from './acts.text.ts'
import { useRefreshChannels } from './use-channels.ts'

/** Deletes the channels that are off, or those that were selected; says how many there were. */
export function useRemoveMany(which: 'disabled' | number[]) {
  const t = useText(actsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: () =>
      which === 'disabled' ? call(channelApi.removeDisabled) : call(channelApi.removeMany, { body: { ids: which } }),
    onSuccess: (count) => toast.success(t('removedSome', { count })),
    onSettled: refresh,
  })
}

/** Gives channels a tag, or takes it off with null. */
export function useTagMany(ids: number[]) {
  const t = useText(actsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: (tag: string | null) => call(channelApi.tagMany, { body: { ids, tag } }),
    onSuccess: (count, tag) => toast.success(tag === null ? t('untagged', { count }) : t('tagged', { count, tag })),
    onSettled: refresh,
  })
}

export function useFixDatabase() {
  const t = useText(actsText)
  const toast = useToast()
  const refresh = useRefreshChannels()
  return useMutation({
    mutationFn: () => call(channelApi.fix),
    onSuccess: (count) => toast.success(t('fixed', { count })),
    onSettled: refresh,
  })
}
