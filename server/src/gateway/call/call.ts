import type { Price } from '../../domain/money/pricing/price.ts'
import type { Limit, LimitHit } from '../../domain/routing/limits/counter-key.ts'
import type { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { CallTrace } from '../../traces/traces.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { groupRatioOf } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import type { Refusal } from '../entry/refusals.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { Recording } from '../record/recording.ts'
import type { Ticket } from '../routing/channel-queue.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { limitsOfCall } from './limits.ts'

/** Everything that is decided about a call before it is sent: caller, model, price. Prices do not change while it runs. */
export type Call = {
  request_id: string
  caller: RelayCaller
  snapshot: Snapshot
  model: string
  price: Price
  groupRatio: number
  promptTokens: number
  /** The most tokens that all answers together may have by the request itself; undefined where it says nothing about that. */
  outputMax: number | undefined
  /** Counts the prompt by the rules of its model, for upstreams that report no usage; costs more than the estimate. */
  countPrompt: (() => Promise<PromptTokens>) | undefined
  startedAt: number
  /** Ids of the channels tried so far, in order. */
  tried: number[]
  /** Ids of the channels, and of the keys of channels with several, that are not tried again. */
  done: number[]
  triedKeys: number[]
  /** The id of its conversation, where conversations are kept on one channel. */
  conversation: string | undefined
  /** How they failed, in the same order. */
  failures: UpstreamFailure[]
  /** How long it has waited for connections to upstreams, over all attempts. */
  connectingMs: number
  /** When the last attempt began, and when its upstream began to respond. */
  sentAt: number | undefined
  respondedAt: number | undefined
  /** The number of the attempt whose answer is delivered, by which it can be amended. */
  attempt: number | undefined
  /** Every limit that applies; undefined where there is none. */
  limits: Limit[] | undefined
  /** Whether limits of channels count it: a call that takes no hold is not counted. */
  isCounted: boolean
  /** The limits of the channel on which it has a place now; undefined where that has none. */
  occupied: readonly Limit[] | undefined
  /** The channels that it has found full since it last waited. */
  full: Full | undefined
  /** Present while it waits for a place on a channel, and how long it may at most. */
  ticket: Ticket | undefined
  queueSecondsMax: number
  /** Two channels were asked at the same time. */
  isHedged: boolean
  /** The hold that another price would need: by it the cost of a channel is estimated. Absent where nothing is charged. */
  holdAt: ((price: Price, ratio: number) => number) | undefined
  /** The amount of the hold; 0 when the call is free. */
  held: number
  /** A free call has a hold only where limits are counted by it. */
  hasHold: boolean
  /** It lasts for long or goes on without this process: its hold is a row of its own from the start. */
  isLongRunning: boolean
  /** Keeps the hold while the call runs; ended by settlement and release. */
  keeper: Keeper | undefined
  /** True once settlement owns the hold; runCall must not release it. */
  isSettling: boolean
  /** The answer is complete and its charge is being committed. */
  isCapturing: boolean
  /** Present while an answer is delivered. */
  delivery: Delivery | undefined
  /** False where an upstream may have accepted work that goes on without the call. */
  canCancel: boolean
  /** Aborted when the client hangs up, or when an administrator ends the call before its answer is delivered. */
  gone: LightAbortSignal | undefined
  /** Why the call was ended, once an administrator has ended it. */
  cancelled: Refusal | undefined
  /** Keeps prompt and answer, where they are recorded. */
  recording: Recording | undefined
  /** Its spans, where it is traced. */
  trace: CallTrace | undefined
  /** The virtual model that was asked for. */
  virtual: VirtualCall | undefined
}

/** A call of a virtual model, which is the same for all of its models that are tried one after the other. */
export type VirtualCall = {
  readonly name: string
  /** The models that failed, in order. */
  readonly failed: string[]
  /** The call of the model that is tried. */
  call: Call | undefined
  /** A model before it had a hold, by which limits have counted the request already. */
  wasHeld: boolean
}

export const newVirtualCall = (name: string): VirtualCall => ({ name, failed: [], call: undefined, wasHeld: false })

/** Makes a call the next one of a virtual model: attempts and times go on from those of the model before. */
export function continueVirtual(call: Call, virtual: VirtualCall): void {
  const { call: before } = virtual
  call.virtual = virtual
  virtual.call = call
  if (!before) return
  call.tried = before.tried
  call.failures = before.failures
  call.startedAt = before.startedAt
  call.connectingMs = before.connectingMs
  if (before.hasHold) virtual.wasHeld = true
}

/** Channels and keys without room for a call, and the limits that were reached. */
export type Full = { channels: number[]; keys: number[]; reached: LimitHit[] }

/** A call whose answer is being delivered: what it has cost so far, and how to end it. */
export type Delivery = {
  channel_id: number
  /** The charge of what was delivered so far. */
  accrued(): number
  /**
   * The most that the charge can become without a further request of the client. Absent where nothing bounds it. A hold of
   * this amount is not extended.
   */
  most?(): number
  /** What was delivered so far. */
  progress?(): { bytes: number; tokens: number }
  /** Ends the delivery: the balance does not cover more of it, or its charge could not be kept. */
  stop(refusal: Refusal): void
  /** The hold was checked, and the delivery may go on; a little beyond its hold where the database was away. */
  goOn?(isUnheld: boolean): void
}

/** From now on the call is being delivered; its keeper keeps the charge so far. */
export function beginDelivery(call: Call, delivery: Delivery): void {
  call.delivery = delivery
  call.keeper?.watch(delivery)
}

/** Renews and extends the hold of a running call. */
export type Keeper = {
  /** From now on the charge so far is kept with the hold, every few seconds and whenever `check` is called. */
  watch(delivery: Delivery): void
  check(): void
  end(): void
}

type Asked = Pick<Call, 'caller' | 'model' | 'price' | 'promptTokens' | 'snapshot' | 'countPrompt'>

export const newCall = (
  request_id: string,
  { caller, model, price, promptTokens, snapshot, countPrompt }: Asked,
): Call => ({
  request_id,
  caller,
  snapshot,
  model,
  price,
  groupRatio: groupRatioOf(snapshot, caller.group),
  promptTokens,
  outputMax: undefined,
  countPrompt,
  startedAt: performance.now(),
  tried: [],
  done: [],
  conversation: undefined,
  triedKeys: [],
  failures: [],
  connectingMs: 0,
  sentAt: undefined,
  respondedAt: undefined,
  attempt: undefined,
  limits: limitsOfCall(caller, snapshot),
  isCounted: true,
  occupied: undefined,
  full: undefined,
  ticket: undefined,
  queueSecondsMax: Number.POSITIVE_INFINITY,
  isHedged: false,
  holdAt: undefined,
  held: 0,
  hasHold: false,
  isLongRunning: false,
  keeper: undefined,
  isSettling: false,
  isCapturing: false,
  delivery: undefined,
  canCancel: true,
  gone: undefined,
  cancelled: undefined,
  recording: undefined,
  trace: undefined,
  virtual: undefined,
})
