import type { ErrorCode } from '@turnpike/contract/errors'
import type { Flag } from '../../../../store/schema/flag.ts'
import type { Limit, LimitHit } from '../../../routing/limits/counter-key.ts'

/** A relayed call with the account and token it is charged to. Its request id makes every operation idempotent. */
export type BilledCall = {
  request_id: string
  /** The user or organisation that pays. */
  user_id: number
  /** The member who calls at an organisation's expense; absent or 0 where the user pays. */
  caller_id?: number | undefined
  /** 0 in the playground, which uses no token. */
  token_id: number
  /** What may pay, in order: ids of pots, and 0 for the balance. Absent: the balance alone. */
  sources?: readonly number[] | undefined
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
  /** Milliseconds to the first token, for the hourly sums; 0 if the response was not streamed. */
  first_ms?: number | undefined
  /** The cost at the upstream, if it is known. It is in `facts` too. */
  cost?: number | undefined
  /** The record of the call (`usage/logs/call-record.ts`). A row without one has `content` and `other`. */
  facts?: string | undefined
  content?: string | undefined
  /** JSON. */
  other?: string | undefined
}

/**
 * The part of a slice that covers a call without a hold of its own. With the amount 0, the operation only asks whether
 * the slice may go on.
 */
export type SlicePart = { id: string; amount: number; expires_at: number }

/** The expected tokens of a call, for limits of tokens per minute. */
export type ExpectedTokens = {
  prompt_tokens?: number | undefined
  /** The output limit of the request, or a likely upper bound. */
  output_tokens?: number | undefined
  /** `output_tokens` is the output limit of the request. */
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
    /** The hold of the call has expired, or was released for the next model of a virtual model. */
    isRepeat?: boolean
    /** The earlier hold was released with all its reservations: this is the next model of a virtual model. */
    wasReleased?: boolean
    /** Absent if no limit applies. */
    limits?: readonly Limit[] | undefined
    /** A slice of the same user and token. */
    slice?: SlicePart | undefined
  }
/** `amount` is the new total of the hold, so that a repeated extension adds nothing. */
export type ExtendOperation = BilledCall & {
  kind: 'extend'
  amount: number
  at: number
  limits?: readonly Limit[] | undefined
  /** The call has reserved the cost of the larger hold already. */
  keepsCosts?: boolean
}
/**
 * Takes a slot on a channel for the next attempt of a call, and frees the slot that the call has on another channel,
 * even if the new one is refused. Without limits it only frees. Counters that the call already has are neither checked
 * nor counted again, so that a repeated operation changes nothing. A higher cost reserves the difference.
 */
export type OccupyOperation = BilledCall &
  ExpectedTokens & {
    kind: 'occupy'
    at: number
    /** The limits of the channel and of its key. */
    limits: readonly Limit[]
    /** The call keeps the slot that it has: this one is for a hedged attempt. */
    isAdditional?: boolean
  }
/** Opens a slice of at most `amount`. Its id is the request id. Refused unless several times `call` is available. */
export type GrantOperation = BilledCall & {
  kind: 'grant'
  amount: number
  call: number
  at: number
  expires_at: number
}
/** Gives a covered call a hold of its own, with its amount of the slice. */
export type CutOperation = BilledCall & {
  kind: 'cut'
  slice: SlicePart
  model_name: string
  group: string
  price_snapshot: string
  at: number
  expires_at: number
}
/** Brings the expiry of all slices of a user forward. Their owners see it and give them back. */
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
  /** Absent if logging of calls is switched off. */
  log?: ConsumptionLog | undefined
  at: number
  /** The counters of the call, in case its hold has expired. */
  limits?: string | undefined
  /** The cost at the upstream, for budgets of the channel; absent where it has none, or where the cost is unknown. */
  cost?: number | undefined
  /** The charged tokens, for limits of tokens per minute. */
  prompt_tokens?: number | undefined
  completion_tokens?: number | undefined
  /** The slice that covers the call, or a slice of the same user and token that the call asks about. */
  slice?: SlicePart | undefined
  /** The operation may have been applied before. */
  isRepeat?: boolean | undefined
}
export type ReleaseOperation = BilledCall & { kind: 'release'; at: number }
export type ExpireOperation = BilledCall & { kind: 'expire'; isLogged: boolean; at: number }

/** The end of a call. It must not be lost while the database is away. */
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
/** Whether an operation need not wait for the disk: a power failure that loses it ends its call too. */
export const isDoneAtCommit = ({ kind }: Operation) => doneAtCommit.has(kind)
export const isFreeCapture = (operation: Operation) => operation.kind === 'capture' && operation.charge === 0
/**
 * Whether the database can have neither a hold nor a charge of the call. A free call is excluded: it leaves no entry
 * that would refuse a second capture.
 */
export const isFirstCapture = (operation: Operation) =>
  operation.kind === 'capture' &&
  operation.slice !== undefined &&
  operation.slice.amount > 0 &&
  operation.charge > 0 &&
  !operation.isRepeat

/**
 * `quota` is the posted balance after the operation; absent if a settlement was spooled. `sliceLeft` is the amount of
 * the slice of the operation, or 0 if it may cover no further call. After a recall it is the sum of the user's slices.
 * `isHeld`: a part of what did not suffice is held, by slices or other calls, and may be free again soon.
 */
export type Outcome =
  | { ok: true; quota?: number; sliceLeft?: number }
  | { ok: false; code: ErrorCode; reached?: LimitHit; isHeld?: true }
