import type { ChatChunk, ChatReply, ChatRequest, JsonObject } from '../forms/chat.ts'

export type DialectName = 'openai' | 'completions' | 'anthropic' | 'gemini' | 'responses'

/** Writes one streamed answer in the client's format: text ready for the socket. */
export type StreamEncoder = {
  push(chunk: ChatChunk): string
  end(): string
  /** Ends a stream that failed, where that needs to know what was written before; otherwise see `streamError`. */
  fail?(error: ClientError): string
}

/** What the encoder of an answer may look back at. */
export type AskFacts = {
  /** The client's own body. */
  body: JsonObject
  /** The model as the client named it. */
  model: string
  id: string
  now: number
  /** Estimated before the call; dialects that announce usage first need it. */
  promptEstimate: number
  /** A Gemini client asked for events. Otherwise its stream is one JSON list, sent piece by piece. */
  sse?: boolean
}

export type ClientError = {
  status: number
  message: string
  type: string
  code: string
  param?: string
  requestId: string
}

/** How a client speaks. Pure, like a provider. */
export type Dialect = {
  name: DialectName
  /** Client body → our form. Throws BadRequest with a sentence for the client. */
  request(body: JsonObject, model: string): ChatRequest
  reply(reply: ChatReply, about: AskFacts): JsonObject
  stream(about: AskFacts): StreamEncoder
  /** The error body of this dialect. */
  error(error: ClientError): JsonObject
  /** Statuses that this dialect's clients know by another number. */
  statuses?: Readonly<Record<number, number>>
  /** Written into a stream that has been silent for a while; absent where clients would stumble over it. */
  keepAlive?: string
  /** The same in the middle of a stream, as the last thing written. */
  streamError(error: ClientError): string
}

/** The client's mistake, with the field it is in. */
export class BadRequest extends Error {
  readonly param: string | undefined
  readonly code: string | undefined
  constructor(message: string, param?: string, code?: string) {
    super(message)
    this.param = param
    this.code = code
  }
}
