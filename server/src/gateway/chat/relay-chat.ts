import type { FastifyReply } from 'fastify'
import { holdOf } from '../../domain/pricing/hold.ts'
import type { Usage } from '../../domain/pricing/usage.ts'
import { AnswerTooLarge, readAll } from '../../outbound/exchange.ts'
import type { LightAbortSignal } from '../../outbound/light-abort-signal.ts'
import { ClientGone, tryChannels } from '../call/attempts.ts'
import type { Call } from '../call/call.ts'
import { newCall, runCall } from '../call/run-call.ts'
import { send } from '../call/send.ts'
import { chatTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import { BadRequest } from '../dialects/dialect.ts'
import { admitModel, findPrice, findRouting, weighPrompt } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { badRequest } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatReply, ChatRequest } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type Channel, mappedModel, targetOf } from '../routing/channel.ts'
import { openAiUsage } from '../translate/answer/openai-usage.ts'
import { chunksOfReply } from '../translate/answer/reply-chunks.ts'
import { objectOf } from '../translate/json/json-values.ts'
import type { ChatAsk } from './chat-ask.ts'
import { askFactsOf, type Conversation, converse, takesOurForm } from './conversation.ts'
import { deliverStream } from './deliver-stream.ts'
import { type InlineMedia, inlinerFor } from './media-inline.ts'
import { Meter } from './meter.ts'
import { settleCall } from './settle-chat.ts'
import { openStream } from './stream-writer.ts'
import { emptyAnswer, failureOfError } from './upstream-stream.ts'

const mebibyte = 1024 * 1024
const replyMax = 64 * mebibyte

/** The whole journey of one chat call; each step is a function in the file of its name. */
export async function relayChat(
  caller: RelayCaller,
  ask: ChatAsk,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  admitModel(caller, ask.model)
  const routing = findRouting(caller, ask.model, snapshot, ask.suits)
  const price = findPrice(snapshot, ask.model)
  const promptTokens = weighPrompt(ask.body, snapshot)
  const ours = once(() => inOurForm(ask))
  const countPrompt = promptCounter(ask.model, promptTokens, ours)
  const call = newCall(reply.request.id, { caller, model: ask.model, price, promptTokens, snapshot, countPrompt })
  const estimate = { input: promptTokens, output_max: ask.outputMax, count: ask.count }
  const hold = holdOf(estimate, price, call.groupRatio, snapshot.options.PreConsumedQuota)
  await runCall(call, { hold, reply }, deps, async (gone) => {
    const inline = once(() => inlinerFor(snapshot, gone.toAbortSignal(), deps))
    const given = { ask, ours, inline, call, gone }
    try {
      const { channel, started } = await tryChannels(call, routing, (each) => attempt(each, given, deps), gone, deps)
      call.isSettling = true
      if (started.kind === 'stream') await deliverStream({ call, ask, channel, ...started, reply, gone }, deps)
      else await deliverWhole({ call, ask, channel, ...started, reply }, deps)
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error
      call.isSettling = true
      await settleAbandoned(call, ask, error.channel, deps)
    }
  })
}

/** Client mistakes that only translation finds are the client's, not the channel's. */
function inOurForm(ask: ChatAsk): ChatRequest {
  try {
    const request = ask.dialect.request({ ...ask.body }, ask.model)
    return ask.isStream ? { ...request, stream: true } : request // Gemini says so in the address alone
  } catch (error) {
    if (error instanceof BadRequest) throw badRequest(error.message, error.param, error.code)
    throw error
  }
}

/** A body that passed to its own kind of upstream may hold what our form cannot: then the estimate must do. */
const promptCounter = (model: string, promptTokens: number, ours: () => ChatRequest) => async () => {
  try {
    return chatTokens(ours(), await tokenCounter(model))
  } catch {
    return { input: promptTokens, image_input: 0, audio_input: 0 }
  }
}

