import { logType } from '@turnpike/contract/usage/log'
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import { readCallRecord } from './call-record.ts'

export type UsageHour = Insertable<Database['usage_hours']>
export type UsageModelHour = Insertable<Database['usage_model_hours']>

/** Calls that share these columns are one row of an hour or a day. */
export const hourKey = [
  'hour',
  'user_id',
  'token_id',
  'channel_id',
  'model_name',
  'group',
  'username',
  'token_name',
] as const
/** The columns that are added up, except `refusals`, which only rows of failed calls have. */
export const hourSums = [
  'calls',
  'failures',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_seconds',
  'first_calls',
  'first_ms',
] as const

const keyOfHour = (row: UsageHour): string => JSON.stringify(hourKey.map((column) => row[column]))

/**
 * The same calls by hour, by day, and of all users by model and hour. Each list has one order, so that writers never
 * deadlock.
 */
type RollUps = { hours: UsageHour[]; days: UsageHour[]; modelHours: UsageModelHour[] }

const secondsPerDay = 86_400

export function rollUps(rows: Iterable<UsageHour>): RollUps {
  const hours = new Map<string, UsageHour>()
  let last: UsageHour | undefined
  // Consecutive rows mostly share their hour: comparing them costs less than making a key.
  for (const row of rows) {
    if (last && isSameHour(last, row)) addSums(last, row)
    else last = merge(hours, keyOfHour(row), row)
  }
  const days = new Map<string, UsageHour>()
  const models = new Map<string, UsageModelHour>()
  for (const row of hours.values()) {
    const day = { ...row, hour: row.hour - (row.hour % secondsPerDay) }
    merge(days, hours.size === 1 ? '' : keyOfHour(day), day)
    merge(models, `${row.hour} ${row.model_name}`, modelHourOf(row))
  }
  return { hours: sorted(hours), days: sorted(days), modelHours: sorted(models) }
}

/** Compares the columns of `hourKey`. They are named here, like the sums below, because this runs for every call. */
const isSameHour = (one: UsageHour, other: UsageHour): boolean =>
  one.hour === other.hour &&
  one.user_id === other.user_id &&
  one.token_id === other.token_id &&
  one.channel_id === other.channel_id &&
  one.model_name === other.model_name &&
  one.group === other.group &&
  one.username === other.username &&
  one.token_name === other.token_name

function merge<Row extends UsageModelHour>(rows: Map<string, Row>, key: string, row: Row): Row {
  const same = rows.get(key)
  if (same) {
    addSums(same, row)
    return same
  }
  const copy = { ...row }
  rows.set(key, copy)
  return copy
}

function addSums(to: UsageModelHour, row: UsageModelHour): void {
  to.calls += row.calls
  to.failures += row.failures
  if (row.refusals) to.refusals = (to.refusals ?? 0) + row.refusals // rows of the ledger have none
  to.quota += row.quota
  to.prompt_tokens += row.prompt_tokens
  to.completion_tokens += row.completion_tokens
  to.use_seconds += row.use_seconds
  to.first_calls += row.first_calls
  to.first_ms += row.first_ms
}

const sorted = <Row>(rows: Map<string, Row>): Row[] =>
  rows.size === 1
    ? [...rows.values()]
    : [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)

function modelHourOf(row: UsageHour): UsageModelHour {
  const hour: UsageModelHour = {
    hour: row.hour,
    model_name: row.model_name,
    calls: row.calls,
    failures: row.failures,
    quota: row.quota,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    use_seconds: row.use_seconds,
    first_calls: row.first_calls,
    first_ms: row.first_ms,
  }
  if (row.refusals) hour.refusals = row.refusals
  return hour
}

type StoredLog = Selectable<Database['logs']>
type LoggedCall = Partial<Pick<StoredLog, 'account_id'>> &
  Pick<StoredLog, 'created_at' | 'user_id' | 'token_id' | 'channel' | 'model_name' | 'group'> &
  Pick<StoredLog, 'username' | 'token_name' | 'type' | 'quota' | 'prompt_tokens' | 'completion_tokens' | 'use_time'> & {
    facts?: string
    other?: string
  }

/**
 * The sums that a row of a call or refund adds to its hour. The time to the first token is read from the row unless it
 * is given.
 */
export function hourOfRow(row: LoggedCall, first_ms = firstMs(row)): UsageHour {
  return {
    hour: row.created_at - (row.created_at % 3600),
    user_id: row.user_id,
    token_id: row.token_id,
    channel_id: row.channel,
    model_name: row.model_name,
    group: row.group,
    username: row.username,
    token_name: row.token_name,
    account_id: row.account_id ?? 0,
    calls: row.type === logType.consumption ? 1 : 0,
    failures: row.type === logType.failure ? 1 : 0,
    quota: row.quota,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    use_seconds: row.use_time,
    first_calls: first_ms > 0 ? 1 : 0,
    first_ms,
  }
}

/** Milliseconds to the first token, or 0. Rows of older versions have it in `other`. */
function firstMs({ facts = '', other = '' }: LoggedCall): number {
  try {
    const ms: unknown = facts ? readCallRecord(facts).firstTokenMs : (JSON.parse(other) as { frt?: unknown }).frt
    return typeof ms === 'number' && ms > 0 ? Math.round(ms) : 0
  } catch {
    return 0
  }
}
