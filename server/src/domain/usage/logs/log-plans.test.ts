import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { planningStore } from '../../../../test/harness/query-plans.ts'
import type { Store } from '../../../store/store.ts'
import { adminColumns, exportLogs } from './export-logs.ts'
import { byTime, listRows } from './list-logs.ts'
import { adminRow } from './log-row.ts'
import { searchLogs } from './logs.rules.ts'
import { hourOfRow } from './usage-hour.ts'
import { addToHours } from './usage-hours.queries.ts'

const now = 1_800_000_000
const userCount = 40
const span = { start: now - 30 * 86_400, end: now }

/** One call of every user in every third hour. */
async function givenCalls(store: Store) {
  const rows = Array.from({ length: 160 * userCount }, (_, index) => ({
    user_id: 1 + (index % userCount),
    username: `user${1 + (index % userCount)}`,
    created_at: now - Math.floor(index / userCount) * 3 * 3600 - 60,
    type: 2,
    quota: 1,
    token_id: 1,
    token_name: 'key',
    model_name: 'gpt-4o',
    channel: 1,
    group: 'default',
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 1,
  }))
  for (let from = 0; from < rows.length; from += 1600) {
    const some = rows.slice(from, from + 1600)
    await store.insertInto('logs').values(some).execute()
    await addToHours(
      store,
      some.map((row) => hourOfRow(row)),
    )
  }
  await sql`ANALYZE`.execute(store)
}

onBothDatabases('rows of a username are found by user, in one statement per page', async ({ store }) => {
  await givenCalls(store)
  const logs = planningStore(store)
  const main = planningStore(store)
  const stores = { store: main.store, logStore: logs.store }
  const listed = await listRows(
    stores,
    { username: 'user7', model_name: 'gpt-4o' },
    span,
    { limit: 100, offset: 20 },
    now,
  )
  assert.deepEqual([listed.rows.length, listed.total], [100, 160])
  // The oldest time, two counts of the incomplete hour, the times of refunds, and the page, although its rows are
  // spread over a hundred hours.
  const plans = await logs.plans('logs')
  assert.equal(plans.length, 5)
  assert.match(plans.at(-1) ?? '', byUser)
  for (const plan of await main.plans('usage_hours')) assert.match(plan, /user_id ?= ?/)
})

const byUser = /logs_by_user_time|user_id_created_at_idx/

onBothDatabases('an export of a username finds its rows by user', async ({ store }) => {
  await givenCalls(store)
  const logs = planningStore(store)
  let text = ''
  const stores = { store, logStore: logs.store }
  for await (const part of exportLogs(stores, { username: 'user7' }, span, byTime, 'jsonl', {
    rowOf: adminRow,
    columns: adminColumns,
  }))
    text += part
  assert.equal(text.trim().split('\n').length, 160)
  const plans = await logs.plans('logs')
  assert.equal(plans.length, 1)
  for (const plan of plans) assert.match(plan, byUser)
})

onBothDatabases('a search for rows that are no calls does not read the calls', async ({ store }) => {
  await givenCalls(store)
  await store.insertInto('logs').values({ user_id: 7, created_at: now, type: 3, content: 'Quota changed' }).execute()
  const logs = planningStore(store)
  for (const keyword of ['3', 'Quota'])
    assert.equal((await searchLogs({ store, logStore: logs.store }, keyword)).length, 1, keyword)
  for (const plan of await logs.plans('logs')) assert.match(plan, /logs_of_events|created_at_user_id_type_idx/)
})
