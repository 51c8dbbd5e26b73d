import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface LogsTable {
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
}
