import type { TaskEnd, TaskPlatform, TaskStatus } from '@turnpike/contract/usage/task'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Work that an upstream does in minutes: drawings, songs, videos. */
export interface TasksTable {
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
