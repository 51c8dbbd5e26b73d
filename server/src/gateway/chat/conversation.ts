import { unsupportedOperation } from '../call/upstream-failures.ts'
import type { RequestContext } from '../dialects/dialect.ts'
import type { ChatRequest, ChatResponse } from '../forms/chat.ts'
import { createFrameReader, type FrameReader } from '../forms/sse.ts'
import type {
  BoundTexts,
  ClientRequestHead,
  Provider,
  ResponseContext,
  StreamDecoder,
  Target,
  UpstreamRequest,
} from '../providers/provider.ts'
import type { Upstream } from '../routing/channel.ts'
import type { IncomingChat } from './incoming-chat.ts'

/**
 * How one call is sent to one channel: the request, how the response is read, and whether its bytes are forwarded
 * unchanged.
 */
export type Conversation = {
  provider: Provider
  request: UpstreamRequest
  /** Cuts a streamed response into events. */
  frames(lengthMax: number): FrameReader
  /** The response is a stream, even if the client did not request one. */
  isStream: boolean
  passesBytes: boolean
  /** The formats the call goes through, for the log. */
  conversion: string[]
  upstreamModel: string
  response(body: unknown, about: ResponseContext): ChatResponse
  stream(about: ResponseContext): StreamDecoder
  bound: BoundTexts | undefined
}

const nativeOf = ({ dialect }: IncomingChat, provider: Provider) => dialect.native?.(provider)

/** Whether the provider is given our own form of the request rather than the client's. */
export const takesOurForm = (incoming: IncomingChat, provider: Provider): boolean => !nativeOf(incoming, provider)

/** A stream is read as events, even if the client requested one JSON list. */
const factsFor = ({ dialect: { streamQuery }, isStream, facts }: IncomingChat): ClientRequestHead =>
  isStream && streamQuery ? { ...facts, query: { ...facts.query, ...streamQuery } } : facts

/** `ours` gives the request in our own form, made at most once per call. */
export function converse(
  incoming: IncomingChat,
  { provider, target }: Upstream,
  ours: () => ChatRequest,
): Conversation {
  const upstreamModel = target.model
  const { name, isOwnForm } = incoming.dialect
  const native = nativeOf(incoming, provider)
  if (native) {
    return {
      provider,
      request: native.request({ ...incoming.body }, target, factsFor(incoming)),
      frames: native.frames ?? createFrameReader,
      isStream: incoming.isStream,
      passesBytes: true,
      conversion: [name],
      upstreamModel,
      response: native.response,
      stream: native.stream,
      bound: native.bound,
    }
  }
  const chat = incoming.dialect.operation?.(provider) ?? provider.chat
  if (!chat) throw unsupportedOperation('chat')
  const isStream = incoming.isStream || chat.onlyStreams === true
  const ownRequest = provider.lacksSearch ? withoutSearch(ours()) : ours()
  const request = isStream ? { ...ownRequest, stream: true } : ownRequest
  const viaResponses = provider.prefersResponses?.(request, target) ?? false
  const isSameDialect = isOwnForm === true && provider.speaksOpenAi === true && !viaResponses
  return {
    provider,
    request: chat.request(request, target),
    frames: chat.frames ?? createFrameReader,
    isStream,
    passesBytes: isSameDialect && !rewritesResponses(target),
    conversion: isSameDialect ? [name] : [name, viaResponses ? 'responses' : 'chat'],
    upstreamModel,
    response: chat.response,
    stream: chat.stream,
    // Of the OpenAI endpoints, only Responses seals reasoning.
    bound: provider.speaksOpenAi && !viaResponses ? undefined : chat.bound,
  }
}

/** Clients offer the search in every request, as Codex does, so a request without it is better than none. */
function withoutSearch(request: ChatRequest): ChatRequest {
  if (request.web_search_options === undefined) return request
  const { web_search_options: _, ...rest } = request
  return rest
}

/** Settings by which an administrator changes the format of responses. */
const rewritesResponses = ({ setting }: Target) => setting.force_format === true || setting.thinking_to_content === true

export const requestContextOf = (
  incoming: IncomingChat,
  id: string,
  now: number,
  promptEstimate: number,
): RequestContext => ({
  body: incoming.body,
  model: incoming.model,
  id,
  now,
  promptEstimate,
  sse: incoming.sse,
})
