import type { Status } from '@turnpike/contract/status'
import type { SignedIn } from '@turnpike/contract/user'
import { type Access, admit } from '../../access.ts'

type Flag = 'enable_data_export' | 'enable_drawing' | 'enable_task'
type Item = { group: Group; path: string; access: Access; flag?: Flag }

const groups = ['build', 'observe', 'operate', 'account'] as const
export type Group = (typeof groups)[number]

/** Every entry of the side bar, in its order; `flag` is the switch of the installation that must be on. */
export const sideItems = {
  playground: { group: 'build', path: '/playground', access: 'signed-in' },
  chat: { group: 'build', path: '/chat', access: 'signed-in' },
  tokens: { group: 'build', path: '/token', access: 'signed-in' },
  dashboard: { group: 'observe', path: '/detail', access: 'signed-in', flag: 'enable_data_export' },
  usageLog: { group: 'observe', path: '/log', access: 'signed-in' },
  drawing: { group: 'observe', path: '/midjourney', access: 'signed-in', flag: 'enable_drawing' },
  tasks: { group: 'observe', path: '/task', access: 'signed-in', flag: 'enable_task' },
  channels: { group: 'operate', path: '/channel', access: 'admin' },
  users: { group: 'operate', path: '/user', access: 'admin' },
  redemption: { group: 'operate', path: '/redemption', access: 'admin' },
  wallet: { group: 'account', path: '/topup', access: 'signed-in' },
  settings: { group: 'account', path: '/setting', access: 'signed-in' },
} as const satisfies Record<string, Item>

export type ItemKey = keyof typeof sideItems
export type VisibleItem = { key: ItemKey; path: string }

type Flags = Pick<Status, Flag>

const order = Object.entries(sideItems) as [ItemKey, Item][]

/** The groups a person sees: what their role and the installation's switches allow, and what has a page. */
export function visibleItems(
  user: Pick<SignedIn, 'role'> | undefined,
  flags: Flags | undefined,
  pages: ReadonlySet<string>,
): { group: Group; items: VisibleItem[] }[] {
  const seen = order.filter(
    ([, item]) =>
      pages.has(item.path) && admit(item.access, user) === 'welcome' && (!item.flag || flags?.[item.flag] === true),
  )
  return groups
    .map((group) => ({
      group,
      items: seen.filter(([, item]) => item.group === group).map(([key, { path }]) => ({ key, path })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** A page below an entry belongs to it: `/channel/edit/7` is still Channels. */
export const isCurrent = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Where "Console" leads: the first entry that a person with this role has. */
export const consoleEntry = (...seen: Parameters<typeof visibleItems>) => visibleItems(...seen)[0]?.items[0]?.path
