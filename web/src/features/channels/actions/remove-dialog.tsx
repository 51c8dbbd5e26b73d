import type { ChannelBatch } from '@turnpike/contract/routing/channel'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { channelActionsText } from './channel-actions.text.ts'
import { useRemoveMany } from './use-list-actions.ts'

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
