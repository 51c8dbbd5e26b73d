import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'

type CollapsedChatsProps = { links: readonly { name: string; to: string }[]; selected: string; button: ReactElement }

/** The configured chats as a menu beside the icon. */
export function CollapsedChats({ links, selected, button }: CollapsedChatsProps) {
  const items = links.map(({ name, to }) => ({ key: to, label: <Link to={to}>{name}</Link> }))
  return (
    <DropMenu placement="bottomLeft" menu={{ items, selectedKeys: [selected] }}>
      {button}
    </DropMenu>
  )
}
