import type { Generated } from 'kysely'

/** Consumption per user, model and hour; dashboards read it instead of log rows. */
export interface QuotaDataTable {
  id: Generated<number>
  user_id: number
  username: string
  model_name: string
  /** Start of the hour. */
  created_at: number
  token_used: Generated<number>
  count: Generated<number>
  quota: Generated<number>
}

/** Calls of one hour that share everything they are filtered by. */
export interface UsageHoursTable {
  /** Its first second. */
  hour: number
  user_id: number
  token_id: number
  channel_id: number
  model_name: string
  group: string
  username: string
  token_name: string
  /** Rows of consumption. */
  calls: number
  /** Rows of failed calls. */
  failures: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  use_seconds: number
  /** Streamed calls, and the sum of their times to the first token. */
  first_calls: number
  first_ms: number
}

/** Calls of all users in one hour, by model. */
export type UsageModelHoursTable = Omit<
  UsageHoursTable,
  'user_id' | 'token_id' | 'channel_id' | 'group' | 'username' | 'token_name'
>

/** The next log row to add to the hours. Old rows are added from the highest id down. */
export interface UsageHoursFillTable {
  next_id: number
}
