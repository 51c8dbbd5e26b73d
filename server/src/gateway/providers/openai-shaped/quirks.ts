import type { ToolCalls } from '../../../domain/money/pricing/usage.ts'
import type { FinishReason, JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import type { JsonSupport } from '../../translate/json/json-instruction.ts'
import type { FailureTable } from '../../translate/response/failure-of.ts'

/** How a chat for one upstream of the OpenAI format differs from OpenAI's own. */
export type RequestQuirks = {
  /** The role `developer` is unknown and becomes `system`. */
  developerToSystem?: true
  /** The only field for the output limit; of two limits the smaller holds. */
  limitField?: 'max_tokens' | 'max_completion_tokens'
  temperature?: readonly [min: number, max: number]
  topP?: readonly [min: number, max: number]
  /** Stop sequences are a list of at most `countMax`; those that do not fit are left out. */
  stop?: { countMax: number; fits?(sequence: string): boolean }
  /** The JSON formats that the upstream supports. Absent: formats pass, and need no words in the prompt. */
  json?: JsonSupport
  /** Content with only text parts is sent as one string. */
  flattensText?: true
  /** Fields that are never sent. */
  droppedFields?: readonly string[]
  /** Fields of messages that are never sent. */
  droppedMessageFields?: readonly string[]
  /** Fields that the upstream lacks and that must not be dropped: the request is refused, and another channel may take it. */
  refusedFields?: readonly string[]
  /** The kinds of content parts beside text that the upstream accepts; others are refused. Absent: all. */
  contentParts?: readonly string[]
  /** Whether usage in a stream must be requested, or requesting it is an error. */
  streamOptions: 'include_usage' | 'drop'
  /**
   * The treatment of reasoning in earlier assistant messages. `echo`: it is kept, and required beside tool calls, where
   * a blank replaces reasoning the client lost.
   */
  reasoning: 'keep' | 'drop' | 'echo'
  /** The nearest effort that the upstream knows, for each effort that it refuses. */
  efforts?: Readonly<Record<string, string>>
  /** The upstream's name for the reasoning in earlier assistant messages, if it is not `reasoning_content`. */
  reasoningField?: 'reasoning'
  /** Extensions of the gateway's form that only some upstreams accept are dropped from messages and tools. */
  dropsExtensions?: true
}

/** How responses of one upstream of the OpenAI format differ from OpenAI's own. */
export type ResponseQuirks = {
  /** The meaning of an error in OpenAI's form that came with a status of 200. Absent: the usual meaning. */
  failureOf?(body: JsonObject): UpstreamFailure
  /** A body with status 200 may be a failure in another form. */
  failureIn?(body: JsonObject): UpstreamFailure | undefined
  /** Translates the upstream's own form of responses and chunks to OpenAI's. Called once for each body. */
  reshape?(body: JsonObject): JsonObject
  /** The meanings of the upstream's own codes in an error that comes with status 200. */
  failures?: FailureTable
  finishReasons?: Readonly<Record<string, FinishReason>>
  /** Finish reasons that mean the upstream gave up: a failure without output, otherwise this finish reason. */
  abortReasons?: Readonly<Record<string, FinishReason | 'failure'>>
  /** Reasoning may come as `<think>…</think>` inside the content. */
  thinkTags?: true
  /** The upstream's own usage fields that its clients read. */
  keptUsageFields?: readonly string[]
  /** The upstream's usage in OpenAI's fields and with OpenAI's meaning of them. */
  counts?(usage: JsonObject): JsonObject
  /** The tools that the upstream ran and bills apart from the tokens. */
  toolCalls?(usage: JsonObject, body: JsonObject): ToolCalls[] | undefined
  /** Fields beside the choices that no client should see. */
  droppedFields?: readonly string[]
  /** Whether a chunk says that it is the last one, in streams without an end marker. */
  isLast?(body: JsonObject): boolean
}
