import type { ChannelType } from '@turnpike/contract/channel-types'
import type { TaskPlatform } from '@turnpike/contract/usage/task'
import type { Usage } from '../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatRequest, ChatResponse, ContentPart, JsonObject } from '../forms/chat.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { FrameReader, ServerEvent } from '../forms/sse.ts'
import type { PlainEvents } from '../plain-events/plain-events.ts'

/** What a provider may know of a channel: how to endpointOf it, not who pays for it. */
export type Target = {
  type: ChannelType
  key: string
  /** Without a trailing slash; the type's default already filled in. */
  base_url: string
  other: string
  openai_organization: string
  /** The name the upstream knows the model by, after the channel's mapping. */
  model: string
  /** The client's name for the model. */
  requestedModel?: string
  setting: JsonObject
  /** The access token that the key was exchanged for, where the provider has `access`. */
  token?: string
  /** An id of the caller: always the same on this channel, and of no meaning anywhere else. Absent in channel tests. */
  caller?(): string
}

/**
 * A request to be sent as it is. A body is JSON unless it is a form or bytes. At a `ws:` or `wss:` address the body is the
 * first message, and every message that comes back is one line of the response.
 */
export type UpstreamRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: JsonObject | FormData | URLSearchParams | Uint8Array
  /** What depends on the exact bytes and on the time, such as a signature. Called once, just before the request is sent. */
  sign?(sent: SentRequest, now: number): Signature | Promise<Signature>
}
export type SentRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}
export type Signature = { url?: string; headers?: Record<string, string> }

/** Turns the events of one stream into our chunks. Fed in order; `end` when the stream is over. Throws UpstreamFailure. */
export type StreamDecoder = {
  push(event: ServerEvent): ChatChunk[]
  end(): ChatChunk[]
  /** For speed: most events are read without a parse. Absent: every event is pushed. */
  plain?: PlainEvents
  /** The request that ends the upstream's work, where ending the connection does not; undefined while its work has no name yet. */
  stop?(sent: UpstreamRequest): UpstreamRequest | undefined
  /** Nothing more will come, though the upstream may leave the connection open. Absent: the connection's end tells. */
  isOver?(): boolean
}

/** What the caller's request says apart from its body. */
export type ClientRequestHead = {
  /** Client headers that may pass, lower case: anthropic-version, anthropic-beta. */
  headers: Record<string, string>
  /** Query of the client's address, without any key. */
  query: Record<string, string>
  /** What the address asks to do, where one dialect has several: compact, countTokens. */
  action?: string
}

/** Texts of a reply that only the account which made them can read again, when a later request repeats them. */
export type BoundTexts = {
  /** The members that hold them, as the upstream's JSON names them. */
  members: readonly string[]
  /** A request with each such text changed. Where `change` gives undefined, the request must do without the text. */
  map(body: JsonObject, change: (text: string) => string | undefined): JsonObject
}

/** Chat through our own form. Pure: no fetch, no clock, no store, no log. `now` and `id` are handed in. */
export type ChatOperation = {
  request(request: ChatRequest, target: Target): UpstreamRequest
  response(body: unknown, about: ResponseContext): ChatResponse
  stream(about: ResponseContext): StreamDecoder
  /** Cuts a stream that is no event stream into events of at most `lengthMax` bytes. */
  frames?(lengthMax: number): FrameReader
  /** The upstream only streams: for a client that wants a whole reply, the stream is read to its end. */
  onlyStreams?: true
  /** The request to send, once, in place of one that the upstream refused so; undefined: none. */
  instead?(failure: UpstreamFailure, request: ChatRequest): ChatRequest | undefined
  /** Media that the client sent inline must be uploaded before `request` sees them. */
  upload?: UploadOperation
  /** Pictures and files named by address must be fetched and put inline before `request` sees them. */
  inlinesMedia?: true
  /** Addresses that are not fetched all the same: what the upstream keeps, or can only read, itself. */
  keepsAddress?(url: string, target: Target): boolean
  bound?: BoundTexts
}
export type ResponseContext = {
  id: string
  now: number
  model: string
  /** The channel's switches, for those that change how an answer is read. */
  setting?: JsonObject
  /** The functions the request offered, for upstreams whose names for them must be turned back. */
  functions?: readonly string[]
}

/** Puts a file at the upstream and gives the address by which a request names it from then on. */
export type UploadOperation = {
  request(
    file: { name: string; mime: string; bytes: Uint8Array },
    request: ChatRequest,
    target: Target,
  ): UpstreamRequest
  response(body: unknown): string
}

/** A dialect the upstream itself speaks: the client's body passes with the least change, and the answer with none. */
export type NativeOperation = {
  request(body: JsonObject, target: Target, call: ClientRequestHead): UpstreamRequest
  /** Only to meter and to notice failures: the bytes go to the client as they came. */
  response(body: unknown, about: ResponseContext): ChatResponse
  stream(about: ResponseContext): StreamDecoder
  /** As for a chat. The frames' bytes go to the client, so they are those of the dialect. */
  frames?(lengthMax: number): FrameReader
  /** The answer to a count of tokens, as the dialect has it; absent when the upstream's has that form already. */
  counted?(body: unknown): JsonObject
  /** Media named by address must be fetched and put inline before `request` sees the body. */
  media?: NativeMedia
  bound?: BoundTexts
}

