import { Tooltip } from 'antd'
import {
  AudioLines,
  ChartColumn,
  CreditCard,
  Image,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  ReceiptText,
  Settings2,
  SquareTerminal,
  Ticket,
  Users,
  Wallet,
  Waypoints,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useStatus } from '../../../lib/api/status.ts'
import { session } from '../../../lib/session/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { pages } from '../../routes.tsx'
import { sideText } from './side.text.ts'
import { type ItemKey, isCurrent, type VisibleItem, visibleItems } from './side-items.ts'
import styles from './side-menu.module.css'

const icons = {
  playground: SquareTerminal,
  chat: MessageCircle,
  tokens: KeyRound,
  dashboard: ChartColumn,
  usageLog: ReceiptText,
  drawing: Image,
  tasks: AudioLines,
  channels: Waypoints,
  users: Users,
  redemption: Ticket,
  orders: CreditCard,
  wallet: Wallet,
  settings: Settings2,
} satisfies Record<ItemKey, LucideIcon>

/** The console's items in their groups; collapsed they are icons with tooltips. */
export function SideMenu({ collapsed = false, onSelect }: { collapsed?: boolean; onSelect?: () => void }) {
  const t = useText(sideText)
  const groups = visibleItems(session.use(), useStatus(), pages)
  return (
    <nav className={collapsed ? `${styles.menu} ${styles.collapsed}` : styles.menu} aria-label={t('consoleMenu')}>
      {groups.map(({ group, items }) => (
        <section key={group} className={styles.group} aria-label={t(group)}>
          <div className={styles.label} aria-hidden="true">
            {!collapsed && t(group)}
          </div>
          <ul>
            {items.map((item) => (
              <li key={item.key}>
                <SideMenuItem item={item} collapsed={collapsed} onSelect={onSelect} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type SideMenuItemProps = { item: VisibleItem; collapsed: boolean; onSelect: (() => void) | undefined }

function SideMenuItem({ item: { key, path }, collapsed, onSelect }: SideMenuItemProps) {
  const name = useText(sideText)(key)
  const current = isCurrent(path, useLocation().pathname)
  const Icon = icons[key]
  return (
    <Tooltip title={collapsed ? name : undefined} placement="right">
      <Link
        to={path}
        className={current ? `${styles.entry} ${styles.current}` : styles.entry}
        aria-current={current ? 'page' : undefined}
        aria-label={collapsed ? name : undefined}
        onClick={onSelect}
      >
        <Icon aria-hidden />
        {!collapsed && <span>{name}</span>}
      </Link>
    </Tooltip>
  )
}
