import assert from 'node:assert/strict'
import { logOrders, logSorts } from '@turnpike/contract/usage/log'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { silent } from '../../../../test/harness/ledger.ts'
import { seededRandom } from '../../../../test/harness/random.ts'
import { fillUsageHours } from '../../../jobs/fill-usage-hours.ts'
import { adminColumns, exportLogs } from './export-logs.ts'
import { listRows, withUsers } from './list-logs.ts'
import { adminRow } from './log-row.ts'
import type { RowFilters, Span, StoredLog } from './logs.queries.ts'
import type { Sorting } from './scan/scan.queries.ts'
import { scanPage } from './scan/scan-rows.ts'
import { scanSpans } from './scan/scan-spans.ts'
import { sumLogs } from './sum-logs.ts'
import { hourOfRow } from './usage-hour.ts'
import { addToHours } from './usage-hours.queries.ts'

const now = 1_800_000_000
const daySeconds = 86_400

const idsOf = (rows: readonly StoredLog[]) => rows.map(({ id }) => id)
const isRefused = ({ other }: StoredLog) => other.includes('refused')

/** Half of the rows have milliseconds. */
function timeOf(random: () => number) {
  const total = Math.floor(random() * 9000)
  const use_time = Math.round(total / 1000)
  return random() < 0.5
    ? { use_time }
    : { use_time, facts: JSON.stringify({ r: 1, c: 1, g: 1, a: [], ms: [1, 2, total] }) }
}

const millisecondsOf = ({ facts, use_time }: StoredLog): number => (facts ? JSON.parse(facts).ms[2] : use_time * 1000)

