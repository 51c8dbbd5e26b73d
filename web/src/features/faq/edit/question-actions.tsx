import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import styles from '../faq.module.css'
import type { Question } from '../questions.ts'
import { editText } from './edit.text.ts'
import { useChangeFaq } from './use-change-faq.ts'

type QuestionActionsProps = {
  question: Question
  /** The place in the list, from 0. */
  place: number
  /** How many questions there are; undefined where the list does not show the order. */
  count: number | undefined
  onEdit: () => void
}

/** The super administrator edits, moves and deletes a question. */
export function QuestionActions({ question: { entry, question }, place, count, onEdit }: QuestionActionsProps) {
  const t = editText.use()
  const name = question.text
  const changing = useChangeFaq(({ before, after, at }) => {
    if (before && after) toast.success(t('moved', { name, place: (at ?? place) + 1 }))
    else if (before)
      toast.success(t('removed', { name }), {
        action: { text: t('undo'), onPress: () => changing.mutate({ after: entry, at: place }) },
      })
  })
  const move = (key: 'up' | 'down' | 'first' | 'last', icon: typeof ArrowUp, at: number) => {
    const Icon = icon
    const isPossible = count !== undefined && at >= 0 && at < count && at !== place
    if (!isPossible) return []
    return [
      {
        ...{ key, label: t(key), icon: <Icon />, disabled: changing.isPending },
        onSelect: () => changing.mutate({ before: entry, after: entry, at }),
      },
    ]
  }
  return (
    <span className={`${layoutStyles.rowActions} ${styles.actions}`}>
      <IconButton icon={<Pencil />} label={t('editOne', { name })} onClick={onEdit} />
      <RowMenu
        name={name}
        entries={[
          ...move('up', ArrowUp, place - 1),
          ...move('down', ArrowDown, place + 1),
          ...move('first', ArrowUpToLine, 0),
          ...move('last', ArrowDownToLine, (count ?? 0) - 1),
        ]}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion'),
          explanation: t('removeText'),
          disabled: changing.isPending,
          onConfirm: () => changing.mutate({ before: entry }),
        }}
      />
    </span>
  )
}
