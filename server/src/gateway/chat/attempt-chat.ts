import type { Estimate } from '../../domain/money/pricing/hold.ts'
import { requestFees } from '../../domain/money/pricing/request-fees.ts'
import { once } from '../../http/once.ts'
import type { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { Exchange } from '../../outbound/exchange.ts'
import { withAccess } from '../call/access-tokens.ts'
import { withinFirstToken } from '../call/first-token.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { parseBytes, readBytes } from '../call/read-response.ts'
import { send } from '../call/send.ts'
import { emptyResponse, notSent } from '../call/upstream-failures.ts'
import { translated } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatRequest, ChatResponse } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { overriddenFor } from '../overrides/override-call.ts'
import type { NativeMedia, Provider } from '../providers/provider.ts'
import { type Channel, resolveUpstream, type Upstream } from '../routing/channel.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'
import { holdAsSent, type SentChat } from './as-sent/hold-as-sent.ts'
import {
  hasOtherSystem,
  systemPromptOf,
  systemPromptTokens,
  withChannelPrompt,
  withSystemMessage,
} from './as-sent/system-prompt.ts'
import { boundMarker, withOwnTexts } from './bound-texts.ts'
import type { ClientStream } from './client-stream.ts'
import { type Conversation, converse, requestContextOf, takesOurForm } from './conversation.ts'
import { gatherResponse } from './gather-response.ts'
import type { IncomingChat } from './incoming-chat.ts'
import type { InlineMedia } from './media-inline.ts'
import { Meter } from './meter.ts'
import { openStream } from './open-stream.ts'
import { audioSealer, responseSealer, withOwnItems } from './stored-responses.ts'
import { uploadMedia } from './upload-media.ts'
import type { UpstreamStream } from './upstream-stream.ts'

const mebibyte = 1024 * 1024
const responseMax = 64 * mebibyte
const callerIdLength = 24

/** The call and its request as this channel was sent them, if it changes requests. */
type AsSent = Partial<SentChat>

export type WholeChat = AsSent & {
  kind: 'whole'
  conversation: Conversation
  bytes: Buffer
  response: ChatResponse
  meter: Meter
  firstByteMs: number
}
export type StreamedChat = AsSent & {
  kind: 'stream'
  conversation: Conversation
  meter: Meter
  response: Exchange
  stream: UpstreamStream
}

type Attempt = OpenedCall & {
  incoming: IncomingChat
  estimate: Estimate
  /** The request in our own form, made at most once per call. */
  ours: () => ChatRequest
  inline: () => InlineMedia
  client: ClientStream
  gone: LightAbortSignal
}

/**
 * The client hung up after its request was sent and before any output. Tools that the upstream bills may be running; the
 * meter has them.
 */
export class UnbegunChat extends UpstreamFailure {
  readonly conversation: Conversation
  readonly meter: Meter
  constructor({ kind, status, message }: UpstreamFailure, conversation: Conversation, meter: Meter) {
    super(kind, { status, message })
    this.conversation = conversation
    this.meter = meter
  }
}

/** One attempt on one channel: translates, sends, and waits for a whole response or the first output of a stream. */
export function attemptChat(channel: Channel, attempt: Attempt, deps: RelayDeps): Promise<WholeChat | StreamedChat> {
  const limitMs = attempt.incoming.isStream ? channel.firstTokenMs?.(attempt.incoming.model) : undefined
  if (limitMs === undefined) return attemptOn(channel, attempt, deps)
  return withinFirstToken(limitMs, attempt.gone, (gone) => attemptOn(channel, { ...attempt, gone }, deps))
}

const attemptOn = (channel: Channel, attempt: Attempt, deps: RelayDeps): Promise<WholeChat | StreamedChat> =>
  withAccess(reachFor(channel, attempt), attempt.attempts, deps, (upstream) => {
    const first = attemptOnce(channel, upstream, attempt, deps)
    if (!upstream.provider.chat?.instead) return first
    return first.catch((error: unknown) => {
      const other = insteadOf(error, upstream, attempt)
      if (!other) throw error
      return attemptOnce(channel, upstream, { ...attempt, ours: () => other }, deps)
    })
  })

function reachFor(channel: Channel, { incoming, call }: Attempt): Upstream {
  const upstream = resolveUpstream(channel, incoming.model, incoming.facts.query)
  const caller = () => channel.sign(`caller ${call.caller.user_id}`).slice(0, callerIdLength)
  return { ...upstream, target: { ...upstream.target, caller } }
}

function insteadOf(error: unknown, { provider }: Upstream, { incoming, ours }: Attempt): ChatRequest | undefined {
  if (!(error instanceof UpstreamFailure) || !takesOurForm(incoming, provider)) return undefined
  return provider.chat?.instead?.(error, ours())
}

