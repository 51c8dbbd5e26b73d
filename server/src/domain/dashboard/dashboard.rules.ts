import type { UsageRow } from '@turnpike/contract/usage/dashboard'
import { AppError } from '../../http/app-error.ts'
import type { Store } from '../../store/store.ts'
import { hoursAround } from '../logs/log-span.ts'
import { findUsersOfName, type HourRange } from '../logs/usage-hours.queries.ts'
import { readAllHours, readHoursOf, readTopChannels, readTopUsers } from './dashboard.queries.ts'

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

export async function readOwnUsage(
  store: Store,
  user: { id: number; username: string },
  asked: UsageQuestion,
  now: number,
) {
  const rows = await readHoursOf(store, rangeOf(asked, now, ownSpanMax), [user.id])
  return rows.map((row) => usageRowOf(row, { user_id: user.id, username: user.username }))
}

/** Of everyone, or of one user by the name that is in the log. */
export async function readAllUsage(
  store: Store,
  asked: UsageQuestion & { username?: string | undefined },
  now: number,
) {
  const { username } = asked
  const range = rangeOf(asked, now, Number.POSITIVE_INFINITY)
  const rows = username
    ? await readHoursOf(store, range, await findUsersOfName(store, username, range), username)
    : await readAllHours(store, range)
  return rows.map((row) => usageRowOf(row, { user_id: 0, username: username ?? '' }))
}

type Sums = Awaited<ReturnType<typeof readHoursOf>>[number]

const usageRowOf = ({ hour, ...row }: Sums, owner: { user_id: number; username: string }): UsageRow => ({
  id: 0,
  ...owner,
  ...row,
  created_at: hour,
  token_used: row.prompt_tokens + row.completion_tokens,
})

export const findTopUsers = (store: Store, asked: UsageQuestion, now: number) =>
  readTopUsers(store, rangeOf(asked, now, Number.POSITIVE_INFINITY), topMax)

export const findTopChannels = (store: Store, asked: UsageQuestion, now: number) =>
  readTopChannels(store, rangeOf(asked, now, Number.POSITIVE_INFINITY), topMax)
