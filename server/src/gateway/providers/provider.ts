import type { ChannelType } from '@turnpike/contract/channel-types'
import type { TaskPlatform } from '@turnpike/contract/usage/task'
import type { Usage } from '../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatRequest, ChatResponse, ContentPart, JsonObject } from '../forms/chat.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { FrameReader, ServerEvent } from '../forms/sse.ts'
import type { PlainEvents } from '../plain-events/plain-events.ts'

/** The data of a channel that a provider may use: how to call the upstream, not who pays for the call. */
export type Target = {
  type: ChannelType
  key: string
  /** Without a trailing slash, and with the type's default filled in. */
  base_url: string
  other: string
  openai_organization: string
  /** The upstream's name for the model, after the channel's mapping. */
  model: string
  /** The client's name for the model. */
  requestedModel?: string
  setting: JsonObject
  /** The access token for which the key was exchanged, if the provider has `access`. */
  token?: string
  /** An id of the caller: constant on this channel, and meaningless elsewhere. Absent in channel tests. */
  caller?(): string
}

/**
 * A request that is sent unchanged. A body is JSON unless it is a form or bytes. At a `ws:` or `wss:` URL the body is
 * the first message, and every message from the upstream is one line of the response.
 */
export type UpstreamRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: JsonObject | FormData | URLSearchParams | Uint8Array
  /** Adds the parts that depend on the exact bytes and the time, such as a signature. Called once, before sending. */
  sign?(sent: SentRequest, now: number): Signature | Promise<Signature>
}
export type SentRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}
export type Signature = { url?: string; headers?: Record<string, string> }

/** Turns the events of one stream, pushed in order, into chunks. `end` follows the last. Throws UpstreamFailure. */
export type StreamDecoder = {
  push(event: ServerEvent): ChatChunk[]
  end(): ChatChunk[]
  /** For speed: reads most events without a parse. Absent: every event is pushed. */
  plain?: PlainEvents
  /** The request that stops the upstream's work, if closing the connection does not; undefined without an id. */
  stop?(sent: UpstreamRequest): UpstreamRequest | undefined
  /** No more events will come, although the connection may stay open. Absent: the end of the connection decides. */
  isOver?(): boolean
}

/** The parts of the client's request besides its body. */
export type ClientRequestHead = {
  /** Client headers that may pass, lower case: anthropic-version, anthropic-beta. */
  headers: Record<string, string>
  /** The query of the client's URL, without any key. */
  query: Record<string, string>
  /** The action in the URL, for dialects with several: compact, countTokens. */
  action?: string
}

/** Texts of a response that only the same account can read again, when a later request repeats them. */
export type BoundTexts = {
  /** The fields that hold them, as the upstream's JSON names them. */
  members: readonly string[]
  /** A request with each such text changed. If `change` returns undefined, the request is sent without the text. */
  map(body: JsonObject, change: (text: string) => string | undefined): JsonObject
}

/** Chat through the gateway's form. Pure: no fetch, no clock, no store, no log. `now` and `id` are arguments. */
export type ChatOperation = {
  request(request: ChatRequest, target: Target): UpstreamRequest
  response(body: unknown, about: ResponseContext): ChatResponse
  stream(about: ResponseContext): StreamDecoder
  /** Splits a stream that is not an event stream into events of at most `lengthMax` bytes. */
  frames?(lengthMax: number): FrameReader
  /** The upstream only streams: for a client that wants a whole response, the stream is read to its end. */
  onlyStreams?: true
  /** The request to send once in place of one that the upstream refused with this failure; undefined: none. */
  instead?(failure: UpstreamFailure, request: ChatRequest): ChatRequest | undefined
  /** Media that the client sent inline must be uploaded before `request` gets them. */
  upload?: UploadOperation
  /** Images and files with a URL must be fetched and inlined before `request` gets them. */
  inlinesMedia?: true
  /** URLs that are never fetched: objects that the upstream stores, or that only the upstream can read. */
  keepsAddress?(url: string, target: Target): boolean
  bound?: BoundTexts
}
export type ResponseContext = {
  id: string
  now: number
  model: string
  /** The channel's settings that change how a response is read. */
  setting?: JsonObject
  /** The functions of the request, for upstreams whose changed names must be mapped back. */
  functions?: readonly string[]
}

/** Uploads a file to the upstream and returns the URL by which later requests name it. */
export type UploadOperation = {
  request(
    file: { name: string; mime: string; bytes: Uint8Array },
    request: ChatRequest,
    target: Target,
  ): UpstreamRequest
  response(body: unknown): string
}

/** A dialect that the upstream supports: the client's body passes with few changes, and the response with none. */
export type NativeOperation = {
  request(body: JsonObject, target: Target, call: ClientRequestHead): UpstreamRequest
  /** Only for the meter and for failures: the client gets the bytes unchanged. */
  response(body: unknown, about: ResponseContext): ChatResponse
  stream(about: ResponseContext): StreamDecoder
  /** As for a chat. The frames' bytes go to the client, so they have the format of the dialect. */
  frames?(lengthMax: number): FrameReader
  /** The response to a token count in the dialect's form; absent if the upstream's response already has that form. */
  counted?(body: unknown): JsonObject
  /** Media with a URL must be fetched and inlined before `request` gets the body. */
  media?: NativeMedia
  bound?: BoundTexts
  /** The upstream stores responses, so that a later request can continue from the id of one. */
  storesResponses?: true
}

