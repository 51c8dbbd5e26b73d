import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { defaultOptions } from '@turnpike/contract/options'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import { overviewApi, overviewRowsMax } from '@turnpike/contract/system/overview'
import { onBothDatabases, onDatabasesOfRun } from '../../../../test/harness/databases.ts'
import { useServers } from '../../../../test/harness/harness.ts'
import { planningStore } from '../../../../test/harness/query-plans.ts'
import type { LedgerKind } from '../../../store/schema/money.ts'
import type { Store } from '../../../store/store.ts'
import { addToCostHour } from '../../money/pricing/cost/cost-hours.queries.ts'
import type { KeptAttempt } from '../../routing/channels/attempts/attempt-ring.ts'
import { writeAttempts } from '../../routing/channels/attempts/attempt-text.ts'
import { addToHours } from '../../usage/logs/usage-hours.queries.ts'
import { firstFailure, seenOf } from './failing-rows.rules.ts'
import { readOthersActs } from './overview.queries.ts'
import { readOverview } from './overview.rules.ts'

/** 14:20 in UTC. */
const now = Date.UTC(2026, 10, 19, 14, 20) / 1000
const hour = 3600
const day = 24 * hour
const perUnit = 500_000

const callerOf = (level: number) => ({ id: 1, username: 'ada', role: level, status: 1, group: 'default', limits: '' })
const options = { current: () => ({ ...defaultOptions(), QuotaPerUnit: perUnit }) }
const overviewOf = (store: Store, { level = role.root as number, zone = 'UTC', at = now } = {}) =>
  readOverview({ store, options, clock: () => at }, callerOf(level), zone)

const usage = (at: number, sums: { calls?: number; failures?: number; quota?: number }) => ({
  hour: at - (at % hour),
  user_id: 2,
  token_id: 1,
  channel_id: 1,
  model_name: 'gpt-4o',
  group: 'default',
  username: 'bo',
  token_name: 'key',
  calls: 0,
  failures: 0,
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_seconds: 0,
  first_calls: 0,
  first_ms: 0,
  ...sums,
})
const cost = (at: number, channel_id: number, quota: number, amount: number) => ({
  hour: at - (at % hour),
  user_id: 2,
  channel_id,
  model_name: 'gpt-4o',
  group: 'default',
  calls: 1,
  quota,
  cost: amount,
  losses: 0,
  lost: 0,
  refunded: 0,
})

const addEntry = (store: Store, kind: LedgerKind, amount: number, created_at: number) =>
  store
    .insertInto('ledger')
    .values({ user_id: 2, kind, reference: kind + created_at, amount, created_at })
    .execute()
async function addUser(store: Store, id: number, change: object = {}) {
  const username = `user-${id}`
  const row = { id, username, username_key: username, aff_code: username, created_at: 1, quota: 7, ...change }
  await store.insertInto('users').values(row).execute()
}
async function addChannel(store: Store, id: number, change: object = {}) {
  const row = { id, type: 1, key_cipher: '', key_hash: '', name: `channel-${id}`, created_time: 1, ...change }
  await store.insertInto('channels').values(row).execute()
}
const addOrder = (store: Store, trade_no: string, change: object = {}) =>
  store
    .insertInto('top_ups')
    .values({
      user_id: 2,
      trade_no,
      provider: 'epay',
      payment_method: 'zfb',
      amount: 1,
      money: '7.30',
      quota: perUnit,
      price_snapshot: '',
      create_time: now - hour,
      ...change,
    })
    .execute()
const addNotice = (store: Store, trade_no: string, change: object = {}) =>
  store
    .insertInto('payment_notices')
    .values({
      received_at: now - hour,
      provider: 'epay',
      address: '',
      trade_no,
      is_signed: 1,
      payload: '',
      parameters: '{}',
      checks: '{}',
      effect: 'refused',
      reason: 'wrong_amount',
      ...change,
    })
    .execute()