async function attemptOnce(
  channel: Channel,
  upstream: Upstream,
  attempt: Attempt,
  deps: RelayDeps,
): Promise<WholeChat | StreamedChat> {
  const { ours, inline, call, attempts, client, gone } = attempt
  const { provider } = upstream
  const shared = withChannelPrompt(attempt.incoming, channel, provider)
  const media = shared.dialect.native?.(provider)?.media
  const own = withOwnItems(shared, channel, provider, call.caller)
  const incoming = media ? await withNativeMedia(media, own, inline) : own
  const system = systemPromptOf(channel)
  const inMessages = system ? once(() => withSystemMessage(ours(), system)) : ours
  const prepared = preparesMedia(provider, incoming)
    ? await withMedia(upstream, inMessages(), { channel, inline, call, attempts, gone }, deps)
    : inMessages
  const spoken = translated(() => converse(incoming, upstream, prepared))
  const translatedTo = withOwnTexts(spoken, channel)
  const { upstreamModel } = translatedTo
  const overridden =
    channel.overrides &&
    overriddenFor(channel, translatedTo.request, { call, attempts, path: shared.path, upstreamModel })
  const conversation = overridden ? { ...translatedTo, request: overridden.request } : translatedTo
  const addsSystem =
    system !== undefined &&
    (takesOurForm(incoming, provider)
      ? inMessages() !== ours()
      : hasOtherSystem(translatedTo.request.body, attempt.incoming))
  const sent =
    overridden || addsSystem
      ? await holdAsSent(channel, attempt, deps, overridden, addsSystem ? systemPromptTokens(system) : 0)
      : undefined
  if (sent) {
    attempts.sentCalls ??= new Map()
    attempts.sentCalls.set(channel.id, sent.call)
  }
  const responseContext = {
    id: call.request_id,
    now: deps.clock(),
    model: incoming.model,
    setting: channel.setting,
    ...(!conversation.passesBytes && { functions: functionsOf(ours()) }),
  }
  const sealer = responseSealer(incoming, channel, provider, call.caller)
  const mark = audioSealer(incoming, channel, provider, call.caller) ?? boundMarker(conversation, channel)
  const { source } = incoming
  call.recording?.beginAttempt(channel)
  const request = source ? { ...conversation.request, source } : conversation.request
  const { isStream } = conversation
  const sending = { call, attempts, isStream, recording: call.recording, isRepeatable: true }
  const { choices } = sent?.incoming ?? incoming
  const meter = new Meter(choices, textOf(objectOf(incoming.body.audio)?.format))
  try {
    const response = await send(request, upstream, gone, deps, sending)
    attempts.respondedAt = performance.now()
    const fees = requestFees(conversation.upstreamModel, objectOf(conversation.request.body) ?? {})
    if (fees) meter.billed = { done: fees, running: [], isShown: false }
    call.trace?.responded(channel.id, response.status)
    const type = response.headers['content-type'] ?? ''
    if (incoming.isStream && !type.startsWith('application/json')) {
      const requestContext = requestContextOf(incoming, call.request_id, responseContext.now, call.promptTokens)
      const eventMax = deps.config.STREAM_SCANNER_MAX_BUFFER_MB * mebibyte
      const opening = {
        response,
        conversation,
        incoming,
        responseContext,
        requestContext,
        meter,
        sealer,
        mark,
        eventMax,
      }
      client.attemptResponded()
      const stream = await openStream(opening).catch((error: unknown) => {
        client.attemptFailed()
        throw error
      })
      return { kind: 'stream', conversation, meter, response, stream, ...sent }
    }
    const firstByteMs = performance.now() - call.startedAt
    if (conversation.isStream && !type.startsWith('application/json')) {
      const chatResponse = await gatherResponse(response, conversation, responseContext, responseMax)
      const bytes = Buffer.alloc(0)
      return { kind: 'whole', conversation, meter, firstByteMs, bytes, response: seen(chatResponse, meter), ...sent }
    }
    const raw = await readBytes(response, responseMax)
    const received = mark ? mark(raw) : raw
    const body = parseBytes(received)
    const chatResponse = seen(conversation.response(body, responseContext), meter)
    const bytes = sealer ? sealer.whole(received, body) : received
    return { kind: 'whole', conversation, meter, firstByteMs, bytes, response: chatResponse, ...sent }
  } catch (error) {
    const isUnbegun = gone.aborted && error instanceof UpstreamFailure && error.code !== notSent
    throw isUnbegun ? new UnbegunChat(error, conversation, meter) : error
  }
}

const preparesMedia = (provider: Provider, incoming: IncomingChat): boolean =>
  (provider.chat?.inlinesMedia === true || provider.chat?.upload !== undefined) && takesOurForm(incoming, provider)

/** The request with its media in the form that this upstream takes: inline, or uploaded. */
async function withMedia(
  upstream: Upstream,
  request: ChatRequest,
  {
    channel,
    inline,
    call,
    attempts,
    gone,
  }: Pick<Attempt, 'inline' | 'call' | 'attempts' | 'gone'> & { channel: Channel },
  deps: RelayDeps,
): Promise<() => ChatRequest> {
  const { provider, target } = upstream
  const { inlinesMedia, keepsAddress, upload } = provider.chat ?? {}
  const inlined = inlinesMedia ? await inline()(request, (url) => keepsAddress?.(url, target) ?? false) : request
  const uploaded = upload
    ? await uploadMedia(inlined, upload, upstream, { channel, call, attempts, gone }, deps)
    : inlined
  return () => uploaded
}

/** The request in the client's dialect with its media inline, for an upstream of that dialect that fetches none. */
async function withNativeMedia(
  media: NativeMedia,
  incoming: IncomingChat,
  inline: () => InlineMedia,
): Promise<IncomingChat> {
  const content = media.parts(incoming.body)
  if (content.length === 0) return incoming
  const fetched = await inline()({ model: incoming.model, messages: [{ role: 'user', content }] }, () => false)
  const parts = fetched.messages.flatMap((message) => (Array.isArray(message.content) ? message.content : []))
  return { ...incoming, body: media.put(incoming.body, parts) }
}

/** Meters the response. An empty response without usage counts as a failed attempt. */
function seen(response: ChatResponse, meter: Meter): ChatResponse {
  meter.seeResponse(response)
  if (!meter.hasOutput && !meter.usage) throw emptyResponse()
  return response
}

const functionsOf = ({ tools = [] }: ChatRequest): string[] =>
  tools.flatMap(({ function: offered }) => (offered ? [offered.name] : []))