/** Among equals the newest is first. */
const comparing =
  ({ sort, order }: Sorting) =>
  (one: StoredLog, other: StoredLog): number => {
    const figure = (row: StoredLog) =>
      sort === 'cost'
        ? row.quota
        : sort === 'input'
          ? row.prompt_tokens
          : sort === 'output'
            ? row.completion_tokens
            : millisecondsOf(row)
    const difference = figure(one) - figure(other)
    return (order === 'asc' ? difference : -difference) || other.created_at - one.created_at || other.id - one.id
  }

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
      quota: type === 2 ? Math.floor(random() * 9) : type === 4 ? -1 : 0,
      prompt_tokens: type === 2 ? Math.floor(random() * 99) : 0,
      completion_tokens: type === 2 ? Math.floor(random() * 99) : 0,
      ...(type === 2 ? timeOf(random) : { use_time: Math.floor(random() * 3) }),
      ...(type === 5 && random() < 0.5 && { other: '{"refused":true}' }),
    }
  })
  for (const row of rows) await store.insertInto('logs').values(row).execute()
  await store.insertInto('usage_hours_fill').values({ next_id: 1_000_000 }).execute()
  await fillUsageHours({ open, clock: () => now, log: silent }, 'test')
  const stored = await store.selectFrom('logs').selectAll().execute()
  // Refunds were never without hours, and refused requests are counted when they are written.
  const refunds = stored.filter(({ type }) => type === 4).map((row) => hourOfRow(row, 0))
  const refused = stored
    .filter(isRefused)
    .map((row) => ({ ...hourOfRow(row, 0), failures: 0, use_seconds: 0, refusals: 1 }))
  await addToHours(store, [...refunds, ...refused])

  const found = ({ quota_over, ...filters }: RowFilters, { start, end }: Span): StoredLog[] =>
    stored
      .filter(({ quota }) => quota_over === undefined || quota > quota_over)
      .filter((row) => row.created_at >= start && row.created_at <= end)
      .filter((row) =>
        Object.entries(filters).every(([name, value]) => value === undefined || row[name as keyof StoredLog] === value),
      )
      .sort((one, other) => other.created_at - one.created_at || other.id - one.id)

  for (let round = 0; round < 80; round++) {
    const filters: RowFilters = {
      ...(random() < 0.3 && { user_id: pick([1, 2, 9]) }),
      ...(random() < 0.3 && { username: pick(['ada', 'bob', 'eve']) }),
      ...(random() < 0.4 && { model_name: pick(['gpt-4o', 'rare']) }),
      ...(random() < 0.2 && { token_name: pick(['one', 'none']) }),
      ...(random() < 0.2 && { channel: pick([7, 9]) }),
      ...(random() < 0.2 && { group: 'vip' }),
      ...(random() < 0.4 && { type: pick([2, 3, 4, 5]) }),
      ...(random() < 0.3 && { quota_over: pick([0, 6, 8, 99]) }),
    }
    const start = now - Math.floor(random() * 7 * daySeconds)
    const span = { start, end: random() < 0.5 ? now + 3600 : start + Math.floor(random() * 3 * daySeconds) }
    const wanted = found(filters, span)
    const limit = pick([5, 20, 100])
    const offset = pick([0, limit, 3 * limit])
    const listed = await listRows(open, filters, span, { limit, offset }, now)
    const label = JSON.stringify({ filters, span, limit, offset })
    assert.deepEqual(idsOf(listed.rows), idsOf(wanted.slice(offset, offset + limit)), label)
    assert.equal(listed.total, wanted.length, label)

    const sorting: Sorting = { sort: pick(logSorts), order: pick(logOrders) }
    const inOrder = wanted.toSorted(comparing(sorting))
    const sorted = await listRows(open, filters, span, { limit, offset }, now, sorting)
    assert.deepEqual(
      idsOf(sorted.rows),
      idsOf(inOrder.slice(offset, offset + limit)),
      `${label} ${JSON.stringify(sorting)}`,
    )
    assert.equal(sorted.total, wanted.length, label)
    // In statements of a few rows each, as if there were millions.
    const known = await withUsers(open, filters, span)
    const scan = await scanSpans(store, known, span, { statement: 9, all: 1000 })
    assert.deepEqual(idsOf(await scanPage(store, known, scan, sorting, { limit, offset })), idsOf(sorted.rows), label)
    const exported: string[] = []
    for await (const text of exportLogs(open, filters, span, sorting, 'jsonl', {
      rowOf: adminRow,
      columns: adminColumns,
    }))
      exported.push(text)
    const lines = exported.join('').trim().split('\n').filter(Boolean)
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      idsOf(inOrder),
      label,
    )

    const sums = await sumLogs(open, filters, span, now)
    const countOf = (...types: number[]) => wanted.filter(({ type }) => types.includes(type)).length
    assert.deepEqual(
      [sums.calls, sums.failures, sums.refusals, sums.events, sums.quota, sums.prompt_tokens],
      [
        countOf(2),
        countOf(5),
        wanted.filter(isRefused).length,
        countOf(1, 3, 4),
        wanted.reduce((sum, { quota }) => sum + quota, 0),
        wanted.reduce((sum, { prompt_tokens }) => sum + prompt_tokens, 0),
      ],
      label,
    )
  }
})

onBothDatabases('a list in order reads the newest rows up to a limit, and says how far back it got', async (open) => {
  const { store } = open
  const rows = Array.from({ length: 50 }, (_, index) => ({
    user_id: 1,
    username: 'ada',
    created_at: now - index * 3600,
    type: 2,
    quota: index,
  }))
  await store.insertInto('logs').values(rows).execute()
  const stored = await store.selectFrom('logs').selectAll().execute()
  await addToHours(
    store,
    stored.map((row) => hourOfRow(row, 0)),
  )
  const span = { start: now - 30 * daySeconds, end: now }
  const dearest = async (all: number) => {
    const scan = await scanSpans(store, {}, span, { statement: 10, all })
    const page = { limit: 1, offset: 0 }
    const [row] = await scanPage(store, {}, scan, { sort: 'cost', order: 'desc' }, page)
    return [row?.quota, scan.searchedFrom]
  }
  assert.deepEqual(await dearest(50), [49, undefined])
  assert.deepEqual(await dearest(20), [19, now - (now % 3600) - 19 * 3600])
})
