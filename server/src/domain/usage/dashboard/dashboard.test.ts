import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { seededRandom } from '../../../../test/harness/random.ts'
import { addToHours } from '../logs/usage-hours.queries.ts'
import { calendarParts } from './calendar.ts'
import { readAllUsage, readOwnUsage, summarizeOwnUsage, summarizeUsage } from './dashboard.rules.ts'

const now = 1_800_000_000
const thisHour = now - (now % 3600)
const time_zone = 'Asia/Kolkata' // its days do not begin at a full hour of UTC

onBothDatabases('days, weeks and sums are those of the hours', async ({ store }) => {
  const { next: random, pick } = seededRandom(12)
  const count = (max: number) => Math.floor(random() * max)
  const rows = Array.from({ length: 400 }, () => ({
    hour: thisHour - count(40 * 24) * 3600,
    user_id: pick([1, 2]),
    token_id: 1,
    channel_id: 1,
    model_name: pick(['gpt-4o', 'claude']),
    group: 'default',
    username: 'ada',
    token_name: 'key',
    calls: count(5),
    failures: count(2),
    quota: count(1000),
    prompt_tokens: count(1000),
    completion_tokens: count(1000),
    use_seconds: 1,
    first_calls: 1,
    first_ms: count(1000),
  }))
  await addToHours(store, rows)
  await sql`ANALYZE`.execute(store)
  const span = { start_timestamp: now - 30 * 86_400, end_timestamp: now }
  const user = { id: 1, username: 'ada' }
  for (const isOwn of [true, false]) {
    const usage = (more: object) =>
      isOwn ? readOwnUsage(store, user, { ...span, ...more }, now) : readAllUsage(store, { ...span, ...more }, now)
    const hours = await usage({})
    const known = rows.filter((row) => row.hour >= span.start_timestamp && (!isOwn || row.user_id === 1))
    for (const model of ['claude', 'gpt-4o'])
      assert.equal(
        hours.filter((row) => row.model_name === model).reduce((all, { quota }) => all + quota, 0),
        known.filter((row) => row.model_name === model).reduce((all, { quota }) => all + quota, 0),
      )
    assert.ok(hours.length > 100)
    for (const granularity of ['day', 'week'] as const) {
      const parts = calendarParts({ from: span.start_timestamp, to: now }, granularity, time_zone)
      const wanted = parts.flatMap(({ from, to }) =>
        ['claude', 'gpt-4o'].flatMap((model) => {
          const some = hours.filter((row) => row.created_at >= from && row.created_at < to && row.model_name === model)
          const sum = (member: 'quota' | 'count' | 'failures' | 'first_ms' | 'token_used') =>
            some.reduce((all, row) => all + row[member], 0)
          return some.length === 0
            ? []
            : [[from, model, sum('quota'), sum('count'), sum('failures'), sum('first_ms'), sum('token_used')]]
        }),
      )
      const found = await usage({ granularity, time_zone })
      assert.deepEqual(
        found.map((row) => [
          row.created_at,
          row.model_name,
          row.quota,
          row.count,
          row.failures,
          row.first_ms,
          row.token_used,
        ]),
        wanted,
      )
    }
    const summary = isOwn
      ? await summarizeOwnUsage(store, { user_id: user.id, account_id: 0 }, span, now)
      : await summarizeUsage(store, span, now)
    const perHour = Map.groupBy(hours, ({ created_at }) => created_at)
    const calls = [...perHour.values()].map((some) => some.reduce((all, row) => all + row.count, 0))
    const tokens = [...perHour.values()].map((some) => some.reduce((all, row) => all + row.token_used, 0))
    assert.equal(
      summary.quota,
      hours.reduce((all, { quota }) => all + quota, 0),
    )
    assert.equal(
      summary.count,
      hours.reduce((all, row) => all + row.count, 0),
    )
    assert.equal(summary.most_calls.count, Math.max(...calls))
    assert.equal(summary.most_tokens.count, Math.max(...tokens))
    assert.equal(summary.first_hour, hours.find((row) => row.count > 0)?.created_at)
  }
  const always = { start_timestamp: 1, end_timestamp: 9_007_199_254_740_000, granularity: 'day' } as const
  const all = await readAllUsage(store, always, now)
  assert.equal(
    all.reduce((sum, { quota }) => sum + quota, 0),
    rows.reduce((sum, { quota }) => sum + quota, 0),
  )
})

onBothDatabases('without any call there are no days, and nothing is most', async ({ store }) => {
  const always = { start_timestamp: 1, end_timestamp: now * 5, granularity: 'day' } as const
  assert.deepEqual(await readAllUsage(store, always, now), [])
  const none = { hour: 0, count: 0 }
  const { first_hour, most_calls, most_tokens } = await summarizeUsage(store, always, now)
  assert.deepEqual([first_hour, most_calls, most_tokens], [0, none, none])
})
