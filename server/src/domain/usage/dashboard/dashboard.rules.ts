import type { Granularity, UsageRow, UsageSummary } from '@turnpike/contract/usage/dashboard'
import { AppError } from '../../../http/app-error.ts'
import { type Caller, type CallScope, callScopeOf } from '../../../http/caller.ts'
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

export type UsageQuery = { start_timestamp?: number | undefined; end_timestamp?: number | undefined }

function rangeOf({ start_timestamp, end_timestamp }: UsageQuery, now: number, spanMax: number): HourRange {
  const end = end_timestamp || now + 3600
  const start = start_timestamp || end - usualSpan
  if (end - start > spanMax) throw new AppError('log_span_long')
  return start > end ? { from: 0, to: 0 } : hoursAround({ start, end })
}

type PartsQuery = UsageQuery & { granularity?: Granularity | undefined; time_zone?: string | undefined }
type Person = Pick<Caller, 'id' | 'username' | 'org'>
type OfUser = { username?: string | undefined }

/** Of the user; in an organisation of the member, or of all members for those who may see them. */
export async function readOwnUsage(store: Store, caller: Person, requested: PartsQuery & OfUser, now: number) {
  const range = rangeOf(requested, now, ownSpanMax)
  const scope = callScopeOf(caller)
  const rows = await readUsage(store, range, requested, await ownCallers(store, scope, requested, range), now)
  const isAlone = scope.user_id !== undefined
  const user = isAlone ? caller : { id: 0, username: requested.username ?? '' }
  return rows.map((row) => usageRowOf(row, { user_id: user.id, username: user.username }))
}

async function ownCallers(
  store: Store,
  { user_id, account_id }: CallScope,
  { username }: OfUser,
  range: HourRange,
): Promise<Callers> {
  if (user_id !== undefined) return { ids: [user_id], account_id }
  return username ? { ids: await findUsersOfName(store, username, range), username, account_id } : { account_id }
}

/** Of all users, or of one user by the name in the log. */
export async function readAllUsage(store: Store, requested: PartsQuery & OfUser, now: number) {
  const range = rangeOf(requested, now, Number.POSITIVE_INFINITY)
  const rows = await readUsage(store, range, requested, await callersOf(store, requested, range), now)
  return rows.map((row) => usageRowOf(row, { user_id: 0, username: requested.username ?? '' }))
}

async function callersOf(store: Store, { username }: OfUser, range: HourRange): Promise<Callers> {
  return username ? { ids: await findUsersOfName(store, username, range), username } : 'everyone'
}

async function readUsage(store: Store, requested: HourRange, query: PartsQuery, callers: Callers, now: number) {
  const { granularity = 'hour', time_zone = 'UTC' } = query
  if (granularity === 'hour')
    return callers === 'everyone' ? readAllHours(store, requested) : readHoursOf(store, requested, callers)
  // A client may request any range: there are only as many parts as hours with calls.
  const range = {
    from: Math.max(requested.from, (await readOldestHour(store)) ?? now),
    to: Math.min(requested.to, now + daySeconds),
  }
  return readParts(store, range, calendarParts(range, granularity, time_zone), callers)
}

export async function summarizeOwnUsage(store: Store, scope: CallScope, requested: UsageQuery & OfUser, now: number) {
  const range = rangeOf(requested, now, ownSpanMax)
  return summarize(store, range, await ownCallers(store, scope, requested, range))
}

export async function summarizeUsage(store: Store, requested: UsageQuery & OfUser, now: number) {
  const range = rangeOf(requested, now, Number.POSITIVE_INFINITY)
  return summarize(store, range, await callersOf(store, requested, range))
}

async function summarize(store: Store, range: HourRange, callers: Callers): Promise<UsageSummary> {
  const hours = await readHourTotals(store, range, callers)
  const sum = { count: 0, failures: 0, refusals: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0, first_hour: 0 }
  let [mostCalls, mostTokens] = [noHour, noHour]
  for (const { hour, ...sums } of hours) {
    const { count, failures, refusals, quota, prompt_tokens, completion_tokens } = sums
    const tokens = prompt_tokens + completion_tokens
    sum.count += count
    sum.failures += failures
    sum.refusals += refusals
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
  refusals: row.refusals,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
  first_calls: row.first_calls,
  first_ms: row.first_ms,
})

export const findTopUsers = (store: Store, requested: UsageQuery, now: number) =>
  readTopUsers(store, rangeOf(requested, now, Number.POSITIVE_INFINITY), topMax)

export const findTopChannels = (store: Store, requested: UsageQuery, now: number) =>
  readTopChannels(store, rangeOf(requested, now, Number.POSITIVE_INFINITY), topMax)
