import {
  Activity,
  AudioLines,
  Bot,
  Building2,
  CalendarSync,
  ChartColumn,
  ChartNoAxesCombined,
  CreditCard,
  FileText,
  HandCoins,
  Handshake,
  Image,
  Inbox,
  KeyRound,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  ReceiptText,
  Settings2,
  SlidersHorizontal,
  Split,
  SquareTerminal,
  Tags,
  Ticket,
  Users,
  UsersRound,
  Wallet,
  Waypoints,
} from 'lucide-react'
import { useSeat } from '../../../lib/api/organisations.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { session } from '../../../lib/session/session.ts'
import { pages } from '../../routes.tsx'
import { ChatItem } from './chat-item.tsx'
import styles from './side.module.css'
import { sideText } from './side.text.ts'
import { type ItemKey, visibleItems } from './side-items.ts'
import { SideMenuItem } from './side-menu-item.tsx'

export const sideIcons = {
  overview: LayoutDashboard,
  playground: SquareTerminal,
  tokens: KeyRound,
  connect: Plug,
  agents: Bot,
  dashboard: ChartColumn,
  usageLog: ReceiptText,
  drawing: Image,
  tasks: AudioLines,
  route: Split,
  live: Activity,
  channels: Waypoints,
  virtualModels: Layers,
  prices: Tags,
  proposals: Inbox,
  profit: ChartNoAxesCombined,
  users: Users,
  organisations: Building2,
  plans: CalendarSync,
  redemption: Ticket,
  orders: CreditCard,
  salesAgents: Handshake,
  wallet: Wallet,
  agent: HandCoins,
  members: UsersRound,
  statement: FileText,
  orgSettings: SlidersHorizontal,
  settings: Settings2,
} satisfies Record<Exclude<ItemKey, 'chat'>, LucideIcon>

/** The console's items in their groups; collapsed they are icons with tooltips. */
export function SideMenu({ collapsed = false, onSelect }: { collapsed?: boolean; onSelect?: () => void }) {
  const t = sideText.use()
  const groups = visibleItems(session.use(), useStatus(), pages, useSeat())
  return (
    <nav className={collapsed ? styles.collapsed : undefined} aria-label={t('consoleMenu')}>
      {groups.map(({ group, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and these are links
        <div key={group} role="group" className={styles.group} aria-label={t(group)}>
          {group !== 'first' && (
            <div className={styles.label} aria-hidden="true">
              {!collapsed && t(group)}
            </div>
          )}
          <ul>
            {items.map((item) => (
              <li key={item.key}>
                {item.key === 'chat' ? (
                  <ChatItem collapsed={collapsed} onSelect={onSelect} />
                ) : (
                  <SideMenuItem item={item} icon={sideIcons[item.key]} collapsed={collapsed} onSelect={onSelect} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
