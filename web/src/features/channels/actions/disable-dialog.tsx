import { channelStatus } from '@turnpike/contract/routing/channel'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { channelActionsText } from './channel-actions.text.ts'
import type { Chosen } from './use-channel-selection.ts'
import { useChangeMany } from './use-list-actions.ts'

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
