import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { silent } from '../../../../test/harness/ledger.ts'
import { seededRandom } from '../../../../test/harness/random.ts'
import { fillUsageHours } from '../../../jobs/fill-usage-hours.ts'
import { listRows, sumCalls } from './list-logs.ts'
import type { RowFilters, Span, StoredLog } from './logs.queries.ts'
import { hourOfRow } from './usage-hour.ts'
import { addToHours } from './usage-hours.queries.ts'

const now = 1_800_000_000
const daySeconds = 86_400

onBothDatabases('every filter, span and page gives what reading every row would give', async (open) => {
  const { store } = open
  const { next: random, pick } = seededRandom(6)
  const rows = Array.from({ length: 600 }, () => {
    const common = {
      user_id: pick([1, 2, 3]),
      username: pick(['ada', 'bob']),
      created_at: now - Math.floor(random() * 6 * daySeconds),
    }
    const type = pick([2, 2, 2, 5, 3, 4])
    if (type === 3) return { ...common, type }
    return {
      ...common,
      type,
      token_id: pick([1, 2]),
      token_name: pick(['one', 'two']),
      model_name: pick(['gpt-4o', 'gpt-4o', 'gpt-4o', 'rare']),
      channel: pick([7, 8]),
      group: pick(['default', 'vip']),
      quota: type === 4 ? -1 : 1,
    }
  })
  for (const row of rows) await store.insertInto('logs').values(row).execute()
  await store.insertInto('usage_hours_fill').values({ next_id: 1_000_000 }).execute()
  await fillUsageHours({ open, clock: () => now, log: silent }, 'test')
  const stored = await store.selectFrom('logs').selectAll().execute()
  // Refunds were never without hours.
  const refunds = stored.filter(({ type }) => type === 4)
  await addToHours(
    store,
    refunds.map((row) => hourOfRow(row, 0)),
  )

  const found = (filters: RowFilters, { start, end }: Span): StoredLog[] =>
    stored
      .filter((row) => row.created_at >= start && row.created_at <= end)
      .filter((row) =>
        Object.entries(filters).every(([name, value]) => value === undefined || row[name as keyof StoredLog] === value),
      )
      .sort((one, other) => other.created_at - one.created_at || other.id - one.id)

  for (let round = 0; round < 120; round++) {
    const filters: RowFilters = {
      ...(random() < 0.3 && { user_id: pick([1, 2, 9]) }),
      ...(random() < 0.3 && { username: pick(['ada', 'bob', 'eve']) }),
      ...(random() < 0.4 && { model_name: pick(['gpt-4o', 'rare']) }),
      ...(random() < 0.2 && { token_name: pick(['one', 'none']) }),
      ...(random() < 0.2 && { channel: pick([7, 9]) }),
      ...(random() < 0.2 && { group: 'vip' }),
      ...(random() < 0.4 && { type: pick([2, 3, 4, 5]) }),
    }
    const start = now - Math.floor(random() * 7 * daySeconds)
    const span = { start, end: random() < 0.5 ? now + 3600 : start + Math.floor(random() * 3 * daySeconds) }
    const wanted = found(filters, span)
    const limit = pick([5, 20, 100])
    const offset = pick([0, limit, 3 * limit])
    const listed = await listRows(open, filters, span, { limit, offset }, now)
    const label = JSON.stringify({ filters, span, limit, offset })
    assert.deepEqual(
      listed.rows.map(({ id }) => id),
      wanted.slice(offset, offset + limit).map(({ id }) => id),
      label,
    )
    assert.equal(listed.total, wanted.length, label)
    const { type: _, ...every } = filters
    const all = found(every, span)
    const sums = await sumCalls(open, every, span, now)
    assert.equal(sums.calls, all.filter(({ type }) => type === 2).length, label)
    assert.equal(
      sums.quota,
      all.reduce((sum, { quota }) => sum + quota, 0),
      label,
    )
  }
})
