import type { ErrorCode } from '@turnpike/contract/errors'
import type { Flag } from '../../../store/schema/flag.ts'

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
  /** The record of a call; absent in rows that say in `content` and `other` what there is to say. */
  facts?: string | undefined
  content?: string | undefined
  /** JSON. */
  other?: string | undefined
}

export type HoldOperation = BilledCall & {
  kind: 'hold'
  amount: number
  model_name: string
  group: string
  price_snapshot: string
  at: number
  expires_at: number
  /** The call had a hold and lost it to an expiry. */
  isAgain?: boolean
}
/** `amount` is the total of the hold, so that applying it twice adds nothing. */
export type ExtendOperation = BilledCall & { kind: 'extend'; amount: number; at: number }
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
}
export type ReleaseOperation = BilledCall & { kind: 'release'; at: number }
export type ExpireOperation = BilledCall & { kind: 'expire'; isLogged: boolean; at: number }

/** The end of a call. Settlements must not be lost while the database is away. */
export type Settlement = CaptureOperation | ReleaseOperation
export type Operation = HoldOperation | ExtendOperation | CheckpointOperation | Settlement | ExpireOperation

export const isSettlement = ({ kind }: Operation) => kind === 'capture' || kind === 'release'
/** A hold that a power failure loses is lost together with its call: it need not wait for the disk. */
export const isDoneAtCommit = ({ kind }: Operation) => kind === 'hold'
export const isFreeCapture = (operation: Operation) => operation.kind === 'capture' && operation.charge === 0

/** `quota` is the posted balance after the operation; absent when a settlement was spooled. */
export type Outcome = { ok: true; quota?: number } | { ok: false; code: ErrorCode }