const addAct = (store: Store, actor_id: number, action: string) =>
  store
    .insertInto('audit')
    .values({ at: now, actor_id, actor_name: `user-${actor_id}`, action, target: '#1' })
    .execute()

onBothDatabases('an installation without anything has empty blocks, not missing ones', async ({ store }) => {
  const { money, ...blocks } = await overviewOf(store)
  const none = { requests: 0, failures: 0, quota: 0, known_quota: 0, cost: 0, shares: 0, top_ups: 0 }
  const midnight = now - (now % day)
  assert.deepEqual(money, {
    since: midnight,
    today: none,
    until: midnight + 14 * hour,
    today_until: none,
    yesterday_until: none,
  })
  const empty = { count: 0, rows: [] }
  assert.deepEqual(blocks, {
    failing: empty,
    low_users: empty,
    low_accounts: empty,
    low_budgets: empty,
    open_orders: empty,
    refused_notices: empty,
    model_proposals: { appeared: 0, vanished: 0 },
    agents: { applications: 0, withdrawals: 0, held: 0 },
    scheduled_prices: empty,
    price_proposals: 0,
    changes: [],
  })
})

onDatabasesOfRun('today is compared with the same whole hours of yesterday', async ({ store }) => {
  const yesterday = now - day
  await addToHours(store, [
    usage(now, { calls: 3, failures: 1, quota: 300 }), // the hour that is not over
    usage(now - hour, { calls: 10, failures: 2, quota: 1000 }),
    usage(yesterday - hour, { calls: 5, quota: 500 }),
    usage(yesterday, { calls: 100, quota: 10_000 }), // not over at this time of yesterday
    usage(yesterday - 15 * hour, { calls: 1000, quota: 100_000 }), // the day before
  ])
  await addToCostHour(store, cost(now - hour, 1, 800, 200))
  await addToCostHour(store, { ...cost(now, 1, 100, 40), refunded: 50 })
  await addUser(store, 2)
  await addEntry(store, 'dividend', 30, now - 2 * hour)
  await addEntry(store, 'dividend_reversal', 8, now)
  await addEntry(store, 'dividend', 5, yesterday - hour)
  await addEntry(store, 'withdrawal', 4000, now)
  const paid = (trade_no: string, complete_time: number, quota: number) =>
    addOrder(store, trade_no, { status: 'success', complete_time, quota })
  await paid('now', now - 60, 1)
  await paid('this morning', now - 2 * hour, 20)
  await paid('yesterday', yesterday - 2 * hour, 300)
  await paid('yesterday, later', yesterday + hour, 4000)
  const code = { user_id: 1, key_cipher: '', name: 'code', created_time: 1, status: 3, used_user_id: 2 }
  await store
    .insertInto('redemptions')
    .values({ ...code, key_hash: 'one', quota: 500, redeemed_time: now - 3 * hour })
    .execute()

  const { money } = await overviewOf(store)
  assert.deepEqual(money.today, {
    requests: 13,
    failures: 3,
    quota: 1250,
    known_quota: 900,
    cost: 240,
    shares: 22,
    top_ups: 521,
  })
  assert.deepEqual(money.today_until, {
    requests: 10,
    failures: 2,
    quota: 1000,
    known_quota: 800,
    cost: 200,
    shares: 30,
    top_ups: 520,
  })
  const { quota, shares, top_ups } = money.yesterday_until
  assert.deepEqual([quota, shares, top_ups], [500, 5, 300])

  const shanghai = (await overviewOf(store, { zone: 'Asia/Shanghai' })).money // 22:20 there
  assert.equal(shanghai.since, Date.UTC(2026, 10, 18, 16) / 1000)
  assert.equal(shanghai.until - shanghai.since, 22 * hour)
  const midnight = (await overviewOf(store, { at: now - (now % day) + 60 })).money
  assert.equal(midnight.until, midnight.since, 'no hour is over yet')
  await assert.rejects(overviewOf(store, { zone: 'Mars/Olympus' }), /time_zone|invalid_field/)
})

