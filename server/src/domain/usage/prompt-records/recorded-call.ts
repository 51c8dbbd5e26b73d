import type { RecordSide } from '@turnpike/contract/usage/prompt-records'
import type { KeptTerms } from './stored-terms.ts'

/** The stored part of one side of a call. */
export type RecordedSide = {
  name: RecordSide
  /** Method and path of a request. */
  line?: string | undefined
  /** Of a response. */
  status?: number | undefined
  headers: Record<string, string>
  bytes: Buffer
  /** How many bytes there were. */
  size: number
}

/** A call that has ended, before redaction. */
export type RecordedCall = KeptTerms & {
  request_id: string
  user_id: number
  account_id: number
  token_id: number
  created_at: number
  sides: RecordedSide[]
  /** The client's own key: no side may hold it. */
  clientSecrets: readonly string[]
  /**
   * The channel's key and its upstream's address. They are cut out of the upstream's sides only: otherwise a client
   * could find them by the gaps in its own request.
   */
  channelSecrets: readonly string[]
}

/** Bytes kept beyond the limit until redaction is done, so that a match across the limit is still found. */
export const marginBytes = 4096