/** The media that a body in a native dialect names by address. */
export type NativeMedia = {
  /** As parts of our own form, in the order of the body. */
  parts(body: JsonObject): ContentPart[]
  /** The body with these parts, which now hold their data, in the places of those. */
  put(body: JsonObject, parts: readonly ContentPart[]): JsonObject
}

/** A single question and answer: embeddings, pictures, speech, rerank, moderation. */
export type SingleOperation = {
  /** A form reaches `request` as JSON: files are data URLs, and fields that were given several times are lists. */
  formAsJson?: true
  request(request: JsonObject | FormData, target: Target): UpstreamRequest
  /** The upstream's answer in the OpenAI shape; absent when it already has it and its bytes may pass. */
  response?(body: unknown, request: JsonObject, about?: { now: number }): JsonObject
  /** What the answer says it cost; undefined when it does not say. */
  usage?(body: unknown): Usage | undefined
  /** The seconds of the recording that the answer says it heard; undefined when it does not say. */
  seconds?(body: unknown): number | undefined
  /** The sound in an answer that wraps it in JSON where clients expect the bytes alone. */
  sound?(body: unknown, request: JsonObject): { mime: string; bytes: Uint8Array }
  /** An answer of bytes, such as a picture, as the JSON that `response` and clients expect. */
  fromBytes?(bytes: Uint8Array, type: string): unknown
  /** Parts of a question that is too large for one request. The lists of their answers are joined, and their usage added. */
  split?(request: JsonObject, target: Target): JsonObject[]
  /**
   * The request that asks again about an answer that is still being made; undefined when it is complete. Throws
   * UpstreamFailure when there will be none.
   */
  next?(body: unknown, target: Target): UpstreamRequest | undefined
  /** Pictures come as addresses; a client that wants their data gets it from there. */
  linksPictures?: true
}

/** What is left on an upstream account. */
export type Balance = { amount: number; currency: 'USD' | 'CNY' }
export type BalanceOperation = {
  /** The next question, given the answers so far; undefined when enough is known, or nothing can be asked here. */
  request(responses: readonly unknown[], target: Omit<Target, 'model'>, now: number): UpstreamRequest | undefined
  response(responses: readonly unknown[], target: Omit<Target, 'model'>): Balance
}

/** Exchanges the key for a token that is good for a while. Tokens are kept by the gateway and shared by all calls of the key. */
export type AccessOperation = {
  request(target: Omit<Target, 'model'>, now: number): UpstreamRequest | Promise<UpstreamRequest>
  /** Throws UpstreamFailure where the answer refuses the key. */
  response(body: unknown): { token: string; seconds: number }
  /** A token with less time left is renewed while it is still used. */
  renewSeconds: number
  /** The upstream no longer takes the token: a new one is asked for, once. */
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

/** How an upstream speaks. An operation that is absent is unsupported: nobody writes stubs. */
export type Provider = {
  /** The upstream has shut down: its channels are never chosen, and models that only they serve are refused as retired. */
  isRetired?: true
  /** Channels of this type speak several formats: the one for this key and model. Its operations are then used instead. */
  variant?(target: Target): Provider
  access?: AccessOperation
  /** What of the channel no client may read, beside its key, the parts of its key, and its address. */
  secrets?(target: Target): string[]
  chat?: ChatOperation
  /** Goes on from a text, which is the one message of the request. Absent: a legacy completion is a chat. */
  completion?: ChatOperation
  native?: { anthropic?: NativeOperation; gemini?: NativeOperation; responses?: NativeOperation }
  /** The native dialect in which this upstream counts tokens; other hosts of the same models may not. */
  countsTokens?: 'anthropic' | 'gemini'
  /** True when chat bodies and answers are OpenAI's own, so that an OpenAI client's bytes may pass. */
  speaksOpenAi?: true
  /** A chat that this upstream only takes in its Responses form, such as reasoning with tools on newer models. */
  prefersResponses?(request: ChatRequest, target: Target): boolean
  /** The channel's free field, or what a client's query may say in its place, such as a version of the API. */
  chooses?(other: string, query: Record<string, string>): string
  single?: Partial<Record<SingleKind, SingleOperation>>
  realtime?(target: Target): { url: string; headers: Record<string, string>; protocols?: string[] }
  /** The upstream's model list. `after` is where a page begins, as the page before it said; the last one says nothing. */
  models?: {
    request(target: Omit<Target, 'model'>, after?: string): UpstreamRequest
    response(body: unknown): string[]
    next?(body: unknown): string | undefined
    /** What is offered to accounts that may use models but not list them. */
    usual?: readonly string[]
  }
  balance?: BalanceOperation
  /** Work that this upstream does in minutes; how it is spoken to about it is in the folder of the platform. */
  tasks?: readonly TaskPlatform[]
  /** A running task can be stopped. */
  cancelsTasks?: true
  failure(status: number, body: unknown, headers: Record<string, string>): UpstreamFailure
  /** The failure in a body that came with a status of 200, other than one in a member `error`. */
  failureIn?(body: unknown): UpstreamFailure | undefined
}
