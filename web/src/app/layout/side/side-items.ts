import { type OrgAct, type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'
import { role, type SignedIn } from '@turnpike/contract/identity/user'
import type { Status } from '@turnpike/contract/system/status'
import { type Access, checkAccess } from '../../access.ts'

type Flag = 'enable_data_export' | 'enable_drawing' | 'enable_task' | 'enable_mcp' | 'enable_agents'
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
  /** The pages below its path are of another place. */
  isAlone?: true
  /**
   * Who sees the item while the tab acts for an organisation: members who may do this, or `any`. Without it, an item
   * is personal. Pages of administrators take no organisation and are always there.
   */
  org?: OrgAct | 'any'
  /** The item is of an organisation alone. */
  orgOnly?: true
}

const groups = ['first', 'build', 'observe', 'organisation', 'operate', 'account'] as const
export type Group = (typeof groups)[number]

/** Every item of the side bar, in its order. */
export const sideItems = {
  overview: { group: 'first', path: '/overview', access: 'admin' },
  playground: { group: 'build', path: '/playground', access: 'signed-in', org: 'call' },
  chat: { group: 'build', path: '/chat', access: 'signed-in', org: 'call' },
  tokens: { group: 'build', path: '/token', access: 'signed-in', org: 'call' },
  connect: { group: 'build', path: '/connect', access: 'signed-in', org: 'call' },
  agents: { group: 'build', path: '/agents', access: 'signed-in', flag: 'enable_mcp', rootAlways: true },
  dashboard: { group: 'observe', path: '/detail', access: 'signed-in', flag: 'enable_data_export', org: 'any' },
  usageLog: { group: 'observe', path: '/log', access: 'signed-in', org: 'any' },
  drawing: { group: 'observe', path: '/midjourney', access: 'signed-in', flag: 'enable_drawing', org: 'any' },
  tasks: { group: 'observe', path: '/task', access: 'signed-in', flag: 'enable_task', org: 'any' },
  route: { group: 'observe', path: '/route', access: 'signed-in' },
  live: { group: 'operate', path: '/live', access: 'admin' },
  channels: { group: 'operate', path: '/channel', access: 'admin' },
  virtualModels: { group: 'operate', path: '/virtual-models', access: 'admin' },
  prices: { group: 'operate', path: '/prices', access: 'root', also: ['/price-book'] },
  proposals: { group: 'operate', path: '/proposals', access: 'admin' },
  profit: { group: 'operate', path: '/profit', access: 'admin' },
  users: { group: 'operate', path: '/user', access: 'admin' },
  organisations: { group: 'operate', path: '/organizations', access: 'admin' },
  plans: { group: 'operate', path: '/plans', access: 'admin', also: ['/subscriptions'] },
  redemption: { group: 'operate', path: '/redemption', access: 'admin' },
  orders: { group: 'operate', path: '/orders', access: 'admin' },
  salesAgents: { group: 'operate', path: '/agent/manage', access: 'admin', flag: 'enable_agents', rootAlways: true },
  wallet: { group: 'account', path: '/topup', access: 'signed-in', org: 'watch' },
  agent: { group: 'account', path: '/agent', access: 'signed-in', flag: 'enable_agents', isAlone: true },
  members: { group: 'organisation', path: '/org/members', access: 'signed-in', org: 'any', orgOnly: true },
  statement: { group: 'organisation', path: '/org/statement', access: 'signed-in', org: 'watch', orgOnly: true },
  orgSettings: { group: 'organisation', path: '/org/settings', access: 'signed-in', org: 'any', orgOnly: true },
  settings: { group: 'account', path: '/setting', access: 'signed-in' },
} as const satisfies Record<string, Item>

export type ItemKey = keyof typeof sideItems
export type VisibleItem = { key: ItemKey; path: string }

type Flags = Pick<Status, Flag>

/** The user's role in the organisation that the tab acts for; without one until it is known. */
export type Place = { role: OrgRole | undefined }

function isOfContext({ access, org, orgOnly }: Item, place: Place | undefined): boolean {
  if (!place) return orgOnly !== true
  if (access === 'admin' || access === 'root') return true
  if (org === undefined || place.role === undefined) return false
  return org === 'any' || orgMay(place.role, org)
}

/** The wallet in the context of an organisation is the organisation's. */
const groupOf = ({ group }: Item, place: Place | undefined): Group =>
  place && group === 'account' ? 'organisation' : group

const order = Object.entries(sideItems) as [ItemKey, Item][]

/**
 * The items, by group, that the user's role, the installation's switches and the organisation of the tab allow and that
 * have a page.
 */
export function visibleItems(
  user: Pick<SignedIn, 'role'> | undefined,
  flags: Flags | undefined,
  pages: ReadonlySet<string>,
  place?: Place,
): { group: Group; items: VisibleItem[] }[] {
  const visible = order.filter(
    ([, item]) =>
      pages.has(item.path) &&
      isOfContext(item, place) &&
      checkAccess(item.access, user) === 'allowed' &&
      (!item.flag || flags?.[item.flag] === true || (item.rootAlways === true && user?.role === role.root)),
  )
  return groups
    .map((group) => ({
      group,
      items: visible.filter(([, item]) => groupOf(item, place) === group).map(([key, { path }]) => ({ key, path })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** A page below an item belongs to it, unless the item is alone: `/channel/edit/7` is still Channels. */
export function isCurrent(key: ItemKey, pathname: string): boolean {
  const { path, also = [], isAlone }: Item = sideItems[key]
  return [path, ...also].some((each) => pathname === each || (!isAlone && pathname.startsWith(`${each}/`)))
}

/** The path of the first visible item, to which "Console" in the top bar leads; a chat is a page of another site. */
export const firstVisiblePath = (...given: Parameters<typeof visibleItems>) =>
  visibleItems(...given)
    .flatMap(({ items }) => items)
    .find(({ key }) => key !== 'chat')?.path

/** The user's choice wins; without one the side bar is collapsed in narrow windows or by the administrator's default. */
export const isCollapsed = (choice: boolean | null, narrow: boolean, collapsedByDefault: boolean) =>
  choice ?? (narrow || collapsedByDefault)
