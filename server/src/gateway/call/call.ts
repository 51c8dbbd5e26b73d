import type { Price } from '../../domain/pricing/price.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { groupRatioOf } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import type { Refusal } from '../entry/refusals.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { Snapshot } from '../routing/snapshot.ts'

/** Everything that is decided about a call before it is sent: caller, model, price. Prices do not change while it runs. */
export type Call = {
  request_id: string
  caller: RelayCaller
  snapshot: Snapshot
  model: string
  price: Price
  groupRatio: number
  promptTokens: number
  /** Counts the prompt by the rules of its model, for upstreams that report no usage; costs more than the estimate. */
  countPrompt: (() => Promise<PromptTokens>) | undefined
  startedAt: number
  /** Ids of the channels tried so far, in order. */
  tried: number[]
  /** How they failed, in the same order. */
  failures: UpstreamFailure[]
  /** When the last attempt began, and when its upstream began to respond. */
  sentAt: number | undefined
  respondedAt: number | undefined
  /** The number of the attempt whose answer is delivered, by which it can be amended. */
  attempt: number | undefined
  /** The amount of the hold; 0 when the call is free. */
  held: number
  /** Keeps the hold while the call runs; ended by settlement and release. */
  keeper: Keeper | undefined
  /** True once settlement owns the hold; runCall must not release it. */
  isSettling: boolean
}

/** A call whose answer is being delivered: what it has cost so far, and how to end it. */
export type Delivery = {
  channel_id: number
  /** The charge of what was delivered so far. */
  accrued(): number
  /** Ends the delivery: the balance does not cover more of it, or its charge could not be kept. */
  stop(refusal: Refusal): void
  /** The hold was checked, and the delivery may go on; a little beyond its hold where the database was away. */
  goOn?(isUnheld: boolean): void
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
  countPrompt,
  startedAt: performance.now(),
  tried: [],
  failures: [],
  sentAt: undefined,
  respondedAt: undefined,
  attempt: undefined,
  held: 0,
  keeper: undefined,
  isSettling: false,
})
