import { type Channel, channelStatus } from '@turnpike/contract/routing/channel'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { channelActionsText } from './channel-actions.text.ts'
import { useSwitchChannel } from './use-channel-actions.ts'

type DisableOneDialogProps = { channel: Pick<Channel, 'id' | 'name'>; onClosed: () => void }

/** Asks to confirm the disabling of the channel that the address names. */
export function DisableOneDialog({ channel, onClosed }: DisableOneDialogProps) {
  const t = channelActionsText.use()
  const disabling = useSwitchChannel(channel, channelStatus.disabled)
  return (
    <ConfirmDialog
      title={t('disableOne', { name: channel.name })}
      text={t('disableOneText')}
      verb={t('disable')}
      busy={disabling.isPending}
      onConfirm={() => disabling.mutate(undefined, { onSettled: onClosed })}
      onCancel={onClosed}
    />
  )
}
