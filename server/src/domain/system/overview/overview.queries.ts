import { role, userStatus } from '@turnpike/contract/identity/user'
import type { ModelPriceChange } from '@turnpike/contract/money/price-book'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { lowAccountRule, overviewRowsMax } from '@turnpike/contract/system/overview'
import { type SqlBool, sql } from 'kysely'
import type { Store } from '../../../store/store.ts'
import { shownName } from '../../identity/users/people.queries.ts'
import { isFailedRow } from '../../routing/channels/attempts/attempts.queries.ts'

/** How many rows there are in total, in each of the rows that are read. */
const total = sql<number>`count(*) over ()`.as('total')

type Days = { since: number; until: number; yesterday: number; yesterdayUntil: number }
export type TopUpSums = { today: number; today_until: number; yesterday_until: number }

/** Orders and codes that were credited to balances, today and yesterday. */
export async function readTopUpSums(
  store: Store,
  { since, until, yesterday, yesterdayUntil }: Days,
): Promise<TopUpSums> {
  const within = (from: number, to?: number) =>
    sql`coalesce(sum(CASE WHEN at >= ${from} ${to === undefined ? sql`` : sql`AND at < ${to}`} THEN quota ELSE 0 END), 0)`
  const { rows } = await sql<TopUpSums>`SELECT ${within(since)} AS today, ${within(since, until)} AS today_until,
      ${within(yesterday, yesterdayUntil)} AS yesterday_until
    FROM (SELECT complete_time AS at, quota FROM top_ups
        WHERE status = 'success' AND plan_id = 0 AND complete_time >= ${yesterday}
      UNION ALL SELECT redeemed_time AS at, quota FROM redemptions WHERE status = 3 AND redeemed_time >= ${yesterday}
    ) AS credits`.execute(store)
  return rows[0] ?? { today: 0, today_until: 0, yesterday_until: 0 }
}

/** The channels that fail by their requests, in whole or in some models, and those that fail for another reason. */
export const readTroubled = (store: Store, failing: readonly number[]) =>
  store
    .selectFrom('channels')
    .select(['id', 'name', 'status', 'models', 'failed_time', 'failure_reason', 'other_info'])
    .where('status', '!=', channelStatus.disabled)
    .where((eb) => isFailedRow(eb, failing))
    .orderBy('status')
    .orderBy('failed_time', 'desc')
    .orderBy('id')
    .limit(troubledMax)
    .execute()
export type TroubledRow = Awaited<ReturnType<typeof readTroubled>>[number]
const troubledMax = 1000

/** Users of lower roles whose balance became low since then, the last one first. */
export const readLowUsers = (store: Store, since: number, ofRole: number) =>
  store
    .selectFrom('quota_warnings')
    .innerJoin('users', 'users.id', 'quota_warnings.user_id')
    .select(['users.id', 'users.username', 'users.quota', 'quota_warnings.warned_at', total])
    .where('quota_warnings.level', '>', 0)
    .where('quota_warnings.warned_at', '>=', since)
    .where('users.kind', '=', 'person')
    .where('users.status', '=', userStatus.enabled)
    .where('users.deleted_at', 'is', null)
    .$if(ofRole < role.root, (query) => query.where('users.role', '<', ofRole))
    .orderBy('quota_warnings.warned_at', 'desc')
    .orderBy('users.id')
    .limit(overviewRowsMax)
    .execute()

