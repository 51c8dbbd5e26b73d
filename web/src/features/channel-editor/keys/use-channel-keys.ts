import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelKeyApi, type KeyMode } from '@turnpike/contract/routing/channel-keys'
import { useEffect, useState } from 'react'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { keysText } from './keys.text.ts'

/** Calls change the state of keys while the page is open. */
const refetchMs = 10_000

export const useChannelKeys = (id: number) =>
  useQuery({
    queryKey: ['channels', 'keys', id],
    queryFn: () => call(channelKeyApi.list, { params: { id: String(id) } }),
    refetchInterval: ({ state }) => {
      const { data } = state
      return data && (data.keys.length > 0 || data.cooling_until > 0) ? refetchMs : false
    },
  })

/** Unix seconds, kept current while something on the page counts down. */
export function useNow(isCounting: boolean): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000))
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  return now
}

/** What can be done to the keys of a channel; each act is in force at once and can be undone. */
export function useKeyActs(channel: number) {
  const t = keysText.use()
  const queries = useQueryClient()
  const told = useUndoToast((id) => call(channelApi.undo, { body: { id } }), 'channels')
  const about = { onSettled: () => queries.invalidateQueries({ queryKey: ['channels'] }) }
  return {
    add: useMutation({
      mutationFn: (given: { key: string; multi_key_mode?: KeyMode }) =>
        call(channelKeyApi.add, { body: { channel, ...given } }),
      onSuccess: ({ data: { added }, undo_id }) =>
        told(added > 0 ? t('added', { count: added }) : t('noneAdded'), undo_id),
      ...about,
    }),
    change: useMutation({
      mutationFn: (given: { id: number; key?: string; status?: 1 | 2 }) =>
        call(channelKeyApi.change, { body: { channel, ...given } }),
      onSuccess: ({ undo_id }) => told(t('saved'), undo_id),
      ...about,
    }),
    remove: useMutation({
      mutationFn: (id: number) => call(channelKeyApi.remove, { body: { channel, ids: [id] } }),
      onSuccess: ({ undo_id }) => told(t('removed'), undo_id),
      ...about,
    }),
    mode: useMutation({
      mutationFn: (multi_key_mode: KeyMode) => call(channelKeyApi.mode, { body: { channel, multi_key_mode } }),
      onSuccess: ({ undo_id }) => told(t('modeSaved'), undo_id),
      ...about,
    }),
    resume: useMutation({
      mutationFn: (id: number | undefined) => call(channelKeyApi.resume, { body: { channel, id } }),
      onSuccess: () => void toast.success(t('resumed')),
      ...about,
    }),
  }
}
export type KeyActs = ReturnType<typeof useKeyActs>
