import type { Generated } from 'kysely'

export interface MidjourneysTable {
  id: Generated<number>
  code: Generated<number>
  user_id: number
  token_id: Generated<number>
  channel_id: Generated<number>
  action: string
  mode: Generated<string>
  mj_id: Generated<string>
  prompt: Generated<string>
  prompt_en: Generated<string>
  description: Generated<string>
  state: Generated<string>
  /** ms, as the next two */
  submit_time: number
  start_time: Generated<number>
  finish_time: Generated<number>
  image_url: Generated<string>
  video_url: Generated<string>
  status: Generated<string>
  /** A text such as `35%`; `100%` is finished. */
  progress: Generated<string>
  fail_reason: Generated<string>
  /** The amount charged. */
  quota: Generated<number>
  buttons: Generated<string>
  properties: Generated<string>
}

export interface TasksTable {
  id: Generated<number>
  created_at: number
  updated_at: number
  task_id: Generated<string>
  upstream_task_id: Generated<string>
  platform: string
  user_id: number
  token_id: Generated<number>
  channel_id: Generated<number>
  group: Generated<string>
  quota: Generated<number>
  action: string
  status: Generated<string>
  fail_reason: Generated<string>
  submit_time: number
  start_time: Generated<number>
  finish_time: Generated<number>
  progress: Generated<string>
  properties: Generated<string>
  data: Generated<string>
}

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
  /** Calls with a first word, and the sum of the times until it came. */
  first_calls: number
  first_ms: number
}

/** Calls of everyone in one hour, by model. */
export type UsageModelHoursTable = Omit<
  UsageHoursTable,
  'user_id' | 'token_id' | 'channel_id' | 'group' | 'username' | 'token_name'
>

/** The id down from which old log rows are still to be added to the hours. */
export interface UsageHoursFillTable {
  next_id: number
}
