import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import type { FailingRow } from '@turnpike/contract/system/overview'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { call } from '../../../lib/api/call.ts'
import { overviewText } from '../overview.text.ts'

type DisableModelProps = { channel: FailingRow; model: string; onClosed: () => void }

/** Asks before a model, or the channel of an only model, gets no more requests; the toast offers to undo it. */
export function DisableModel({ channel, model, onClosed }: DisableModelProps) {
  const t = overviewText.use()
  const told = useUndoToast((id) => call(channelApi.undo, { body: { id } }), 'channels')
  const client = useQueryClient()
  const names = { model, channel: channel.channel_name }
  const isOnly = channel.listed <= 1
  const ids = [channel.channel_id]
  const disable = useMutation({
    mutationFn: () =>
      isOnly
        ? call(channelApi.changeMany, { body: { ids, status: channelStatus.disabled } })
        : call(channelApi.disableModel, { body: { ids, model } }),
    onSuccess: ({ undo_id }) => {
      told(isOnly ? t('channelDisabled', names) : t('disabled', names), undo_id)
      onClosed()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['channels'] }),
  })
  return (
    <ConfirmDialog
      title={isOnly ? t('disableChannelTitle', names) : t('disableTitle', names)}
      text={isOnly ? t('disableChannelText', names) : t('disableText', names)}
      verb={t(isOnly ? 'disableChannel' : 'disableVerb')}
      busy={disable.isPending}
      onConfirm={() => disable.mutate()}
      onCancel={onClosed}
    />
  )
}
