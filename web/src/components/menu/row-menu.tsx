import { Button } from 'antd'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import { fetchedPopup, PressedPart } from './pressed-part.tsx'

const rowMenu = fetchedPopup(async () => (await import('./opened-row-menu.tsx')).OpenedRowMenu)

const rowMenuText = dictionary({
  more: ['More for {name}', '{name} 的更多操作'],
})

export type Question = {
  /** "Delete “ci-pipeline”?" */
  question: string
  /** Says what is deleted and what is kept. */
  explanation: string
}
export type RowEntry = {
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

/** The three dots at the end of a row. */
export function RowMenu({ name, ...opened }: RowMenuProps) {
  const label = rowMenuText.use()('more', { name })
  const look = { type: 'text', size: 'small', icon: <Ellipsis /> } as const
  const dots = <Button {...look} aria-haspopup="menu" aria-label={label} title={label} />
  return <PressedPart popup={rowMenu} button={dots} opened={opened} />
}
