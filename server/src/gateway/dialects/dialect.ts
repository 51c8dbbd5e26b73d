import type { BadRequest } from '../forms/bad-request.ts'
import type { ChatChunk, ChatRequest, ChatResponse, JsonObject } from '../forms/chat.ts'
import type { PlainWriting } from '../plain-events/plain-events.ts'
import type { ChatOperation, NativeOperation, Provider } from '../providers/provider.ts'

export type DialectName = 'openai' | 'completions' | 'anthropic' | 'gemini' | 'responses'

/** Writes one streamed answer in the client's format: text ready for the socket. */
export type StreamEncoder = {
  push(chunk: ChatChunk): string
  /** For speed: most texts are written without a chunk. Absent: every text is pushed as a chunk. */
  plain?: PlainWriting
  end(): string
  /** Ends a stream that failed, where that needs to know what was written before; otherwise see `streamError`. */
  fail?(error: ClientError): string
}

/** What the encoder of an answer may look back at. */
export type RequestContext = {
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
  /** What the libraries of a dialect read beside the message. */
  details?: JsonObject
  requestId: string
}

/** What a body must hold to be a request at all. */
export type PromptRule = {
  field: string
  /** A plain text will do. */
  mayBeText?: true
  /** What the list may hold besides objects. */
  mayHold?: readonly ('string' | 'number' | 'object')[]
  /** Fields that may replace the prompt. */
  unless?: readonly string[]
  /** Fields that are lists of objects where they are given, unless they are a text. */
  lists?: readonly string[]
}

/** What a body says that multiplies its price, as the client wrote it: not yet checked. */
export type Quantities = {
  /** Limits of output tokens; the largest counts. */
  outputLimits: readonly unknown[]
  /** Numbers of answers that will be shown; the largest counts. */
  choices: readonly unknown[]
  /** Numbers of answers that the upstream makes, shown or not. */
  candidates?: readonly unknown[]
  /** Prompts in one request; each has answers of its own. */
  prompts?: number
  /** Whether the answer is streamed, where the body says so. */
  stream?: unknown
}

/** What a list of models says about one of them. */
export type ModelFacts = { id: string; owner: string; isEmbedding: boolean }

/** Replies that an upstream keeps, so that a later request can go on from the id of one. */
export type StoredResponses = {
  /** The upstream keeps the reply to this request. */
  isKept(body: JsonObject): boolean
  /** Only an upstream that keeps replies can serve this request. */
  needsKeeper(body: JsonObject): boolean
  /** The id of the reply that this request goes on from. */
  previousId(body: JsonObject): string | undefined
  withPreviousId(body: JsonObject, id: string): JsonObject
  /** The id of the reply, in a whole reply or in an event of a stream. */
  responseId(value: JsonObject): string | undefined
  /** Events that match may name further objects that the upstream keeps. */
  namesObjects: RegExp
  items?: StoredItems
  /** No channel in reach keeps replies. */
  unsupported(): BadRequest
  /** No channel in reach keeps the reply of that id. */
  notFound(): BadRequest
}

/** The items of a conversation, which an upstream may keep one by one. */
export type StoredItems = {
  /** The ids of the items in a reply or an event that must come back with a proof of whose they are. */
  idsIn(value: JsonObject, requested: JsonObject): string[]
  /** The request with items that this upstream can read. `open` gives the upstream's own id. */
  map(body: JsonObject, open: (id: string) => ItemId): JsonObject
}
/** The upstream's own id; `lost` for an item of another account or user; `plain` for an id without a proof. */
export type ItemId = { own: string } | 'lost' | 'plain'

/** How errors are written for a client. */
export type ErrorFormat = Pick<Dialect, 'error' | 'statuses'>

/** How a client speaks. Pure, like a provider. */
export type Dialect = {
  name: DialectName
  /** This format is our own form: to an upstream that speaks it too, the bytes pass. */
  isOwnForm?: true
  prompt: PromptRule
  /** Throws BadRequest for what no upstream may be asked, whichever way the request goes. */
  check?(body: JsonObject): void
  quantities(body: JsonObject): Quantities
  /** Members in which this dialect's own requests set what multiplies their price. */
  containers?: readonly string[]
  /** The provider's operation for requests of this dialect, which then pass untranslated. Absent: they are translated. */
  native?(provider: Provider): NativeOperation | undefined
  /** The provider's operation for requests of this dialect in our own form, where it is not a chat's. */
  operation?(provider: Provider): ChatOperation | undefined
  stored?: StoredResponses
  /** Added to the query of a streamed request that passes, so that the upstream answers with events. */
  streamQuery?: Readonly<Record<string, string>>
  /** Whether the query asks for events. Absent: streams are events. Otherwise a stream may be one JSON list. */
  wantsEvents?(query: Readonly<Record<string, string>>): boolean
  /** Answers carry OpenAI's usage object, in streams on request only: the `object` member of their chunks. */
  chunkObject?: string
  /** Client body → our form. Throws BadRequest with a sentence for the client. */
  request(body: JsonObject, model: string): ChatRequest
  response(response: ChatResponse, about: RequestContext): JsonObject
  stream(about: RequestContext): StreamEncoder
  /** The vendor's lists of models. */
  models: { one(model: ModelFacts): JsonObject; list(models: readonly ModelFacts[]): JsonObject }
  /** The error body of this dialect. */
  error(error: ClientError): JsonObject
  /** Statuses that this dialect's clients know by another number. */
  statuses?: Readonly<Record<number, number>>
  /** Written into a stream that has been silent for a while; absent where clients would stumble over it. */
  keepAlive?: string
  /** The same in the middle of a stream, as the last thing written. */
  streamError(error: ClientError): string
}
