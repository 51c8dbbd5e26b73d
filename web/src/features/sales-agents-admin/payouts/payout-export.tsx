import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { payoutsText } from './payouts.text.ts'
import { usePayoutFile } from './use-payouts.ts'

type PayoutExportProps = {
  /** The search of the list, which the file follows. */
  keyword: string
  onClose: () => void
}

/** Says what is in the file before it is saved. */
export function PayoutExport({ keyword, onClose }: PayoutExportProps) {
  const t = payoutsText.use()
  const file = usePayoutFile(keyword, () => {
    toast.success(t('exported'))
    onClose()
  })
  return (
    <ConfirmDialog
      title={t('exportTitle')}
      text={t('exportText')}
      verb={t('exportVerb')}
      busy={file.isPending}
      onConfirm={() => file.mutate()}
      onCancel={onClose}
    >
      {keyword && t('exportMatching', { text: keyword })}
    </ConfirmDialog>
  )
}
