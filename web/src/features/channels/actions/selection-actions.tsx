import { Tag, Trash2 } from 'lucide-react'
import { BatchAction } from '../../../components/data-table/batch-bar.tsx'
import { useText } from '../../../lib/text/text.ts'
import { channelActionsText } from './channel-actions.text.ts'

/** The actions of the selected channels. */
export function SelectionActions({ onTag, onRemove }: { onTag: () => void; onRemove: () => void }) {
  const t = useText(channelActionsText)
  return (
    <>
      <BatchAction icon={<Tag />} onClick={onTag}>
        {t('setTag')}
      </BatchAction>
      <BatchAction danger icon={<Trash2 />} onClick={onRemove}>
        {t('delete')}
      </BatchAction>
    </>
  )
}