/** The media that a body in a native dialect names by URL. */
export type NativeMedia = {
  /** As parts in the gateway's form, in the order of the body. */
  parts(body: JsonObject): ContentPart[]
  /** The body with these parts, which now hold their data, in place of the URLs. */
  put(body: JsonObject, parts: readonly ContentPart[]): JsonObject
}

/** A single request and response: embeddings, images, speech, rerank, moderation. */
export type SingleOperation = {
  /** `request` gets a form as JSON: files are data URLs, and fields that were given several times are lists. */
  formAsJson?: true
  request(request: JsonObject | FormData, target: Target): UpstreamRequest
  /** The upstream's response in the OpenAI format; absent if it already has that format and its bytes may pass. */
  response?(body: unknown, request: JsonObject, about?: { now: number }): JsonObject
  /** The usage that the response reports; undefined if it reports none. */
  usage?(body: unknown): Usage | undefined
  /** The seconds of audio that the response reports; undefined if it reports none. */
  seconds?(body: unknown): number | undefined
  /** The audio in a response that wraps it in JSON although clients expect the bytes alone. */
  sound?(body: unknown, request: JsonObject): { mime: string; bytes: Uint8Array }
  /** A response of bytes, such as an image, as the JSON that `response` and clients expect. */
  fromBytes?(bytes: Uint8Array, type: string): unknown
  /** Splits a request that is too large. The lists of the responses are joined, and their usage is added. */
  split?(request: JsonObject, target: Target): JsonObject[]
  /**
   * The next polling request for a response that is not ready; undefined when it is complete. Throws UpstreamFailure if
   * the work failed.
   */
  next?(body: unknown, target: Target): UpstreamRequest | undefined
  /** Images come as URLs. The gateway fetches them for a client that wants their data. */
  linksPictures?: true
}

/** The balance of an upstream account. */
export type Balance = { amount: number; currency: 'USD' | 'CNY' }
export type BalanceOperation = {
  /** The next request, given the responses so far; undefined when the balance is known, or cannot be read here. */
  request(responses: readonly unknown[], target: Omit<Target, 'model'>, now: number): UpstreamRequest | undefined
  response(responses: readonly unknown[], target: Omit<Target, 'model'>): Balance
}

/** Exchanges the key for a token with a limited lifetime. All calls of the key share the stored token. */
export type AccessOperation = {
  request(target: Omit<Target, 'model'>, now: number): UpstreamRequest | Promise<UpstreamRequest>
  /** Throws UpstreamFailure if the response refuses the key. */
  response(body: unknown): { token: string; seconds: number }
  /** A token with less time left is renewed while it is still in use. */
  renewSeconds: number
  /** The upstream no longer accepts the token: a new one is requested once. */
  isRefused(failure: UpstreamFailure): boolean
}

export type SingleKind =
  | 'completions'
  | 'embeddings'
  | 'images'
  | 'image_edits'
  | 'speech'
  | 'transcriptions'
  | 'translations'
  | 'moderations'
  | 'rerank'

/** The failure that a refused request ended with. */
export type ReadFailure = (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => UpstreamFailure

/** An upstream format. An absent operation is unsupported, so nobody writes stubs. */
export type Provider = {
  /** For channel types with several formats: the provider of this key and model, which replaces this one. */
  variant?(target: Target): Provider
  access?: AccessOperation
  /** Secrets of the channel that no client may read, besides its key, the parts of its key, and its base URL. */
  secrets?(target: Target): string[]
  chat?: ChatOperation
  /** Continues a text, which is the only message of the request. Absent: a legacy completion is sent as a chat. */
  completion?: ChatOperation
  native?: { anthropic?: NativeOperation; gemini?: NativeOperation; responses?: NativeOperation }
  /** The native dialect in which this upstream counts tokens. Other hosts of the same models may not count. */
  countsTokens?: 'anthropic' | 'gemini'
  /** True when chat bodies and responses are OpenAI's own, so that an OpenAI client's bytes may pass. */
  speaksOpenAi?: true
  /**
   * The upstream cannot search the web. A request that offers a search (`web_search_options`) reaches it without the
   * offer, and only if no other channel of the model can search.
   */
  lacksSearch?: true
  /** A chat that this upstream only accepts in its Responses form, such as reasoning with tools on newer models. */
  prefersResponses?(request: ChatRequest, target: Target): boolean
  /** The channel's free field, or the client's query parameter that replaces it, such as an API version. */
  chooses?(other: string, query: Record<string, string>): string
  single?: Partial<Record<SingleKind, SingleOperation>>
  realtime?(target: Target): { url: string; headers: Record<string, string>; protocols?: string[] }
  /** The upstream's model list. `after` is the start of the next page; the last page has none. */
  models?: {
    request(target: Omit<Target, 'model'>, after?: string): UpstreamRequest
    response(body: unknown): string[]
    next?(body: unknown): string | undefined
    /** The models for accounts that may use models but not list them. */
    usual?: readonly string[]
  }
  balance?: BalanceOperation
  /** Long-running tasks of this upstream. The platform's folder has the requests for them. */
  tasks?: readonly TaskPlatform[]
  /** A running task can be cancelled. */
  cancelsTasks?: true
  failure: ReadFailure
  /** The failure in a body with a status of 200, other than one in a field `error`. */
  failureIn?(body: unknown): UpstreamFailure | undefined
}