/** Enabled channels whose known balance is low, the lowest first; `cost` is that since a time, in dollars. */
export async function readLowAccounts(store: Store, since: number, quotaPerUnit: number) {
  const cost = sql`coalesce(day.cost, 0) / CAST(${quotaPerUnit} AS DOUBLE PRECISION)`
  const { rows } = await sql<{
    channel_id: number
    channel_name: string
    balance: number
    cost: number
    checked_at: number
    total: number
  }>`SELECT channels.id AS channel_id, name AS channel_name, balance, ${cost} AS cost,
      balance_updated_time AS checked_at, count(*) over () AS total
    FROM channels LEFT JOIN (SELECT channel_id, sum(cost) AS cost FROM cost_hours WHERE hour >= ${since} GROUP BY channel_id) AS day
      ON day.channel_id = channels.id
    WHERE status = ${channelStatus.enabled} AND balance_updated_time > 0
      AND (balance < ${lowAccountRule.dollars} OR balance < ${lowAccountRule.days} * ${cost})
    ORDER BY balance, channels.id LIMIT ${overviewRowsMax}`.execute(store)
  return rows
}

/** Enabled channels that have limits of their own. */
export const readLimitedChannels = (store: Store) =>
  store
    .selectFrom('channels')
    .select(['id', 'name', 'setting', 'multi_key_mode'])
    .where('status', '=', channelStatus.enabled)
    .where(sql<SqlBool>`setting LIKE '%limits"%'`)
    .orderBy('id')
    .limit(limitedMax)
    .execute()
const limitedMax = 1000

/** Orders that were made in this time and are not paid, the newest first. */
export const readOpenOrders = (store: Store, { after, before }: { after: number; before: number }) =>
  store
    .selectFrom('top_ups')
    .leftJoin('users', 'users.id', 'top_ups.user_id')
    .select(['trade_no', 'money', 'currency', 'create_time', total])
    .select(({ fn, val }) => fn.coalesce(shownName, val('')).as('username'))
    .where('top_ups.status', '=', sql.lit('pending'))
    .where('create_time', '>', after)
    .where('create_time', '<', before)
    .orderBy('create_time', 'desc')
    .limit(overviewRowsMax)
    .execute()

/** Signed notifications that were refused since then and whose order was not credited after all. */
export const readRefusedNotices = (store: Store, since: number) =>
  store
    .selectFrom('payment_notices')
    .leftJoin('top_ups', 'top_ups.trade_no', 'payment_notices.trade_no')
    .select(['payment_notices.id', 'payment_notices.trade_no', 'payment_notices.provider'])
    .select(['payment_notices.reason', 'payment_notices.received_at', total])
    .where('effect', '=', sql.lit('refused')) // a literal, so that the index of these rows is used
    .where('is_signed', '=', 1)
    .where('received_at', '>=', since)
    .where((eb) => eb.or([eb('top_ups.id', 'is', null), eb('top_ups.status', '!=', 'success')]))
    .orderBy('payment_notices.id', 'desc')
    .limit(overviewRowsMax)
    .execute()

/** Price changes with a later start, the next one first. */
export async function readScheduledPrices(store: Store, now: number) {
  const rows = await store
    .selectFrom('price_changes')
    .select(['id', 'effective_at', 'actor_name', 'changes', total])
    .where('effective_at', '>', now)
    .orderBy('effective_at')
    .orderBy('id')
    .limit(overviewRowsMax)
    .execute()
  return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) as ModelPriceChange[] })) // checked before it was written
}

/** Acts of users, who are no administrators. */
const actsOfUsers = ['agent.apply', 'agent.ask_withdrawal', 'agent.cancel_withdrawal']

/** As many of the newest acts are searched. */
const searchedMax = 500

/** The newest acts of others on these resources, such as `channel`. */
export async function readOthersActs(store: Store, callerId: number, resources: readonly string[]) {
  const newest = store
    .selectFrom('audit')
    .select(['id', 'at', 'actor_id', 'actor_name', 'action', 'target'])
    .orderBy('id', 'desc')
    .limit(searchedMax)
  return store
    .selectFrom(newest.as('newest'))
    .select(['id', 'at', 'actor_name', 'action', 'target'])
    .where('actor_id', '!=', callerId)
    .where('action', 'not in', actsOfUsers)
    .where((eb) => eb.or(resources.map((resource) => eb('action', 'like', `${resource}.%`))))
    .orderBy('id', 'desc')
    .limit(actsMax)
    .execute()
}
const actsMax = 8
