import type { ChannelType } from '@turnpike/contract/channel-types'

/** The traces of relayed calls. Undefined if traces are off. */
export type Traces = {
  /** A call arrives. Undefined if the sampler leaves it out. */
  begin(call: ArrivedCall): CallTrace | undefined
  /** Sends the queued spans. Never fails. */
  close(): Promise<void>
}

export type ArrivedCall = {
  request_id: string
  method: string
  /** The path of the route, without the values of its parameters. */
  route: string
  /** The action after the model's name in Gemini's paths; empty for other routes. */
  action: string
  /** The caller's trace, by W3C Trace Context. */
  traceparent: string | undefined
}

/** The spans of one call: one of the server, and one per attempt on a channel. */
export type CallTrace = {
  /** An attempt begins. It lasts until it fails or its response is complete. */
  attempt(attempt: TracedAttempt): AttemptTrace
  /** The upstream of the attempt on this channel responds. */
  responded(channel_id: number, status: number): void
  broke(kind: string): void
  /** The response is complete, or no more of it is awaited. */
  completed(finishReason?: string): void
  /** Several times for a session, whose figures are added. */
  settled(bill: TracedBill): void
  /** The call was refused or has failed, by this code. */
  failed(code: string): void
  end(facts: TracedEnd): void
}

export type TracedChannel = { id: number; type: ChannelType }

export type TracedAttempt = {
  channel: TracedChannel
  /** 0 unless the channel has several keys. */
  key_id: number
  /** The model by the name that the upstream knows. */
  model: string
  /** How many attempts the call made before. */
  before: number
  /** Why there is another attempt: the kind of failure before it, or `hedge`. Undefined for the first one. */
  reason: string | undefined
}

export type AttemptTrace = {
  /** `status` is 0 where no response came. */
  fail(type: string, status: number): void
}

export type TracedBill = {
  channel: TracedChannel
  upstreamModel: string
  quota: number
  input: number
  output: number
  cacheRead: number
  isStream: boolean
  /** From the request to the first byte of a streamed response. */
  firstMs: number | undefined
  /** When the call began, by `performance.now()`. */
  startedAt: number
}

export type TracedEnd = {
  /** Undefined where the connection was closed before the response began. */
  status: number | undefined
  /** The whole response was sent. */
  isWhole: boolean
  caller: { user_id: number; token_id: number; group: string } | undefined
  /** The requested model; a virtual one by its own name. */
  model: string | undefined
  group: string | undefined
}
