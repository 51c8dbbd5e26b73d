import type { RecordKeeper } from '@turnpike/contract/usage/prompt-records'
import type { TaskEnd, TaskPlatform, TaskStatus } from '@turnpike/contract/usage/task'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface UsageTables {
  logs: {
    id: Generated<number>
    user_id: number
    created_at: number
    type: number
    content: Generated<string>
    username: Generated<string>
    token_name: Generated<string>
    model_name: Generated<string>
    quota: Generated<number>
    prompt_tokens: Generated<number>
    completion_tokens: Generated<number>
    /** Seconds. */
    use_time: Generated<number>
    is_stream: Generated<Flag>
    channel: Generated<number>
    token_id: Generated<number>
    group: Generated<string>
    /** JSON of the parts of the charge, or ''. */
    other: Generated<string>
    request_id: Generated<string>
    /** The record of a relayed call, from which `content` and `other` are made; '' in other rows. */
    facts: Generated<string>
    /** The organisation that pays for the call; 0 where the user does. */
    account_id: Generated<number>
  }

  /** Consumption per user, model and hour; dashboards read it instead of log rows. */
  quota_data: {
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
  usage_hours: {
    /** Its first second. */
    hour: number
    user_id: number
    token_id: number
    channel_id: number
    model_name: string
    group: string
    username: string
    token_name: string
    /** The organisation that pays; 0 where the user does. It follows from the token, or from the token's name. */
    account_id: Generated<number>
    /** Rows of consumption. */
    calls: number
    /** Rows of failed calls. */
    failures: number
    /** The part of the failures that were the fault of the request, the key or the balance. */
    refusals: Generated<number>
    quota: number
    prompt_tokens: number
    completion_tokens: number
    use_seconds: number
    /** Streamed calls, and the sum of their times to the first token. */
    first_calls: number
    first_ms: number
  }

  /** `hour` is the first one of a day. */
  usage_days: UsageTables['usage_hours']

  /** Calls of all users in one hour, by model. */
  usage_model_hours: Omit<
    UsageTables['usage_hours'],
    'user_id' | 'token_id' | 'channel_id' | 'group' | 'username' | 'token_name' | 'account_id'
  >

  /** The next log row to add to the hours. Old rows are added from the highest id down. */
  usage_hours_fill: {
    next_id: number
  }

  /** Work that an upstream does in minutes: drawings, songs, videos. */
  tasks: {
    id: Generated<number>
    created_at: number
    updated_at: number
    platform: TaskPlatform
    action: string
    /** The upstream's id, by which clients query the task; empty until the upstream has accepted it. */
    task_id: Generated<string>
    /** The call that submitted it: the reference of its hold, charge and refund. */
    request_id: string
    user_id: number
    /** The organisation that pays; 0 where the user does. */
    account_id: Generated<number>
    token_id: number
    channel_id: Generated<number>
    /** The key it was submitted with, of a channel with several; otherwise 0. */
    key_id: Generated<number>
    model_name: string
    group: string
    status: Generated<TaskStatus>
    /** A text such as `35%`; `100%` is finished. */
    progress: Generated<string>
    fail_reason: Generated<string>
    ended_by: Generated<TaskEnd>
    /** ms, as the next two; by our own clock. */
    submit_time: number
    start_time: Generated<number>
    finish_time: Generated<number>
    /** The amount charged; 0 after a refund. */
    quota: Generated<number>
    refunded: Generated<number>
    /** The cost at the upstream; null if it is unknown. */
    cost: number | null
    /** JSON of the charge that is still to be captured; empty where none is. */
    charge_due: Generated<string>
    can_cancel: Generated<Flag>
    /** JSON of the request and of the upstream's last report. */
    properties: Generated<string>
    data: Generated<string>
    poll_at: Generated<number>
    /** Consecutive failures. */
    poll_failures: Generated<number>
    misses: Generated<number>
    leased_by: Generated<string>
    leased_until: Generated<number>
  }

  /** The running calls of one process, while an administrator watches them. */
  live_calls: {
    process: string
    at: number
    /** JSON. */
    calls: string
  }

  /** A running call that an administrator wants to end. */
  live_cancels: {
    request_id: string
    at: number
  }

  /** Groups whose requests and responses are recorded; `terms` is JSON. */
  group_records: {
    group: string
    terms: string
  }

  /** The request and the response of a call, encrypted. In the log database. */
  prompt_records: {
    request_id: string
    user_id: number
    /** The organisation that paid; 0 where the user did. */
    account_id: Generated<number>
    token_id: number
    created_at: number
    expires_at: number
    kept_by: RecordKeeper
    cut: Flag
    redacted: Flag
    sampled: Flag
    /** Bytes of the four sides, before they were cut. */
    size: number
    sealed: Uint8Array
  }
}
