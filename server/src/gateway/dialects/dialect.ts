import type { BadRequest } from '../forms/bad-request.ts'
import type { ChatChunk, ChatRequest, ChatResponse, JsonObject } from '../forms/chat.ts'
import type { PlainWriting } from '../plain-events/plain-events.ts'
import type { ChatOperation, NativeOperation, Provider } from '../providers/provider.ts'

export type DialectName = 'openai' | 'completions' | 'anthropic' | 'gemini' | 'responses'

/** Writes one streamed response in the client's format: text ready for the socket. */
export type StreamEncoder = {
  push(chunk: ChatChunk): string
  /** For speed: writes most texts without a chunk. Absent: every text is pushed as a chunk. */
  plain?: PlainWriting
  end(): string
  /** Ends a failed stream, where the error depends on the events before it. Absent: `streamError` writes it. */
  fail?(error: ClientError): string
}

/** The request data that the encoder of a response may read. */
export type RequestContext = {
  /** The client's own body. */
  body: JsonObject
  /** The model as the client named it. */
  model: string
  id: string
  now: number
  /** Estimated before the call. Dialects that report usage first need it. */
  promptEstimate: number
  /** A Gemini client requested events. Otherwise its stream is one JSON list, sent piece by piece. */
  sse?: boolean
}

export type ClientError = {
  status: number
  message: string
  type: string
  code: string
  param?: string
  /** Fields that the client libraries of a dialect read beside the message. */
  details?: JsonObject
  requestId: string
}

/** The fields that a body must have to be a request of this dialect. */
export type PromptRule = {
  field: string
  /** A string is accepted in place of the list. */
  mayBeText?: true
  /** Types of items that the list may hold besides objects. */
  mayHold?: readonly ('string' | 'number' | 'object')[]
  /** Fields that may replace the prompt. */
  unless?: readonly string[]
  /** Fields that are lists of objects if given, unless they are a string. */
  lists?: readonly string[]
}

/** The quantities in a body that multiply its price, as the client wrote them and not yet validated. */
export type Quantities = {
  /** Limits of output tokens. The largest counts. */
  outputLimits: readonly unknown[]
  /** Numbers of choices that the client gets. The largest counts. */
  choices: readonly unknown[]
  /** Numbers of choices that the upstream generates, whether or not the client gets them. */
  candidates?: readonly unknown[]
  /** Prompts in one request. Each has its own choices. */
  prompts?: number
  /** Whether the response is streamed, where the body says so. */
  stream?: unknown
}

/** One entry of a model list. */
export type ModelFacts = { id: string; owner: string; isEmbedding: boolean }

/** Responses that an upstream stores, so that a later request can continue from the id of one. */
export type StoredResponses = {
  /** The upstream stores the response to this request. */
  isKept(body: JsonObject): boolean
  /** Only an upstream that stores responses can serve this request. */
  needsKeeper(body: JsonObject): boolean
  /** The id of the response that this request continues. */
  previousId(body: JsonObject): string | undefined
  withPreviousId(body: JsonObject, id: string): JsonObject
  /** The id of the response, in a whole response or in an event of a stream. */
  responseId(value: JsonObject): string | undefined
  /** Events that match may name further objects that the upstream stores. */
  namesObjects: RegExp
  items?: StoredItems
  /** No available channel stores responses. */
  unsupported(): BadRequest
  /** No available channel stores the response with that id. */
  notFound(): BadRequest
}

/** The items of a conversation, which an upstream may store one by one. */
export type StoredItems = {
  /** The ids of the items in a response or an event that a later request must return with a proof of ownership. */
  idsIn(value: JsonObject, requested: JsonObject): string[]
  /** The request without references to items that no account stores, as far as it can be served without them. */
  withoutUnstored(body: JsonObject): JsonObject
  /** The request with items that this upstream can read. `open` returns the upstream's own id. */
  map(body: JsonObject, open: (id: string) => ItemId): JsonObject
}
/**
 * The upstream's own id; `lost` for an item of another account or user; `plain` for an id without a proof of ownership.
 */
export type ItemId = { own: string } | 'lost' | 'plain'

/** How errors are written for a client. */
export type ErrorFormat = Pick<Dialect, 'error' | 'statuses'>

/** A client format. Pure, like a provider. */
export type Dialect = {
  name: DialectName
  /** This format is the gateway's own form: if the upstream has the same format, the bytes pass. */
  isOwnForm?: true
  prompt: PromptRule
  /** Throws BadRequest for a request that no upstream may get, translated or not. */
  check?(body: JsonObject): void
  quantities(body: JsonObject): Quantities
  /** Further models that the upstream may run for this request. The caller must be allowed to use them. */
  otherModels?(body: JsonObject): string[]
  /** Fields in which requests of this dialect set the quantities that multiply their price. */
  containers?: readonly string[]
  /**
   * The provider's operation for requests of this dialect, which then pass untranslated. Absent: they are translated.
   */
  native?(provider: Provider): NativeOperation | undefined
  /** The provider's operation for requests of this dialect in the gateway's form, if it is not the chat operation. */
  operation?(provider: Provider): ChatOperation | undefined
  stored?: StoredResponses
  /** Added to the query of a streamed request that passes untranslated, so that the upstream responds with events. */
  streamQuery?: Readonly<Record<string, string>>
  /** Whether the query requests events. Absent: streams are events. Otherwise a stream may be one JSON list. */
  wantsEvents?(query: Readonly<Record<string, string>>): boolean
  /**
   * Responses have OpenAI's usage object, in streams only on request. The value is the `object` field of their chunks.
   */
  chunkObject?: string
  /** Translates the client's body to the gateway's form. Throws BadRequest with a message for the client. */
  request(body: JsonObject, model: string): ChatRequest
  response(response: ChatResponse, about: RequestContext): JsonObject
  stream(about: RequestContext): StreamEncoder
  /** The field with the system prompt of a request, where the operations that pass it do not add the channel's own. */
  systemField?: string
  /** The vendor's lists of models. */
  models: { one(model: ModelFacts): JsonObject; list(models: readonly ModelFacts[]): JsonObject }
  /** The error body of this dialect. */
  error(error: ClientError): JsonObject
  /** Statuses that clients of this dialect expect as another number. */
  statuses?: Readonly<Record<number, number>>
  /** Written into a stream that has been silent for a while. Absent: clients of this dialect fail on such bytes. */
  keepAlive?: string
  /** The error body inside a stream that has begun. It is written last. */
  streamError(error: ClientError): string
}
