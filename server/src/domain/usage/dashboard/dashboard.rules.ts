import type { Granularity, UsageRow, UsageSummary } from '@turnpike/contract/usage/dashboard'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { hoursAround } from '../logs/log-span.ts'
import { findUsersOfName, type HourRange } from '../logs/usage-hours.queries.ts'
import { calendarParts } from './calendar.ts'
import {
  type Callers,
  type ModelHour,
  readAllHours,
  readHoursOf,
  readHourTotals,
  readOldestHour,
  readParts,
  readTopChannels,
  readTopUsers,
} from './dashboard.queries.ts'

const daySeconds = 86_400
/** A month, and the day that clients add to reach into tomorrow. */
const ownSpanMax = 32 * daySeconds
const usualSpan = 7 * daySeconds
const topMax = 10

export type UsageQuestion = { start_timestamp?: number | undefined; end_timestamp?: number | undefined }

function rangeOf({ start_timestamp, end_timestamp }: UsageQuestion, now: number, spanMax: number): HourRange {
  const end = end_timestamp || now + 3600
  const start = start_timestamp || end - usualSpan
  if (end - start > spanMax) throw new AppError('log_span_long')
  return start > end ? { from: 0, to: 0 } : hoursAround({ start, end })
}

type PartsQuestion = UsageQuestion & { granularity?: Granularity | undefined; time_zone?: string | undefined }
type OfUser = { username?: string | undefined }

export async function readOwnUsage(
  store: Store,
  user: { id: number; username: string },
  asked: PartsQuestion,
  now: number,
) {
  const rows = await readUsage(store, rangeOf(asked, now, ownSpanMax), asked, { ids: [user.id] }, now)
  return rows.map((row) => usageRowOf(row, { user_id: user.id, username: user.username }))
}

/** Of everyone, or of one user by the name that is in the log. */
export async function readAllUsage(store: Store, asked: PartsQuestion & OfUser, now: number) {
  const range = rangeOf(asked, now, Number.POSITIVE_INFINITY)
  const rows = await readUsage(store, range, asked, await callersOf(store, asked, range), now)
  return rows.map((row) => usageRowOf(row, { user_id: 0, username: asked.username ?? '' }))
}

async function callersOf(store: Store, { username }: OfUser, range: HourRange): Promise<Callers> {
  return username ? { ids: await findUsersOfName(store, username, range), username } : 'everyone'
}

async function readUsage(store: Store, asked: HourRange, question: PartsQuestion, callers: Callers, now: number) {
  const { granularity = 'hour', time_zone = 'UTC' } = question
  if (granularity === 'hour')
    return callers === 'everyone' ? readAllHours(store, asked) : readHoursOf(store, asked, callers)
  // A client may ask from the beginning of time to its end: there are only as many parts as there were calls in.
  const range = {
    from: Math.max(asked.from, (await readOldestHour(store)) ?? now),
    to: Math.min(asked.to, now + daySeconds),
  }
  return readParts(store, range, calendarParts(range, granularity, time_zone), callers)
}

export const summarizeOwnUsage = (store: Store, userId: number, asked: UsageQuestion, now: number) =>
  summarize(store, rangeOf(asked, now, ownSpanMax), { ids: [userId] })

export async function summarizeUsage(store: Store, asked: UsageQuestion & OfUser, now: number) {
  const range = rangeOf(asked, now, Number.POSITIVE_INFINITY)
  return summarize(store, range, await callersOf(store, asked, range))
}

async function summarize(store: Store, range: HourRange, callers: Callers): Promise<UsageSummary> {
  const hours = await readHourTotals(store, range, callers)
  const sum = { count: 0, failures: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0, first_hour: 0 }
  let [mostCalls, mostTokens] = [noHour, noHour]
  for (const { hour, ...sums } of hours) {
    const { count, failures, quota, prompt_tokens, completion_tokens } = sums
    const tokens = prompt_tokens + completion_tokens
    sum.count += count
    sum.failures += failures
    sum.quota += quota
    sum.prompt_tokens += prompt_tokens
    sum.completion_tokens += completion_tokens
    if (count > 0) sum.first_hour ||= hour
    if (count > mostCalls.count) mostCalls = { hour, count }
    if (tokens > mostTokens.count) mostTokens = { hour, count: tokens }
  }
  return { ...sum, most_calls: mostCalls, most_tokens: mostTokens }
}

const noHour = { hour: 0, count: 0 }

/** Spelled out: spreading the rest of a row takes ten times as long, and a month of hours is tens of thousands of rows. */
const usageRowOf = (row: ModelHour, { user_id, username }: { user_id: number; username: string }): UsageRow => ({
  id: 0,
  user_id,
  username,
  model_name: row.model_name,
  created_at: row.hour,
  token_used: row.prompt_tokens + row.completion_tokens,
  count: row.count,
  quota: row.quota,
  failures: row.failures,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
  first_calls: row.first_calls,
  first_ms: row.first_ms,
})

export const findTopUsers = (store: Store, asked: UsageQuestion, now: number) =>
  readTopUsers(store, rangeOf(asked, now, Number.POSITIVE_INFINITY), topMax)

export const findTopChannels = (store: Store, asked: UsageQuestion, now: number) =>
  readTopChannels(store, rangeOf(asked, now, Number.POSITIVE_INFINITY), topMax)
