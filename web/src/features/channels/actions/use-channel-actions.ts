import { useMutation } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { formatMoney } from '@turnpike/contract/quota'
import { type Channel, channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { setPricePath } from '../../../components/unpriced/price-path.ts'
import { CallError, call } from '../../../lib/api/call.ts'
import { formatDuration } from '../../../lib/format/format-time.ts'
import { session } from '../../../lib/session/session.ts'
import { listOf } from '../list/channel-rows.ts'
import { useRefreshChannels } from '../list/use-channels.ts'
import { channelActionsText } from './channel-actions.text.ts'

const paramsOf = ({ id }: Channel) => ({ id: String(id) })

/** Sends a tiny request through a channel, with its usual model or another one. A failure may disable the channel. */
export function useTestChannel(channel: Channel) {
  const { t, refresh } = useActs()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  const usual = channel.test_model || (listOf(channel.models)[0] ?? '')
  return useMutation({
    mutationFn: (model: string | undefined) => call(channelApi.test, { params: paramsOf(channel), query: { model } }),
    onSuccess: ({ time }, model) =>
      toast.success(
        t('tested', { name: channel.name, seconds: formatDuration(time) }),
        model === undefined ? {} : { detail: model },
      ),
    onError: (error, model) =>
      toast.error(error.message, {
        detail: model === undefined ? channel.name : `${channel.name} · ${model}`,
        ...(isRoot &&
          error instanceof CallError &&
          error.code === 'channel_test_unpriced' && {
            link: { text: t('setPrice'), to: setPricePath(model ?? usual) },
          }),
      }),
    onSettled: refresh,
  })
}

/** A toast about an act on channels, with a button that takes it back. */
export const useChannelUndoToast = () => useUndoToast((id) => call(channelApi.undo, { body: { id } }), 'channels')

/** What an act on channels needs: its words, the reload of the lists, and the toast that takes it back. */
export const useActs = () => ({
  t: channelActionsText.use(),
  refresh: useRefreshChannels(),
  told: useChannelUndoToast(),
})

type SwitchTo = typeof channelStatus.enabled | typeof channelStatus.disabled

export function useSwitchChannel(channel: Pick<Channel, 'id' | 'name'>, status: SwitchTo) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: () => call(channelApi.update, { body: { id: channel.id, status } }),
    onSuccess: ({ undo_id }) =>
      told(t(status === channelStatus.enabled ? 'enabledOne' : 'disabledOne', { name: channel.name }), undo_id),
    onSettled: refresh,
  })
}

/** The server copies the channel, because its key never leaves the server. */
export function useCopyChannel(channel: Channel) {
  const { t, refresh } = useActs()
  return useMutation({
    mutationFn: () => call(channelApi.copy, { params: paramsOf(channel) }),
    onSuccess: ({ name }) => toast.success(t('copied', { name })),
    onError: (error) => {
      const isGone = error instanceof CallError && (error.code === 'channel_missing' || error.code === 'not_found')
      toast.error(isGone ? t('copyMissing') : error.message)
    },
    onSettled: refresh,
  })
}

export function useRemoveChannel(channel: Channel) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: () => call(channelApi.remove, { params: paramsOf(channel) }),
    onSuccess: ({ undo_id }) => told(t('removed', { name: channel.name }), undo_id),
    onSettled: refresh,
  })
}

export function useUpdateBalance(channel: Channel) {
  const { t, refresh } = useActs()
  return useMutation({
    mutationFn: () => call(channelApi.updateBalance, { params: paramsOf(channel) }),
    onSuccess: ({ balance }) =>
      toast.success(t('balanceIs', { name: channel.name, amount: formatMoney(balance.toFixed(2)) })),
    onError: (error) => toast.error(error.message, { detail: channel.name }),
    onSettled: refresh,
  })
}

type Numbers = { priority: number } | { weight: number }

const wordsOf = (numbers: Numbers) =>
  'priority' in numbers
    ? ({ key: 'priorityOneSet', number: numbers.priority } as const)
    : ({ key: 'weightOneSet', number: numbers.weight } as const)

/** Saves a number typed into the table. */
export function useSaveNumber(channel: Channel) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: (numbers: Numbers) => call(channelApi.update, { body: { id: channel.id, ...numbers } }),
    onSuccess: ({ undo_id }, numbers) => {
      const { key, number } = wordsOf(numbers)
      if (undo_id !== undefined) told(t(key, { name: channel.name, number }), undo_id)
    },
    onSettled: refresh,
  })
}

/** The same for all channels of a tag. */
export function useSaveTagNumber(tag: string) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: (numbers: Numbers) => call(channelApi.editTag, { body: { tag, ...numbers } }),
    onSuccess: ({ undo_id }, numbers) => {
      const { key, number } = wordsOf(numbers)
      if (undo_id !== undefined) told(t(key, { name: tag, number }), undo_id)
    },
    onSettled: refresh,
  })
}

export function useSwitchTag(tag: string) {
  const { t, refresh, told } = useActs()
  return useMutation({
    mutationFn: (on: boolean) => call(on ? channelApi.enableTag : channelApi.disableTag, { body: { tag } }),
    onSuccess: ({ undo_id }, on) => told(t(on ? 'tagEnabled' : 'tagDisabled', { tag }), undo_id),
    onSettled: refresh,
  })
}
