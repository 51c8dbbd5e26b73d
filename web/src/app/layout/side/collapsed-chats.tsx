import { Link } from 'react-router'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import type { PopupButton } from '../../../components/menu/pressed-part.tsx'

type CollapsedChatsProps = { links: readonly { name: string; to: string }[]; selected: string; button: PopupButton }

/** The configured chats as a menu beside the icon. */
export function CollapsedChats({ links, selected, button }: CollapsedChatsProps) {
  const items = links.map(({ name, to }) => ({ key: to, label: <Link to={to}>{name}</Link> }))
  return (
    <DropMenu placement="bottomLeft" menu={{ items, selectedKeys: [selected] }}>
      {button}
    </DropMenu>
  )
}
