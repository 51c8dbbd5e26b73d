import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import type { FailingChannel } from '@turnpike/contract/routing/channel-attempts'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { call } from '../../../lib/api/call.ts'
import { healthText } from './health.text.ts'

type DisableFailingProps = { channels: readonly FailingChannel[]; onClosed: () => void }

const namesMax = 5

/** Asks before it disables the failing channels; the toast offers to enable them again. */
export function DisableFailing({ channels, onClosed }: DisableFailingProps) {
  const t = healthText.use()
  const told = useUndoToast((id) => call(channelApi.undo, { body: { id } }), 'channels')
  const client = useQueryClient()
  const ids = channels.map(({ id }) => id)
  const disable = useMutation({
    mutationFn: () => call(channelApi.changeMany, { body: { ids, status: channelStatus.disabled } }),
    onSuccess: ({ data: count, undo_id }) => {
      told(t('disabled', { count }), undo_id)
      onClosed()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['channels'] }),
  })
  const names = channels.slice(0, namesMax).map(({ name }) => name)
  const others = channels.length - names.length
  return (
    <ConfirmDialog
      title={t('disableSome', { count: channels.length })}
      text={t('disableText', {
        names: [...names, ...(others > 0 ? [t('andMore', { count: others })] : [])].join(t('and')),
      })}
      verb={t('disableVerb', { count: channels.length })}
      busy={disable.isPending}
      onConfirm={() => disable.mutate()}
      onCancel={onClosed}
    />
  )
}
