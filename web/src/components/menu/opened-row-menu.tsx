import { type MenuProps, Popconfirm } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { commonText } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './menu-button.module.css'
import { OpenedMenu } from './opened-menu.tsx'
import type { PopupButton } from './pressed-part.tsx'

type Question = {
  /** "Delete “ci-pipeline”?" */
  question: string
  /** Says what is deleted and what is kept. */
  explanation: string
}
type RowEntry = {
  key: string
  label: string
  icon?: ReactNode
  disabled?: boolean
  /** Destroys something; one that also asks is the `removal` of the row. */
  danger?: boolean
  /** Why the action is not possible for this row: the entry is disabled and shows the reason. */
  reason?: string | undefined
  /** Asked before the action runs. */
  confirm?: Question
  onSelect: () => void
}
type RowRemoval = Question & {
  /** The verb, in the menu and on the button: "Delete". */
  verb: string
  icon?: ReactNode
  disabled?: boolean
  reason?: string | undefined
  onConfirm: () => void
}

export type RowMenuProps = {
  /** The row's name, for the accessible name of the button. */
  name: string
  entries: RowEntry[]
  /** The last entry, in red; asks before it acts. */
  removal?: RowRemoval
}

type Asked = Question & { verb: string; danger: boolean; onConfirm: () => void }

/** The menu of a row, and the question that some of its entries ask. */
export function OpenedRowMenu({ entries, removal, button }: Omit<RowMenuProps, 'name'> & { button: PopupButton }) {
  const t = commonText.use()
  const [asked, setAsked] = useState<Asked>()
  const [isAsking, setIsAsking] = useState(false)
  const id = useId()

  function ask(question: Asked) {
    setAsked(question)
    setIsAsking(true)
  }
  const itemOf = ({ key, label: verb, icon, disabled, reason, confirm, onSelect }: RowEntry, danger = false) => ({
    key,
    icon,
    danger,
    disabled: disabled || reason !== undefined,
    label: reason ? <Refused verb={verb} reason={reason} /> : verb,
    onClick: confirm ? () => ask({ ...confirm, verb, danger, onConfirm: onSelect }) : onSelect,
  })
  const items: MenuProps['items'] = entries.map((entry) => itemOf(entry, entry.danger))
  if (removal) {
    const { verb, onConfirm, question, explanation, ...rest } = removal
    if (entries.length > 0) items.push({ key: 'line', type: 'divider' })
    items.push(
      itemOf({ key: 'remove', label: verb, confirm: { question, explanation }, onSelect: onConfirm, ...rest }, true),
    )
  }
  const menu = <OpenedMenu menu={{ items }} button={button} />
  if (!removal && !entries.some(({ confirm }) => confirm)) return menu
  const first = asked?.danger ? 'cancel' : 'ok'
  return (
    <Popconfirm
      open={isAsking}
      // Popconfirm's own trigger would be a click on the dots; only the menu may open it.
      onOpenChange={(open) => !open && setIsAsking(false)}
      // The menu loses the focus when it closes: the question focuses its harmless button, and then the dots again.
      afterOpenChange={(open) =>
        (open ? document.getElementById(`${id}-${first}`) : document.getElementById(button.props.id ?? ''))?.focus()
      }
      placement="topRight"
      styles={{ root: { maxWidth: 'min(360px, calc(100vw - 32px))' } }}
      title={asked?.question}
      description={asked?.explanation}
      okText={asked?.verb}
      okButtonProps={{ id: `${id}-ok`, danger: asked?.danger ?? false }}
      cancelText={t('cancel')}
      cancelButtonProps={{ id: `${id}-cancel` }}
      onConfirm={() => asked?.onConfirm()}
    >
      {menu}
    </Popconfirm>
  )
}

/** A disabled entry and its reason, as text, because a disabled entry gets neither focus nor touch. */
const Refused = ({ verb, reason }: { verb: string; reason: string }) => (
  <span className={styles.refused}>
    {verb}
    <small className={textStyles.hint}>{reason}</small>
  </span>
)