onDatabasesOfRun(
  'a failing channel is named with its models, and a failing model with its channel',
  async ({ store }) => {
    const attempt = (model: string, outcome: KeptAttempt['outcome'], secondsAgo: number): KeptAttempt => ({
      at: now - secondsAgo,
      ms: 5,
      outcome,
      status: outcome === 'ok' ? 0 : 404,
      model,
      isRetry: false,
    })
    const write = async (channel_id: number, attempts: KeptAttempt[]) => {
      const recent_failures = attempts.slice(-10).filter(({ outcome }) => outcome !== 'ok').length
      const row = { channel_id, process: 'one', newest: now, recent_failures, attempts: writeAttempts(attempts) }
      await store.insertInto('channel_attempts').values(row).execute()
    }
    const failures = (model: string) => [300, 200, 100].map((ago) => attempt(model, 'no_model', ago))
    const successes = (model: string) => [400, 350, 250, 150, 50].map((ago) => attempt(model, 'ok', ago))
    const byTime = (attempts: KeptAttempt[]) => attempts.sort((one, other) => one.at - other.at)
    await addChannel(store, 1, { models: 'qwen-max,qwen-plus' })
    await write(1, failures('qwen-max'))
    await addChannel(store, 2, { models: 'good,bad' })
    await write(2, byTime([...successes('good'), ...failures('bad')]))
    await addChannel(store, 3, {
      status: channelStatus.autoDisabled,
      other_info: JSON.stringify({ status_reason: 'invalid key', status_time: now - day }),
    })
    await addChannel(store, 4, { models: 'other' }) // its failing model was taken off
    await write(4, byTime([...successes('other'), ...failures('bad')]))
    await addChannel(store, 5, { status: channelStatus.disabled, models: 'x' })
    await write(5, failures('x'))
    await addChannel(store, 6, { models: 'fine' })
    await write(6, successes('fine'))

    const { failing } = await overviewOf(store)
    assert.equal(failing.count, 3)
    const rows = new Map(failing.rows.map((row) => [row.channel_id, row]))
    const last = { at: now - 100, outcome: 'no_model', status: 404 }
    assert.partialDeepStrictEqual(rows.get(1), {
      is_whole: true,
      since: now - 300,
      listed: 2,
      models: [{ model: 'qwen-max', failures: 3, requests: 3, last }],
    })
    assert.partialDeepStrictEqual(rows.get(2), {
      is_whole: false,
      models: [{ model: 'bad', failures: 3, requests: 3 }],
    })
    assert.partialDeepStrictEqual(rows.get(3), {
      is_whole: true,
      status: channelStatus.autoDisabled,
      since: now - day,
      reason: 'invalid key',
      models: [],
    })
    assert.equal(failing.rows.at(-1)?.channel_id, 3, 'channels that still get requests come first')
  },
)

test('a failure began after the last success', () => {
  const attempt = (at: number, outcome: KeptAttempt['outcome']): KeptAttempt => ({
    at,
    ms: 1,
    outcome,
    status: 0,
    model: 'm',
    isRetry: false,
  })
  const history = [attempt(1, 'timeout'), attempt(2, 'ok'), attempt(3, 'bad_request'), attempt(4, 'timeout')]
  assert.equal(firstFailure(history), 4)
  assert.equal(firstFailure([...history, attempt(5, 'ok')]), 1, 'still succeeds sometimes')
  assert.equal(firstFailure([attempt(1, 'ok')]), 0)
  const old = [attempt(now - 2 * hour, 'timeout'), attempt(now - 2, 'timeout'), attempt(now - 1, 'timeout')]
  assert.deepEqual(seenOf(old, now, 0).models, [], 'two failures in the last hour are too few')
})

