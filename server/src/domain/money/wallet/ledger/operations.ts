import type { ErrorCode } from '@turnpike/contract/errors'
import type { Flag } from '../../../../store/schema/flag.ts'
import type { Limit, LimitHit } from '../../../routing/limits/counter-key.ts'

/** A relayed call with the user and token it is charged to. Its request id makes every operation idempotent. */
export type BilledCall = {
  request_id: string
  user_id: number
  /** 0 in the playground, which uses no token. */
  token_id: number
}

/** The consumption log row of a call. Ids, amount and time come from the capture itself. */
export type ConsumptionLog = {
  username: string
  token_name: string
  model_name: string
  prompt_tokens: number
  completion_tokens: number
  /** Seconds. */
  use_time: number
  is_stream: Flag
  group: string
  /** Milliseconds to the first word; 0 when the answer was not streamed. For the hours alone. */
  first_ms?: number | undefined
  /** What the upstream took, where that is known. Also in `facts`. */
  cost?: number | undefined
  /** The record of a call; absent in rows that say in `content` and `other` what there is to say. */
  facts?: string | undefined
  content?: string | undefined
  /** JSON. */
  other?: string | undefined
}

/** A part of a slice, given to a call that has no hold of its own; 0 where a call only asks how the slice stands. */
export type SlicePart = { id: string; amount: number; expires_at: number }

/** The tokens of a call before it is sent, for limits of tokens per minute. */
export type ExpectedTokens = {
  prompt_tokens?: number | undefined
  /** The most that its answers may have, or how many they are likely to have at most. */
  output_tokens?: number | undefined
  /** The request limits its answers to `output_tokens`. */
  isBound?: boolean | undefined
}

export type HoldOperation = BilledCall &
  ExpectedTokens & {
    kind: 'hold'
    amount: number
    model_name: string
    group: string
    price_snapshot: string
    at: number
    expires_at: number
    /** The call had a hold and lost it to an expiry. */
    isAgain?: boolean
    /** The hold that it had was released with all that it had reserved: it is the next model of a virtual one. */
    wasReleased?: boolean
    /** Absent where none apply. */
    limits?: readonly Limit[] | undefined
    /** A slice of the same user and token. */
    slice?: SlicePart | undefined
  }
/** `amount` is the total of the hold, so that applying it twice adds nothing. */
export type ExtendOperation = BilledCall & {
  kind: 'extend'
  amount: number
  at: number
  limits?: readonly Limit[] | undefined
}
/**
 * Takes a place on a channel for the next attempt of a call, and gives up the one that the call has on another channel,
 * also where the new one is refused. Without limits it only gives up. Counters that the call has already are neither
 * checked nor counted again, so that taking the same place again changes nothing.
 */
export type OccupyOperation = BilledCall &
  ExpectedTokens & {
    kind: 'occupy'
    at: number
    /** Those of the channel and of its key. */
    limits: readonly Limit[]
    /** Beside the place that the call has, which it keeps in any case. */
    isBeside?: boolean
  }
/** Opens a slice, whose id is the request id, with at most `amount`. Refused where less than several times `call` is available. */
export type GrantOperation = BilledCall & {
  kind: 'grant'
  amount: number
  call: number
  at: number
  expires_at: number
}
/** Gives a call that a slice covers a hold of its own, with the amount that it has of the slice. */
export type CutOperation = BilledCall & {
  kind: 'cut'
  slice: SlicePart
  model_name: string
  group: string
  price_snapshot: string
  at: number
  expires_at: number
}
/** Brings the expiry of all slices of a user forward, by which their processes see that they are to be given back. */
export type RecallOperation = BilledCall & { kind: 'recall'; at: number }
export type CheckpointOperation = BilledCall & {
  kind: 'checkpoint'
  accrued: number
  channel_id: number
  expires_at: number
}
export type CaptureOperation = BilledCall & {
  kind: 'capture'
  channel_id: number
  charge: number
  /** Absent when the log of calls is switched off. */
  log?: ConsumptionLog | undefined
  at: number
  /** The counters of the call, for the case that its hold has expired. */
  limits?: string | undefined
  /** The tokens that are charged, for limits of tokens per minute. */
  prompt_tokens?: number | undefined
  completion_tokens?: number | undefined
  /** Covers the call unless it has got a hold of its own, or belongs to the same user and token. */
  slice?: SlicePart | undefined
  /** It may have been applied before. */
  isAgain?: boolean | undefined
}
export type ReleaseOperation = BilledCall & { kind: 'release'; at: number }
export type ExpireOperation = BilledCall & { kind: 'expire'; isLogged: boolean; at: number }

/** The end of a call. Settlements must not be lost while the database is away. */
export type Settlement = CaptureOperation | ReleaseOperation
export type Operation =
  | HoldOperation
  | ExtendOperation
  | OccupyOperation
  | CheckpointOperation
  | GrantOperation
  | CutOperation
  | RecallOperation
  | Settlement
  | ExpireOperation

export const isSettlement = ({ kind }: Operation) => kind === 'capture' || kind === 'release'
const doneAtCommit: ReadonlySet<Operation['kind']> = new Set(['hold', 'occupy', 'grant', 'cut', 'recall'])
/** What a power failure loses of these is lost together with the call: they need not wait for the disk. */
export const isDoneAtCommit = ({ kind }: Operation) => doneAtCommit.has(kind)
export const isFreeCapture = (operation: Operation) => operation.kind === 'capture' && operation.charge === 0
/** The database has neither a hold nor a charge of its call. Not of a free one, which leaves no charge that refuses a second. */
export const isFirstCapture = (operation: Operation) =>
  operation.kind === 'capture' &&
  operation.slice !== undefined &&
  operation.slice.amount > 0 &&
  operation.charge > 0 &&
  !operation.isAgain

/**
 * `quota` is the posted balance after the operation; absent when a settlement was spooled. `sliceLeft` is what the slice of
 * the operation has, or those of the user that is recalled from: 0 where nothing more may be given from it.
 */
export type Outcome =
  | { ok: true; quota?: number; sliceLeft?: number }
  | { ok: false; code: ErrorCode; reached?: LimitHit }
