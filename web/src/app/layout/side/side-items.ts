import { role, type SignedIn } from '@turnpike/contract/identity/user'
import type { Status } from '@turnpike/contract/system/status'
import { type Access, checkAccess } from '../../access.ts'

type Flag = 'enable_data_export' | 'enable_drawing' | 'enable_task' | 'enable_mcp'
type Item = {
  group: Group
  path: string
  access: Access
  /** The switch of the installation that must be on. */
  flag?: Flag
  /** Root sees the item while the switch is off too: its page tells how to turn it on. */
  rootAlways?: true
  /** Further pages of the same place. */
  also?: readonly string[]
}

const groups = ['first', 'build', 'observe', 'operate', 'account'] as const
export type Group = (typeof groups)[number]

/** Every item of the side bar, in its order. */
export const sideItems = {
  overview: { group: 'first', path: '/overview', access: 'admin' },
  playground: { group: 'build', path: '/playground', access: 'signed-in' },
  chat: { group: 'build', path: '/chat', access: 'signed-in' },
  tokens: { group: 'build', path: '/token', access: 'signed-in' },
  connect: { group: 'build', path: '/connect', access: 'signed-in' },
  agents: { group: 'build', path: '/agents', access: 'signed-in', flag: 'enable_mcp', rootAlways: true },
  dashboard: { group: 'observe', path: '/detail', access: 'signed-in', flag: 'enable_data_export' },
  usageLog: { group: 'observe', path: '/log', access: 'signed-in' },
  drawing: { group: 'observe', path: '/midjourney', access: 'signed-in', flag: 'enable_drawing' },
  tasks: { group: 'observe', path: '/task', access: 'signed-in', flag: 'enable_task' },
  route: { group: 'observe', path: '/route', access: 'signed-in' },
  live: { group: 'operate', path: '/live', access: 'admin' },
  channels: { group: 'operate', path: '/channel', access: 'admin' },
  virtualModels: { group: 'operate', path: '/virtual-models', access: 'admin' },
  prices: { group: 'operate', path: '/prices', access: 'root', also: ['/price-book'] },
  proposals: { group: 'operate', path: '/proposals', access: 'admin' },
  profit: { group: 'operate', path: '/profit', access: 'admin' },
  users: { group: 'operate', path: '/user', access: 'admin' },
  redemption: { group: 'operate', path: '/redemption', access: 'admin' },
  orders: { group: 'operate', path: '/orders', access: 'admin' },
  wallet: { group: 'account', path: '/topup', access: 'signed-in' },
  settings: { group: 'account', path: '/setting', access: 'signed-in' },
} as const satisfies Record<string, Item>

export type ItemKey = keyof typeof sideItems
export type VisibleItem = { key: ItemKey; path: string }

type Flags = Pick<Status, Flag>

const order = Object.entries(sideItems) as [ItemKey, Item][]

/** The items, by group, that the user's role and the installation's switches allow and that have a page. */
export function visibleItems(
  user: Pick<SignedIn, 'role'> | undefined,
  flags: Flags | undefined,
  pages: ReadonlySet<string>,
): { group: Group; items: VisibleItem[] }[] {
  const visible = order.filter(
    ([, item]) =>
      pages.has(item.path) &&
      checkAccess(item.access, user) === 'allowed' &&
      (!item.flag || flags?.[item.flag] === true || (item.rootAlways === true && user?.role === role.root)),
  )
  return groups
    .map((group) => ({
      group,
      items: visible.filter(([, item]) => item.group === group).map(([key, { path }]) => ({ key, path })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** A page below an item belongs to it: `/channel/edit/7` is still Channels. */
export function isCurrent(key: ItemKey, pathname: string): boolean {
  const { path, also = [] }: Item = sideItems[key]
  return [path, ...also].some((each) => pathname === each || pathname.startsWith(`${each}/`))
}

/** The path of the first visible item, to which "Console" in the top bar leads; a chat is a page of another site. */
export const firstVisiblePath = (...given: Parameters<typeof visibleItems>) =>
  visibleItems(...given)
    .flatMap(({ items }) => items)
    .find(({ key }) => key !== 'chat')?.path

/** The user's choice wins; without one the side bar is collapsed in narrow windows or by the administrator's default. */
export const isCollapsed = (choice: boolean | null, narrow: boolean, collapsedByDefault: boolean) =>
  choice ?? (narrow || collapsedByDefault)
