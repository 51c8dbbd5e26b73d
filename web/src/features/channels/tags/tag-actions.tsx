import { CirclePlay, CircleStop, Pencil } from 'lucide-react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import styles from '../actions/actions.module.css'
import { channelActionsText } from '../actions/channel-actions.text.ts'
import { useSwitchTag } from '../actions/use-channel-actions.ts'
import type { TagRow } from '../list/channel-rows.ts'
import { isOn } from './tag-summary.ts'

type TagActionsProps = { row: TagRow; onEdit: (row: TagRow) => void }

/** The actions on all channels of a tag at once. On a phone they are all in the menu. */
export function TagActions({ row, onEdit }: TagActionsProps) {
  const t = channelActionsText.use()
  const small = useSmallScreen()
  const switchAll = useSwitchTag(row.tag)
  const isBusy = switchAll.isPending
  const areAllOn = row.channels.every(isOn)
  const enableAll = () => switchAll.mutate(true)
  const edit = () => onEdit(row)
  const inMenu = [
    { key: 'enable', label: t('enableAll'), icon: <CirclePlay />, disabled: isBusy || areAllOn, onSelect: enableAll },
    { key: 'edit', label: t('edit'), icon: <Pencil />, onSelect: edit },
  ]
  const disableAll = {
    key: 'disable',
    label: t('disableAll'),
    icon: <CircleStop />,
    disabled: isBusy || !row.channels.some(isOn),
    onSelect: () => switchAll.mutate(false),
  }
  return (
    <span className={`${layoutStyles.rowActions} ${styles.actions}`}>
      {!small && (
        <>
          <QuietButton disabled={isBusy || areAllOn} onClick={enableAll}>
            {t('enableAll')}
          </QuietButton>
          <QuietButton onClick={edit}>{t('edit')}</QuietButton>
        </>
      )}
      <RowMenu name={row.tag} entries={small ? [...inMenu, disableAll] : [disableAll]} />
    </span>
  )
}
