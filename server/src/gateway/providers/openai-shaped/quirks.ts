import type { FinishReason, JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'

/** How a chat for one upstream of OpenAI's shape differs from the one OpenAI itself takes. */
export type RequestQuirks = {
  /** The role `developer` is unknown; it is called `system` here. */
  developerToSystem?: true
  /** The only name for the limit on the answer; of two limits the smaller holds. */
  limitField?: 'max_tokens' | 'max_completion_tokens'
  temperature?: readonly [min: number, max: number]
  topP?: readonly [min: number, max: number]
  /** Stop words are a list of at most so many; those that do not fit are left out. */
  stop?: { countMax: number; fits?(sequence: string): boolean }
  /** Content that is text alone is sent as one string. */
  flattensText?: true
  /** Never sent. */
  droppedFields?: readonly string[]
  /** Whether usage in a stream has to be asked for, or asking is an error. */
  streamOptions: 'ask' | 'drop'
  /**
   * What becomes of the reasoning in earlier answers. `echo`: kept, and required beside tool calls, where a blank
   * stands in for what the client lost.
   */
  reasoning: 'keep' | 'drop' | 'echo'
  /** Parts of our own form that only some upstreams understand are taken out of messages and tools. */
  dropsExtensions?: true
}

/** How its answers differ. */
export type ReplyQuirks = {
  /** A 200 may carry a failure in its body. */
  failureIn?(body: JsonObject): UpstreamFailure | undefined
  finishReasons?: Readonly<Record<string, FinishReason>>
  /** Reasons that mean the upstream gave up: a failure while nothing was produced, afterwards an end of this kind. */
  abortReasons?: Readonly<Record<string, FinishReason | 'failure'>>
  /** Reasoning may come as `<think>…</think>` inside the content. */
  thinkTags?: true
  /** Counts of its own that its users look for. */
  keptUsageFields?: readonly string[]
}
