import { role } from '@turnpike/contract/identity/user'
import { orderExpiresAfterSeconds } from '@turnpike/contract/money/payment'
import {
  type LowBudget,
  lowBudgetShare,
  lowUserDays,
  type Overview,
  orderWaitsAfterSeconds,
  overviewRowsMax,
} from '@turnpike/contract/system/overview'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import { countWaitingOfAgents } from '../../money/agents/admin/agent-admin.queries.ts'
import { countOpen } from '../../money/pricing/sources/proposals.queries.ts'
import { channelUse } from '../../routing/limits/channel-limits.rules.ts'
import { isPeriod } from '../../routing/limits/window.ts'
import { countByKind } from '../../routing/model-lists/model-lists.queries.ts'
import { readFailing } from './failing-rows.rules.ts'
import { readMoney } from './money-today.rules.ts'
import {
  readLimitedChannels,
  readLowAccounts,
  readLowUsers,
  readOpenOrders,
  readOthersActs,
  readRefusedNotices,
  readScheduledPrices,
} from './overview.queries.ts'

type OverviewDeps = Pick<Deps, 'store' | 'clock' | 'options'>

const daySeconds = 86_400
const refusedSeconds = 7 * daySeconds

/** Resources whose changes every administrator may see in the console. */
const adminResources = ['channel', 'virtual_model', 'model_list', 'user', 'code', 'call', 'agent', 'dividend'] as const
const rootResources = [
  ...adminResources,
  ...[
    'option',
    'price',
    'price_source',
    'price_proposal',
    'applied_prices',
    'order',
    'proxy',
    'oidc',
    'faq',
    'group',
    'log',
    'config',
    'import',
  ],
] as const

/** Everything that an administrator should know today, each block with its newest or most urgent rows. */
export async function readOverview(deps: OverviewDeps, caller: Caller, zone: string): Promise<Overview> {
  const { store, clock, options } = deps
  const now = clock()
  const isRoot = caller.role >= role.root
  const [money, failing, users, accounts, low_budgets, orders, notices, proposals, agents, changes] = await Promise.all(
    [
      readMoney(store, zone, now),
      readFailing(store, now),
      readLowUsers(store, now - lowUserDays * daySeconds, caller.role),
      readLowAccounts(store, now - daySeconds, options.current().QuotaPerUnit),
      lowBudgets(deps),
      readOpenOrders(store, { after: now - orderExpiresAfterSeconds, before: now - orderWaitsAfterSeconds }),
      readRefusedNotices(store, now - refusedSeconds),
      countByKind(store),
      countWaitingOfAgents(store),
      readOthersActs(store, caller.id, isRoot ? rootResources : adminResources),
    ],
  )
  const openOf = (wanted: string) =>
    Number(proposals.find(({ state, kind }) => state === 'open' && kind === wanted)?.count ?? 0)
  return {
    money,
    failing,
    low_users: blockOf(users),
    low_accounts: blockOf(accounts),
    low_budgets,
    open_orders: blockOf(orders),
    refused_notices: blockOf(notices),
    model_proposals: { appeared: openOf('appeared'), vanished: openOf('vanished') },
    agents,
    changes,
    ...(isRoot && (await pricesToCome(store, now))),
  }
}

/** The rows of a block, each of which knows their total number. */
function blockOf<Row extends { total: number }>(rows: readonly Row[]) {
  const count = Number(rows[0]?.total ?? 0)
  return { count, rows: rows.map(({ total: _, ...row }) => row) }
}

async function lowBudgets(deps: OverviewDeps): Promise<{ count: number; rows: LowBudget[] }> {
  const channels = await readLimitedChannels(deps.store)
  const uses = await channelUse(deps, channels)
  const low = channels
    .flatMap(({ id, name }) =>
      (uses.get(id)?.budgets ?? []).flatMap(({ measure, used, max, resets_at }): LowBudget[] =>
        isPeriod(measure) && used >= max * lowBudgetShare
          ? [{ channel_id: id, channel_name: name, period: measure, used, max, ...(resets_at && { resets_at }) }]
          : [],
      ),
    )
    .sort((one, other) => other.used / other.max - one.used / one.max)
  return { count: low.length, rows: low.slice(0, overviewRowsMax) }
}

const namesMax = 3

async function pricesToCome(store: Deps['store'], now: number) {
  const [scheduled, open] = await Promise.all([readScheduledPrices(store, now), countOpen(store)])
  const { count, rows } = blockOf(scheduled)
  return {
    scheduled_prices: {
      count,
      rows: rows.map(({ changes, ...row }) => ({
        ...row,
        models: changes.length,
        names: changes.slice(0, namesMax).map(({ model }) => model),
      })),
    },
    price_proposals: [...open.values()].reduce((sum, count) => sum + count, 0),
  }
}
