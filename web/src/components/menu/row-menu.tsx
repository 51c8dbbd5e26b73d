import { Button } from 'antd'
import { Ellipsis } from 'lucide-react'
import { dictionary } from '../../lib/text/text.ts'
import type { RowMenuProps } from './opened-row-menu.tsx'
import { fetchedPopup, PressedPart } from './pressed-part.tsx'

const rowMenu = fetchedPopup(async () => (await import('./opened-row-menu.tsx')).OpenedRowMenu)

const rowMenuText = dictionary({
  more: ['More for {name}', '{name} 的更多操作'],
})

/** The three dots at the end of a row. */
export function RowMenu({ name, ...opened }: RowMenuProps) {
  const label = rowMenuText.use()('more', { name })
  const look = { type: 'text', size: 'small', icon: <Ellipsis /> } as const
  const dots = <Button {...look} aria-haspopup="menu" aria-label={label} title={label} />
  return <PressedPart popup={rowMenu} button={dots} opened={opened} />
}
