import type { ToolCalls, Usage } from '../../domain/money/pricing/usage.ts'

/**
 * The gateway's own form of a chat: the OpenAI shape, loosely typed, so that unknown fields survive. Dialects and
 * providers translate to and from it. If client and upstream have the same format, it is only used to meter the
 * forwarded bytes.
 */
export type JsonObject = { [name: string]: unknown }

export type TextPart = { type: 'text'; text: string; cache_control?: unknown }
export type ImagePart = { type: 'image_url'; image_url: { url: string; detail?: string }; cache_control?: unknown }
export type AudioPart = { type: 'input_audio'; input_audio: { data: string; format: string } }
export type FilePart = {
  type: 'file'
  file: { file_id?: string; filename?: string; file_data?: string }
  cache_control?: unknown
}
export type VideoPart = { type: 'video_url'; video_url: { url: string } }
/** A part of a kind newer than this code is sent unchanged to upstreams of the OpenAI format, and refused elsewhere. */
export type UnknownPart = JsonObject & { type: string }
export type ContentPart = TextPart | ImagePart | AudioPart | FilePart | VideoPart | UnknownPart

export type ToolCall = {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
  /** Data the upstream needs back with this call, such as a thought signature. */
  extra_content?: JsonObject
}

/**
 * A signed piece of reasoning. It must return unchanged, and at its position, to the upstream that wrote it. A message
 * has its text and its calls apart, so a block between them says how much of both comes before it.
 */
export type ThinkingBlock = (
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
) & {
  /** Absent: the block comes before all text and calls. */
  after?: ThinkingPlace
}
/** Characters of text, and the number of calls. */
export type ThinkingPlace = { text: number; calls: number }

export type ChatMessage = JsonObject & {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  content?: string | ContentPart[] | null
  name?: string
  tool_calls?: ToolCall[]
  tool_call_id?: string
  reasoning_content?: string
  thinking_blocks?: ThinkingBlock[]
}

export type Tool = JsonObject & {
  type: string
  function?: { name: string; description?: string; parameters?: JsonObject | null; strict?: boolean | null }
  cache_control?: unknown
}

export type ChatRequest = JsonObject & {
  model: string
  messages: ChatMessage[]
  stream?: boolean
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  stop?: string | string[] | null
  n?: number
  tools?: Tool[]
  tool_choice?: unknown
  parallel_tool_calls?: boolean
  response_format?: JsonObject
  reasoning_effort?: string
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export type ResponseMessage = JsonObject & {
  role: 'assistant'
  content: string | null
  refusal?: string | null
  reasoning_content?: string
  thinking_blocks?: ThinkingBlock[]
  tool_calls?: ToolCall[]
}

export type ChatResponse = {
  id: string
  created: number
  model: string
  choices: (JsonObject & { index: number; message: ResponseMessage; finish_reason: FinishReason })[]
  /** Absent when the upstream did not report it. */
  usage?: Usage
  /** Other fields of an OpenAI-shaped response, such as citations; its `usage` has the upstream's own counts. */
  extra?: JsonObject
}

export type ToolCallDelta = {
  index: number // the ordinal of the call in the message, also where the upstream numbers calls differently
  id?: string
  type?: 'function'
  function?: { name?: string; arguments?: string }
  extra_content?: JsonObject
}

export type ChatDelta = JsonObject & {
  role?: 'assistant'
  content?: string | null
  refusal?: string | null
  reasoning_content?: string
  thinking_blocks?: ThinkingBlock[]
  tool_calls?: ToolCallDelta[]
}

/**
 * The tools of a streamed response so far that its upstream bills apart from tokens. A tool that has begun counts as
 * running until its result has come.
 */
export type BilledTools = {
  done: readonly ToolCalls[]
  running: readonly ToolCalls[]
  /** The client has received something of a result, such as a partial picture. */
  isShown: boolean
}

/**
 * One chunk of a streamed response. Usage comes when the upstream reports it, on a chunk of its own or on any other.
 */
export type ChatChunk = {
  id: string
  created: number
  model: string
  choices: (JsonObject & { index: number; delta: ChatDelta; finish_reason: FinishReason | null })[]
  /** Counts so far: if several chunks have usage, the last one counts. */
  usage?: Usage
  /** As with usage, the last one counts. */
  billed?: BilledTools
  /** The content is a picture as Markdown, which has the tokens of a picture and none of text. */
  isPicture?: true
  /** As in ChatResponse. */
  extra?: JsonObject
}
