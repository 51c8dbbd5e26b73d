import { Button, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { dictionary } from '../../lib/text/text.ts'
import { DropMenu } from './drop-menu.tsx'

const moreText = dictionary({ more: ['More actions', '更多操作'] })

export type MoreEntry = {
  key: string
  label: string
  icon?: ReactNode
  /** Deletes something: red, and below a divider. */
  danger?: boolean
  onSelect: () => void
}

function itemsOf(entries: MoreEntry[]): MenuProps['items'] {
  const item = ({ key, label, icon, danger = false, onSelect }: MoreEntry) => ({
    key,
    label,
    icon,
    danger,
    onClick: onSelect,
  })
  const harmlessEntries = entries.filter(({ danger }) => !danger)
  const dangerEntries = entries.filter(({ danger }) => danger)
  if (harmlessEntries.length === 0 || dangerEntries.length === 0) return entries.map(item)
  return [...harmlessEntries.map(item), { type: 'divider', key: 'line' }, ...dangerEntries.map(item)]
}

/** The "⋯" of a title row: rare actions on the whole list. */
export function MoreMenu({ entries }: { entries: MoreEntry[] }) {
  const label = moreText.use()('more')
  const type = useSmallScreen() ? 'text' : 'default'
  return (
    <DropMenu menu={{ items: itemsOf(entries) }}>
      <Button type={type} icon={<Ellipsis />} aria-label={label} title={label} />
    </DropMenu>
  )
}
