import {
  AudioLines,
  ChartColumn,
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
import type { ItemKey } from './side-items.ts'

export const sideIcons = {
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
  wallet: Wallet,
  settings: Settings2,
} satisfies Record<ItemKey, LucideIcon>
