import type { HistoryEntry } from '@turnpike/contract/system/history'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'
import { Changes, type FieldWords } from './changes.tsx'
import { historyText } from './history.text.ts'

type RevertDialogProps = {
  entry: HistoryEntry
  words: FieldWords
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Shows the effect of restoring the values from before a change, and asks. */
export function RevertDialog({ entry, words, busy, onConfirm, onCancel }: RevertDialogProps) {
  const t = historyText.use()
  return (
    <ConfirmDialog
      title={t('revertTitle')}
      text={t('revertText')}
      verb={t('revertVerb')}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Changes changes={entry.revert} words={words} />
    </ConfirmDialog>
  )
}