onDatabasesOfRun('low balances are those of users, of upstream accounts and of their budgets', async ({ store }) => {
  const warned = async (id: number, level: number, warned_at: number, change: object = {}) => {
    await addUser(store, id, change)
    await store.insertInto('quota_warnings').values({ user_id: id, level, warned_at, is_due: 0 }).execute()
  }
  await warned(2, 1, now - hour)
  await warned(3, 2, now - 2 * hour, { quota: -4 })
  await warned(4, 0, now - hour) // topped up since
  await warned(5, 2, now - 8 * day)
  await warned(6, 2, now - hour, { status: 2 })
  await warned(7, 2, now - hour, { deleted_at: 5 })
  await warned(8, 1, now, { role: role.admin })
  const checked = { balance_updated_time: now - hour }
  await addChannel(store, 1, { ...checked, balance: 4.5 })
  await addChannel(store, 2, { ...checked, balance: 20 })
  await addChannel(store, 3, { ...checked, balance: 20 })
  await addChannel(store, 4, { balance: 0 }) // never queried
  await addChannel(store, 5, { ...checked, balance: 1, status: channelStatus.disabled })
  await addToCostHour(store, cost(now - hour, 3, 0, 7 * perUnit)) // less than three days are left
  await addToCostHour(store, cost(now - hour, 2, 0, 6 * perUnit))
  const limits = (amount: number) =>
    JSON.stringify({ limits: { budgets: [{ window: 'calendar', period: 'day', time_zone: 'UTC', amount }] } })
  await addChannel(store, 6, { setting: limits(1000) })
  await addChannel(store, 7, { setting: limits(1001) })
  const since = now - (now % day)
  for (const id of [6, 7])
    await store
      .insertInto('limit_counters')
      .values({ key: `day|UTC|channel|${id}`, since, amount: 800 })
      .execute()

  const { low_users, low_accounts, low_budgets } = await overviewOf(store)
  assert.deepEqual(
    low_users.rows.map(({ id, quota }) => [id, quota]),
    [
      [8, 7],
      [2, 7],
      [3, -4],
    ],
  )
  assert.deepEqual(low_accounts, {
    count: 2,
    rows: [
      { channel_id: 1, channel_name: 'channel-1', balance: 4.5, cost: 0, checked_at: now - hour },
      { channel_id: 3, channel_name: 'channel-3', balance: 20, cost: 7, checked_at: now - hour },
    ],
  })
  assert.deepEqual(low_budgets, {
    count: 1,
    rows: [{ channel_id: 6, channel_name: 'channel-6', period: 'day', used: 800, max: 1000, resets_at: since + day }],
  })
  const forAdmin = await overviewOf(store, { level: role.admin })
  assert.deepEqual(
    forAdmin.low_users.rows.map(({ id }) => id),
    [2, 3],
    'an administrator sees users of lower roles',
  )
})

onDatabasesOfRun('payments wait while an order is open, or its notification was refused', async ({ store }) => {
  await addUser(store, 2)
  await addOrder(store, 'just made', { create_time: now - 599 })
  await addOrder(store, 'waits', { create_time: now - 601 })
  await addOrder(store, 'given up', { create_time: now - day - 1 })
  await addOrder(store, 'paid', { status: 'success', complete_time: now })
  await addNotice(store, 'paid')
  await addNotice(store, 'unknown order')
  await addNotice(store, 'waits', { reason: 'wrong_merchant' })
  await addNotice(store, 'anybody', { is_signed: 0, reason: 'bad_signature' })
  await addNotice(store, 'long ago', { received_at: now - 8 * day })
  await addNotice(store, 'ignored', { effect: 'ignored' })

  const { open_orders, refused_notices } = await overviewOf(store)
  assert.deepEqual(
    [open_orders.count, open_orders.rows.map(({ trade_no, username }) => [trade_no, username])],
    [1, [['waits', 'user-2']]],
  )
  assert.deepEqual(
    [refused_notices.count, refused_notices.rows.map(({ trade_no, reason }) => [trade_no, reason])],
    [
      2,
      [
        ['waits', 'wrong_merchant'],
        ['unknown order', 'wrong_amount'],
      ],
    ],
  )
})

