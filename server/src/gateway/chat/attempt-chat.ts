import type { LightAbortSignal } from '../../outbound/light-abort-signal.ts'
import type { Call } from '../call/call.ts'
import { parseBytes, readBytes } from '../call/read-response.ts'
import { send } from '../call/send.ts'
import { emptyResponse } from '../call/upstream-failures.ts'
import { translated } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatReply, ChatRequest } from '../forms/chat.ts'
import { type Channel, targetOf } from '../routing/channel.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'
import { boundMarker, withOwnTexts } from './bound-texts.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { ClientStream } from './client-stream.ts'
import { askFactsOf, type Conversation, converse, takesOurForm } from './conversation.ts'
import type { InlineMedia } from './media-inline.ts'
import { Meter } from './meter.ts'
import { openStream } from './open-stream.ts'
import { replySealer } from './stored-replies.ts'
import type { UpstreamStream } from './upstream-stream.ts'

const mebibyte = 1024 * 1024
const replyMax = 64 * mebibyte

type WholeChat = {
  kind: 'whole'
  conversation: Conversation
  bytes: Buffer
  answer: ChatReply
  meter: Meter
  firstByteMs: number
}
type StreamedChat = { kind: 'stream'; conversation: Conversation; meter: Meter; stream: UpstreamStream }

type Attempt = {
  ask: ChatAsk
  /** The request in our own form, made at most once per call. */
  ours: () => ChatRequest
  inline: () => InlineMedia
  call: Call
  client: ClientStream
  gone: LightAbortSignal
}

/** One attempt on one channel: translates, sends, and waits for a whole response or the first output of a stream. */
export async function attemptChat(
  channel: Channel,
  { ask, ours, inline, call, client, gone }: Attempt,
  deps: RelayDeps,
): Promise<WholeChat | StreamedChat> {
  const inlined = inlinesMedia(channel, ask) ? await inlineFor(channel, ask.model, ours(), inline()) : undefined
  const spoken = translated(() => converse(ask, channel, inlined ? () => inlined : ours))
  const conversation = withOwnTexts(spoken, channel)
  const replyContext = {
    id: call.request_id,
    now: deps.clock(),
    model: ask.model,
    setting: channel.setting,
    ...(!conversation.passesBytes && { functions: functionsOf(ours()) }),
  }
  const sealer = replySealer(ask, channel, call.caller)
  const mark = boundMarker(conversation, channel)
  const response = await send(conversation.request, channel.provider, gone, deps, ask.isStream)
  call.respondedAt = performance.now()
  const type = response.headers['content-type'] ?? ''
  const meter = new Meter(ask.choices, textOf(objectOf(ask.body.audio)?.format))
  if (ask.isStream && !type.startsWith('application/json')) {
    const askContext = askFactsOf(ask, call.request_id, replyContext.now, call.promptTokens)
    const eventMax = deps.config.STREAM_SCANNER_MAX_BUFFER_MB * mebibyte
    const opening = { response, conversation, ask, replyContext, askContext, meter, sealer, mark, eventMax }
    client.keepAlive()
    const stream = await openStream(opening).catch((error: unknown) => {
      client.attemptFailed()
      throw error
    })
    return { kind: 'stream', conversation, meter, stream }
  }
  const firstByteMs = performance.now() - call.startedAt
  const raw = await readBytes(response, replyMax)
  const received = mark ? mark(raw) : raw
  const body = parseBytes(received)
  const answer = conversation.response(body, replyContext)
  const bytes = sealer ? sealer.whole(received, body) : received
  meter.seeReply(answer)
  if (!meter.hasOutput && !meter.usage) throw emptyResponse()
  return { kind: 'whole', conversation, bytes, answer, meter, firstByteMs }
}

const inlinesMedia = ({ provider }: Channel, ask: ChatAsk): boolean =>
  provider.chat?.inlinesMedia === true && takesOurForm(ask, provider)

function inlineFor(channel: Channel, model: string, request: ChatRequest, inline: InlineMedia): Promise<ChatRequest> {
  const target = targetOf(channel, model)
  return inline(request, (url) => channel.provider.chat?.keepsAddress?.(url, target) ?? false)
}

const functionsOf = ({ tools = [] }: ChatRequest): string[] =>
  tools.flatMap(({ function: offered }) => (offered ? [offered.name] : []))
