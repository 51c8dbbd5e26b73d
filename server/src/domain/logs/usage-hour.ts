import { logType } from '@turnpike/contract/usage/log'
import type { Insertable, Selectable } from 'kysely'
import type { LogsTable } from '../../store/schema/logs.ts'
import type { UsageHoursTable, UsageModelHoursTable } from '../../store/schema/usage.ts'

type UsageHour = Insertable<UsageHoursTable>

/** Calls with the same key are one row. */
export const keyOfHour = (row: UsageHour): string =>
  JSON.stringify([
    row.hour,
    row.user_id,
    row.token_id,
    row.channel_id,
    row.model_name,
    row.group,
    row.username,
    row.token_name,
  ])

/** Adds the sums of a row to another of the same key. */
export function addHour(sum: UsageModelHour, row: UsageModelHour): void {
  sum.calls += row.calls
  sum.failures += row.failures
  sum.quota += row.quota
  sum.prompt_tokens += row.prompt_tokens
  sum.completion_tokens += row.completion_tokens
  sum.use_seconds += row.use_seconds
  sum.first_calls += row.first_calls
  sum.first_ms += row.first_ms
}

type UsageModelHour = Insertable<UsageModelHoursTable>
/** The same calls by hour, by day, and of everyone by model and hour; each list in one order, so that writers never deadlock. */
type RollUps = { hours: UsageHour[]; days: UsageHour[]; modelHours: UsageModelHour[] }

const secondsPerDay = 86_400

export function rollUps(rows: Iterable<UsageHour>): RollUps {
  const hours = new Map<string, UsageHour>()
  const days = new Map<string, UsageHour>()
  const models = new Map<string, UsageModelHour>()
  for (const row of rows) {
    merge(hours, keyOfHour(row), row)
    const day = { ...row, hour: row.hour - (row.hour % secondsPerDay) }
    merge(days, keyOfHour(day), day)
    merge(models, `${row.hour} ${row.model_name}`, modelHourOf(row))
  }
  return { hours: sorted(hours), days: sorted(days), modelHours: sorted(models) }
}

function merge<Row extends UsageModelHour>(rows: Map<string, Row>, key: string, row: Row): void {
  const same = rows.get(key)
  if (same) addHour(same, row)
  else rows.set(key, { ...row })
}

const sorted = <Row>(rows: Map<string, Row>): Row[] =>
  rows.size === 1
    ? [...rows.values()]
    : [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)

const modelHourOf = (row: UsageHour): UsageModelHour => ({
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
})

type StoredLog = Selectable<LogsTable>
type LoggedCall = Pick<StoredLog, 'created_at' | 'user_id' | 'token_id' | 'channel' | 'model_name' | 'group'> &
  Pick<StoredLog, 'username' | 'token_name' | 'type' | 'quota' | 'prompt_tokens' | 'completion_tokens' | 'use_time'> & {
    facts?: string
    other?: string
  }

/** What a row of a call adds to its hour. The time of the first word is read from the row unless it is known. */
export function hourOfRow(row: LoggedCall, first_ms = firstMs(row)): UsageHour {
  const isFailure = row.type === logType.failure
  return {
    hour: row.created_at - (row.created_at % 3600),
    user_id: row.user_id,
    token_id: row.token_id,
    channel_id: row.channel,
    model_name: row.model_name,
    group: row.group,
    username: row.username,
    token_name: row.token_name,
    calls: isFailure ? 0 : 1,
    failures: isFailure ? 1 : 0,
    quota: row.quota,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    use_seconds: row.use_time,
    first_calls: first_ms > 0 ? 1 : 0,
    first_ms,
  }
}

/** Milliseconds to the first word; 0 where there was none. Rows of older versions have it in `other`. */
function firstMs({ facts = '', other = '' }: LoggedCall): number {
  try {
    const ms: unknown = facts
      ? (JSON.parse(facts) as { ft?: unknown }).ft
      : (JSON.parse(other) as { frt?: unknown }).frt
    return typeof ms === 'number' && ms > 0 ? Math.round(ms) : 0
  } catch {
    return 0
  }
}
