import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { dictionary, useText } from '../../lib/text/text.ts'

const moreText = dictionary({ en: { more: 'More actions' }, zh: { more: '更多操作' } })

export type MoreEntry = {
  key: string
  label: string
  icon?: ReactNode
  /** Destroys something: red, and after a line. */
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
  const harmless = entries.filter(({ danger }) => !danger)
  const harmful = entries.filter(({ danger }) => danger)
  if (harmless.length === 0 || harmful.length === 0) return entries.map(item)
  return [...harmless.map(item), { type: 'divider', key: 'line' }, ...harmful.map(item)]
}

/** The "⋯" of a title row: what is done to the whole list, rarely. */
export function MoreMenu({ entries }: { entries: MoreEntry[] }) {
  const label = useText(moreText)('more')
  const type = useSmallScreen() ? 'text' : 'default'
  return (
    <Dropdown trigger={['click']} placement="bottomRight" autoFocus menu={{ items: itemsOf(entries) }}>
      <Button type={type} icon={<Ellipsis />} aria-label={label} title={label} />
    </Dropdown>
  )
}