onDatabasesOfRun('blocks have a few rows and the number of all', async ({ store }) => {
  await addUser(store, 2)
  for (let each = 0; each < overviewRowsMax + 3; each++) {
    await addOrder(store, `order ${each}`)
    await addNotice(store, `order ${each}`)
    await addChannel(store, each + 1, { status: channelStatus.autoDisabled, balance_updated_time: 1 })
  }
  const { open_orders, refused_notices, failing } = await overviewOf(store)
  for (const block of [open_orders, refused_notices, failing])
    assert.deepEqual([block.rows.length, block.count], [overviewRowsMax, overviewRowsMax + 3])
})

onDatabasesOfRun('prices to come, and acts on them, are for the super administrator', async ({ store }) => {
  const change = { model: 'gpt-4o', price: null }
  const row = { changes: JSON.stringify([change]), actor_id: 1, actor_name: 'root', created_at: 1 }
  await store
    .insertInto('price_changes')
    .values([
      { ...row, effective_at: now + 60 },
      { ...row, effective_at: now - 60 },
    ])
    .execute()
  await addAct(store, 2, 'option.update')
  await addAct(store, 2, 'channel.update')
  await addAct(store, 2, 'token.reveal')
  await addAct(store, 2, 'agent.ask_withdrawal')
  await addAct(store, 1, 'channel.delete')

  const forRoot = await overviewOf(store)
  assert.partialDeepStrictEqual(forRoot.scheduled_prices, {
    count: 1,
    rows: [{ effective_at: now + 60, models: 1, names: ['gpt-4o'] }],
  })
  assert.equal(forRoot.price_proposals, 0)
  const actions = ({ changes }: Awaited<ReturnType<typeof overviewOf>>) => changes.map(({ action }) => action)
  assert.deepEqual(actions(forRoot), ['channel.update', 'option.update'], 'neither own acts nor those on own tokens')

  const forAdmin = await overviewOf(store, { level: role.admin })
  assert.equal(forAdmin.scheduled_prices, undefined)
  assert.equal(forAdmin.price_proposals, undefined)
  assert.deepEqual(actions(forAdmin), ['channel.update'])
})

onDatabasesOfRun('acts of the past are not searched to the beginning', async ({ store }) => {
  await addAct(store, 2, 'channel.create')
  const row = { at: now, actor_id: 1, actor_name: 'ada', action: 'channel.update', target: '' }
  for (let each = 0; each < 5; each++)
    await store
      .insertInto('audit')
      .values(Array.from({ length: 100 }, () => row))
      .execute()
  assert.deepEqual(await readOthersActs(store, 1, ['channel']), [])
})

onBothDatabases('orders and notices are found by an index', async ({ store }) => {
  const planning = planningStore(store)
  await overviewOf(planning.store)
  const isPostgres = (await planning.plans('payment_notices')).some((plan) => plan.includes('QUERY PLAN'))
  if (isPostgres) return // scans empty tables, whatever indexes they have
  for (const plan of await planning.plans('payment_notices')) assert.match(plan, /payment_notices_refused/)
  for (const plan of await planning.plans('top_ups')) assert.match(plan, /top_ups_open/)
})

describe('the overview by HTTP', () => {
  const servers = useServers('sqlite', { one: {} })
  test('an administrator gets today in the time zone of the reader', async () => {
    await servers.one.given.user({ username: 'boss', role: role.admin })
    const boss = servers.one.client()
    await boss.signIn('boss')
    const { response } = await boss.call(overviewApi.overview, { query: { time_zone: 'Asia/Tokyo' } })
    assert.ok(response.success)
    assert.equal((response.data.money.since + 9 * hour) % day, 0)
    assert.equal('scheduled_prices' in response.data, false)
    const wrong = await boss.call(overviewApi.overview, { query: { time_zone: 'Mars/Olympus' } })
    assert.equal(wrong.response.success, false)
  })
})
