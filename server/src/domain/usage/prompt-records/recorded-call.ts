import type { RecordSide } from '@turnpike/contract/usage/prompt-records'
import type { KeptTerms } from './stored-terms.ts'

/** One side of a call, as far as it was kept. */
export type RecordedSide = {
  name: RecordSide
  /** Method and path of a request. */
  line?: string | undefined
  /** Of an answer. */
  status?: number | undefined
  headers: Record<string, string>
  bytes: Buffer
  /** How many bytes there were. */
  size: number
}

/** A call that has ended, before anything is cut out of it. */
export type RecordedCall = KeptTerms & {
  request_id: string
  user_id: number
  token_id: number
  created_at: number
  sides: RecordedSide[]
  /** The client's own key: no side may hold it. */
  clientSecrets: readonly string[]
  /**
   * The channel's key and where its upstream is. They are cut out of the upstream's sides alone: a client could find out
   * by what is missing in its own request.
   */
  channelSecrets: readonly string[]
}

/** Bytes kept beyond the limit until redaction is done, so that what is cut in two at the limit is still found. */
export const marginBytes = 4096
