import { CheckCheck, CirclePlay, CircleStop, ListOrdered, Scale, Tag, Trash2, Zap } from 'lucide-react'
import { BatchAction } from '../../../components/data-table/batch-bar.tsx'
import { channelActionsText } from './channel-actions.text.ts'

export type SelectionAction = 'enable' | 'disable' | 'test' | 'priority' | 'weight' | 'tag' | 'remove'

const actions = [
  { key: 'enable', icon: <CirclePlay />, words: 'enable' },
  { key: 'disable', icon: <CircleStop />, words: 'disable' },
  { key: 'test', icon: <Zap />, words: 'test' },
  { key: 'priority', icon: <ListOrdered />, words: 'setPriority' },
  { key: 'weight', icon: <Scale />, words: 'setWeight' },
  { key: 'tag', icon: <Tag />, words: 'setTag' },
  { key: 'remove', icon: <Trash2 />, words: 'delete' },
] as const

type SelectionActionsProps = {
  /** "Select all 303", where more channels match than are selected. */
  all?: { words: string; onChoose: () => void } | undefined
  onAction: (action: SelectionAction) => void
}

/** The actions of the selected channels. */
export function SelectionActions({ all, onAction }: SelectionActionsProps) {
  const t = channelActionsText.use()
  return (
    <>
      {all && (
        <BatchAction icon={<CheckCheck />} onClick={all.onChoose}>
          {all.words}
        </BatchAction>
      )}
      {actions.map(({ key, icon, words }) => (
        <BatchAction key={key} icon={icon} danger={key === 'remove'} onClick={() => onAction(key)}>
          {t(words)}
        </BatchAction>
      ))}
    </>
  )
}
