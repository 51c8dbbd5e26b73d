import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { HistoryEntry } from '@turnpike/contract/system/history'
import { useRef, useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { SideDrawer } from '../overlay/side-drawer.tsx'
import { historyText } from './history.text.ts'
import { HistoryList } from './history-list.tsx'
import { RevertDialog } from './revert-dialog.tsx'
import { useChannelWords } from './use-channel-words.ts'
import { useUndo, useUndoToast } from './use-undo.ts'

type ChannelHistoryProps = {
  /** The channel; absent for the history of all channels. */
  channel?: { id: number; name: string } | undefined
  onClosed: () => void
}

const undoAct = (id: number) => call(channelApi.undo, { body: { id } })

/** The changes of administrators to one channel or to all, in a drawer. */
export function ChannelHistory({ channel, onClosed }: ChannelHistoryProps) {
  const t = historyText.use()
  const words = useChannelWords()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<HistoryEntry>()
  const revision = useRef<string>(undefined)
  const undo = useUndo(undoAct, 'channels')
  const toast = useUndoToast(undoAct, 'channels')
  const revert = useMutation({
    mutationFn: ({ id }: HistoryEntry) =>
      call(channelApi.revert, { body: { channel: channel?.id ?? 0, id, seen_revision: revision.current } }),
    onSuccess: ({ undo_id }) => toast(t('reverted'), undo_id),
    onSettled: () => {
      setAsked(undefined)
      return queries.invalidateQueries({ queryKey: ['channels'] })
    },
  })
  const titleOf = ({ action, target, count }: HistoryEntry) => {
    const act = actWords(action)
    const words = act ? t(act) : action
    if (channel) return words
    return `${words} · ${count > 1 ? t('several', { count }) : target}`
  }
  return (
    <SideDrawer title={channel ? `${t('history')} · ${channel.name}` : t('history')} onClosed={onClosed}>
      <HistoryList
        queryKey={['channels', 'history', channel?.id]}
        load={async (range) => {
          const { data, revision: seen } = await call(channelApi.history, {
            query: { ...range, ...(channel && { channel: channel.id }) },
          })
          revision.current = seen || undefined
          return data
        }}
        titleOf={titleOf}
        wordsOf={() => words}
        empty={t('none')}
        {...(channel ? { onRevert: setAsked } : { onUndo: (entry) => undo(entry.id) })}
      />
      {asked && (
        <RevertDialog
          entry={asked}
          words={words}
          busy={revert.isPending}
          onConfirm={() => revert.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </SideDrawer>
  )
}

const acts = [
  'create',
  'update',
  'delete',
  'copy',
  'change_many',
  'disable_model',
  'tag',
  'edit_tag',
  'add_keys',
  'change_key',
  'remove_keys',
  'key_mode',
  'change_models',
  'follow_models',
  'enable_tag',
  'disable_tag',
] as const

function actWords(action: string) {
  const verb = action.replace('channel.', '')
  if (verb === 'undo') return 'undoAct'
  return verb === 'revert' ? 'revertAct' : acts.find((each) => each === verb)
}
