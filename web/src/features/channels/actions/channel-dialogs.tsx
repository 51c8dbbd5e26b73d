import { type Channel, type ChannelBatch, channelStatus } from '@turnpike/contract/routing/channel'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { channelActionsText } from './channel-actions.text.ts'
import { useSwitchChannel } from './use-channel-actions.ts'
import type { Chosen } from './use-channel-selection.ts'
import { useChangeMany, useRemoveMany } from './use-list-actions.ts'

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

type DisableDialogProps = { chosen: Chosen; onDone: () => void; onCancel: () => void }

/** Asks for a confirmation before several channels are disabled at once. */
export function DisableDialog({ chosen: { batch, count }, onDone, onCancel }: DisableDialogProps) {
  const t = channelActionsText.use()
  const change = useChangeMany(batch)
  return (
    <ConfirmDialog
      title={t('disableSome', { count })}
      text={t('disableSomeText')}
      verb={t('disableSomeVerb', { count })}
      busy={change.isPending}
      onConfirm={() => change.mutate({ status: channelStatus.disabled }, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  )
}

type RemoveDialogProps = {
  which: 'disabled' | ChannelBatch
  /** The count that the dialog names; the server counts again when it deletes. */
  count: number
  onDone: () => void
  onCancel: () => void
}

/** Asks before several channels are deleted at once. */
export function RemoveDialog({ which, count, onDone, onCancel }: RemoveDialogProps) {
  const t = channelActionsText.use()
  const remove = useRemoveMany(which)
  return (
    <ConfirmDialog
      danger
      title={t(which === 'disabled' ? 'deleteDisabled' : 'deleteSome', { count })}
      text={t(which === 'disabled' ? 'deleteDisabledText' : 'deleteSomeText')}
      verb={t('deleteSomeVerb', { count })}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  )
}