/** The client left after its request was sent and before anything came: it pays for the prompt. */
async function settleAbandoned(call: Call, ask: ChatAsk, channel: Channel, deps: RelayDeps): Promise<void> {
  const conversation = { conversion: [ask.dialect.name], upstreamModel: mappedModel(channel, ask.model) }
  const meter = new Meter(ask.choices)
  await settleCall({ call, ask, channel, conversation, meter, firstByteMs: undefined, end: 'client_gone' }, deps)
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Whole = {
  kind: 'whole'
  conversation: Conversation
  bytes: Buffer
  answer: ChatReply
  meter: Meter
  firstByteMs: number
}
export type Streaming = {
  kind: 'stream'
  conversation: Conversation
  meter: Meter
  stream: Awaited<ReturnType<typeof openStream>>
}

type Attempt = {
  ask: ChatAsk
  ours: () => ChatRequest
  inline: () => InlineMedia
  call: Call
  gone: LightAbortSignal
}

/** One try with one channel: translate, send, and wait until there is something to show. */
async function attempt(
  channel: Channel,
  { ask, ours, inline, call, gone }: Attempt,
  deps: RelayDeps,
): Promise<Whole | Streaming> {
  const inlined = inlinesMedia(channel, ask) ? await inlineFor(channel, ask.model, ours(), inline()) : undefined
  const conversation = speak(() => converse(ask, channel, inlined ? () => inlined : ours))
  const about = {
    id: call.request_id,
    now: deps.clock(),
    model: ask.model,
    setting: channel.setting,
    ...(!conversation.passesBytes && { functions: functionsOf(ours()) }),
  }
  const answer = await send(conversation.request, channel.provider, gone, deps)
  const type = answer.headers['content-type'] ?? ''
  if (ask.isStream && !type.startsWith('application/json')) {
    const meter = new Meter(ask.choices)
    const facts = askFactsOf(ask, call.request_id, about.now, call.promptTokens)
    const stream = await openStream({
      answer,
      conversation,
      ask,
      about,
      facts,
      meter,
      eventMax: deps.config.STREAM_SCANNER_MAX_BUFFER_MB * mebibyte,
    })
    return { kind: 'stream', conversation, meter, stream }
  }
  const firstByteMs = performance.now() - call.startedAt
  const bytes = await readAll(answer, replyMax).catch((error: unknown) => {
    if (error instanceof AnswerTooLarge)
      throw new UpstreamFailure('bad_response', {
        status: 502,
        message: 'the upstream sent too large an answer',
        code: 'bad_response_body',
      })
    throw failureOfError(error)
  })
  if (bytes.length === 0) throw emptyAnswer()
  const read = conversation.response(parseBody(bytes), about)
  const meter = new Meter(ask.choices)
  meter.seeReply(read)
  if (!meter.hasOutput && !meter.usage) throw emptyAnswer()
  return { kind: 'whole', conversation, bytes, answer: read, meter, firstByteMs }
}

const inlinesMedia = ({ provider }: Channel, ask: ChatAsk): boolean =>
  provider.chat?.inlinesMedia === true && takesOurForm(ask, provider)

function inlineFor(channel: Channel, model: string, request: ChatRequest, inline: InlineMedia): Promise<ChatRequest> {
  const target = targetOf(channel, model)
  return inline(request, (url) => channel.provider.chat?.keepsAddress?.(url, target) ?? false)
}

const functionsOf = ({ tools = [] }: ChatRequest): string[] =>
  tools.flatMap(({ function: offered }) => (offered ? [offered.name] : []))

/** A request that this provider cannot express may still suit another. */
function speak(make: () => Conversation): Conversation {
  try {
    return make()
  } catch (error) {
    if (error instanceof BadRequest) throw badRequest(error.message, error.param, error.code)
    throw error
  }
}

function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new UpstreamFailure('bad_response', {
      status: 502,
      message: 'the upstream sent an answer that cannot be read',
      code: 'bad_response_body',
    })
  }
}

/** An answer in one piece: charged first, sent afterwards. */
async function deliverWhole(
  {
    call,
    ask,
    channel,
    conversation,
    bytes,
    answer,
    meter,
    firstByteMs,
    reply,
  }: Whole & { call: Call; ask: ChatAsk; channel: Channel; reply: FastifyReply },
  deps: RelayDeps,
): Promise<void> {
  const { usage } = await settleCall({ call, ask, channel, conversation, meter, firstByteMs, end: 'done' }, deps)
  if (conversation.passesBytes && !ask.isStream) {
    reply.type('application/json').send(answer.usage || !speaksOpenAi(ask) ? bytes : withUsage(bytes, usage))
    return
  }
  const facts = askFactsOf(ask, call.request_id, deps.clock(), call.promptTokens)
  const complete: ChatReply = { ...answer, usage: answer.usage ?? usage }
  // An upstream that ignored the wish for a stream: its one answer is written as one.
  if (ask.isStream) sendAsStream(reply, complete, ask, facts)
  else reply.type('application/json').send(JSON.stringify(ask.dialect.reply(complete, facts)))
}

const speaksOpenAi = ({ dialect }: ChatAsk) => dialect.name === 'openai' || dialect.name === 'completions'

/** Clients add up what they are told: an upstream that does not count leaves it to us. */
const withUsage = (bytes: Buffer, usage: Usage): string =>
  JSON.stringify({ ...objectOf(parseBody(bytes)), usage: openAiUsage(usage) })

function sendAsStream(
  reply: FastifyReply,
  answer: ChatReply,
  ask: ChatAsk,
  facts: ReturnType<typeof askFactsOf>,
): void {
  const encoder = ask.dialect.stream(facts)
  const text = [...chunksOfReply(answer).map((chunk) => encoder.push(chunk)), encoder.end()]
  const type = ask.sse ? 'text/event-stream; charset=utf-8' : 'application/json'
  reply.type(type).header('Cache-Control', 'no-cache').send(text.join(''))
}
