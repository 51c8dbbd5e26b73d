import assert from 'node:assert/strict'
import { marginOf, type ProfitQuery, profitParts, type Sales } from '@turnpike/contract/usage/profit'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { planningStore } from '../../../../../test/harness/query-plans.ts'
import type { LedgerKind } from '../../../../store/schema/money.ts'
import type { Store } from '../../../../store/store.ts'
import { addToCostHour } from '../../../money/pricing/cost/cost-hours.queries.ts'
import { addToHours } from '../../logs/usage-hours.queries.ts'
import { profitFile, profitOf, readProfit } from './profit.rules.ts'

/** 14:20 in UTC. */
const now = Date.UTC(2026, 10, 19, 14, 20) / 1000
const hour = 3600
const day = 24 * hour

/** A call of a channel with a known cost, in the hour of this time. */
async function addSale(store: Store, at: number, channel_id: number, { quota, cost }: { quota: number; cost: number }) {
  const key = { hour: at - (at % hour), user_id: 2, channel_id, model_name: 'gpt-4o', group: 'default' }
  const names = { token_id: 1, username: 'bo', token_name: 'key' }
  const tokens = { prompt_tokens: 1, completion_tokens: 1, use_seconds: 1, first_calls: 0, first_ms: 0 }
  await addToHours(store, [{ ...key, ...names, ...tokens, calls: 1, failures: 0, quota }])
  await addToCostHour(store, { ...key, calls: 1, quota, cost, losses: 0, lost: 0, refunded: 0 })
}

const agent = { id: 1, username: 'agent', username_key: 'agent', aff_code: 'agent', created_at: 1 }
let entries = 0
const addEntry = (store: Store, kind: LedgerKind, amount: number, created_at: number) =>
  store
    .insertInto('ledger')
    .values({ user_id: 1, kind, reference: `entry-${++entries}`, amount, created_at })
    .execute()

/** Two days of sales, and shares of which a part was taken back later. */
async function givenSales(store: Store) {
  await store.insertInto('users').values(agent).execute()
  await addSale(store, now, 1, { quota: 1000, cost: 400 })
  await addSale(store, now - day, 2, { quota: 500, cost: 100 })
  await addEntry(store, 'dividend', 90, now - day)
  await addEntry(store, 'dividend', 50, now)
  await addEntry(store, 'dividend_reversal', 20, now)
  await addEntry(store, 'dividend', 7000, now - 3 * day) // before the span
  await addEntry(store, 'dividend_reversal', 3000, now + 2 * day) // after it
  for (const kind of ['withdrawal', 'transfer', 'invite_reward', 'charge'] as const)
    await addEntry(store, kind, 11, now)
}

const queryOf = (by: ProfitQuery['by']): ProfitQuery => ({
  start_timestamp: now - day,
  end_timestamp: now,
  by,
  time_zone: 'UTC',
})

onBothDatabases('shares of agents are a cost of the span, and the columns add up', async ({ store }) => {
  await givenSales(store)
  for (const by of profitParts) {
    const { total, rows } = await readProfit(store, queryOf(by), now)
    assert.deepEqual([total.quota, total.cost, total.shares, marginOf(total)], [1500, 500, 120, 880], by)
    const sum = (figure: (sales: Sales) => number) => rows.reduce((all, row) => all + figure(row), 0)
    assert.equal(
      sum(({ quota }) => quota),
      total.quota,
      by,
    )
    assert.equal(sum(marginOf), by === 'day' ? 880 : 1000, by)
    assert.equal(
      sum(({ shares }) => shares),
      by === 'day' ? 120 : 0,
      by,
    )
  }
  const { rows } = await readProfit(store, queryOf('day'), now)
  assert.deepEqual(
    rows.map(({ name, shares, ...row }) => [name, shares, marginOf({ ...row, shares })]),
    [
      ['2026-11-18', 90, 310],
      ['2026-11-19', 30, 570],
    ],
  )
})

onBothDatabases('a day with nothing but a share taken back has it as a gain', async ({ store }) => {
  await store.insertInto('users').values(agent).execute()
  await addEntry(store, 'dividend_reversal', 40, now)
  const { total, rows } = await readProfit(store, queryOf('day'), now)
  assert.deepEqual([total.shares, marginOf(total)], [-40, 40])
  assert.equal(rows.at(-1)?.shares, -40)
  assert.deepEqual((await readProfit(store, queryOf('channel'), now)).total.shares, -40)
})

onBothDatabases('the columns of the file add up to the total', async ({ store }) => {
  await givenSales(store)
  const columnsOf = async (by: ProfitQuery['by']) => {
    const file = profitFile(await profitOf(store, queryOf(by), now), 1)
    const [head, ...lines] = file.replace('\ufeff', '').trim().split('\r\n')
    const names = head?.split(',') ?? []
    const sumOf = (column: string) =>
      lines.reduce((sum, line) => sum + Number(line.split(',')[names.indexOf(column)]), 0)
    return { lines, sums: ['revenue_usd', 'cost_usd', 'shares_usd', 'margin_usd'].map(sumOf) }
  }
  for (const by of profitParts) assert.deepEqual((await columnsOf(by)).sums, [1500, 500, 120, 880], by)
  assert.ok((await columnsOf('channel')).lines.at(-1)?.startsWith('0,shares of sales agents,0,0.000000'))
  assert.ok((await columnsOf('day')).lines.every((line) => !line.includes('agents')))
})

onBothDatabases('shares are read by their own index, among the charges of an installation', async ({ store }) => {
  const planning = planningStore(store)
  await readProfit(planning.store, queryOf('channel'), now)
  const plans = await planning.plans('ledger')
  assert.equal(plans.length, 1)
  if (plans.some((plan) => plan.includes('QUERY PLAN'))) return // PostgreSQL scans empty tables
  for (const plan of plans) assert.match(plan, /ledger_shares/)
})
