import type { RecordKeeper } from '@turnpike/contract/usage/prompt-records'
import type { Flag } from './flag.ts'

/** Groups whose requests and responses are recorded; `terms` is JSON. */
export interface GroupRecordsTable {
  group: string
  terms: string
}

/** The request and the response of a call, encrypted. In the log database. */
export interface PromptRecordsTable {
  request_id: string
  user_id: number
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
