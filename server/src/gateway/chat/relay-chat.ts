import type { FastifyReply } from 'fastify'
import type { Price } from '../../domain/money/pricing/price.ts'
import { once } from '../../http/once.ts'
import type { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { ClientGone } from '../call/after-failure.ts'
import { affordable } from '../call/hold.ts'
import { admitCall, type OpenedCall, openCall, startOfTry, type VirtualCall } from '../call/open-call.ts'
import { runCall } from '../call/run-call.ts'
import { tryChannels } from '../call/try-channels.ts'
import { chatTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import {
  admitModel,
  estimatePrompt,
  findPrice,
  findRouting,
  type PromptEstimate,
  rejectBlockedWords,
} from '../entry/admit.ts'
import { noteFailure } from '../entry/errors/note-failure.ts'
import { translated } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatRequest } from '../forms/chat.ts'
import { mappedModel } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { conversationId } from '../routing/sticky.ts'
import { withoutUnpricedTiers } from '../translate/json/service-tiers.ts'
import { relayVirtual, withModel } from '../virtual/relay-virtual.ts'
import { findVirtual } from '../virtual/suitable-members.ts'
import { dearestOf, estimateOf, holdAtOf, outputMaxOf } from './as-sent/estimate-chat.ts'
import { attemptChat, UnbegunChat } from './attempt-chat.ts'
import { ClientStream } from './client-stream.ts'
import { deliverStream } from './deliver-stream.ts'
import { deliverWhole } from './deliver-whole.ts'
import type { IncomingChat } from './incoming-chat.ts'
import { inlinerFor } from './media-inline.ts'
import { Meter } from './meter.ts'
import { searchersFirst } from './searchers-first.ts'
import { settleChat } from './settle.ts'
import { keepToChannel } from './stored-responses.ts'

/** A chat call: of a model, or of the models behind a virtual one. */
export function relayChat(
  caller: RelayCaller,
  incoming: IncomingChat,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  for (const other of incoming.dialect.otherModels?.(incoming.body) ?? []) admitModel(caller, other)
  const snapshot = deps.snapshot.current()
  const virtual = findVirtual(snapshot, caller, incoming.model)
  if (!virtual) return relayModel(caller, incoming, reply, deps)
  const prompt = once(() => readPrompt(incoming, snapshot))
  const conversation = conversationOf(caller, snapshot, incoming, reply)
  const route = (model: string) =>
    keepToChannel({ ...incoming, model }, caller, findRouting(caller, model, snapshot, incoming.needs)).routing
  const request = { caller, snapshot, route, promptTokens: () => prompt().tokens, conversation }
  const admitted = { ...caller, models: undefined } // by the virtual model's name or by its members
  // Keep-alives may have opened the response when the next model is tried, so all models share it.
  const client = new ClientStream(incoming, reply, deps)
  const relay = (model: string, tried: VirtualCall) =>
    relayModel(admitted, { ...incoming, model, body: withModel(incoming.body, model) }, reply, deps, {
      virtual: tried,
      prompt,
      conversation,
      client,
    })
  return relayVirtual(virtual, request, relay, reply, deps)
    .catch((error: unknown) => failStream(client, error, reply, deps))
    .finally(() => client.stop())
}

/** Facts of a call that uses a virtual model. */
type Via = {
  virtual: VirtualCall
  prompt: () => PromptEstimate
  conversation: string | undefined
  client: ClientStream
}

/** Ends a response that keep-alives have opened with the error; throws the error if nothing was sent. */
function failStream(client: ClientStream, error: unknown, { request }: FastifyReply, deps: RelayDeps): void {
  if (!client.isOpen) throw error
  deps.log.info('failed after keep-alives', { request_id: request.id, error })
  noteFailure(request, error, deps)
  client.fail(error)
}

/** The whole journey of one chat call; each step is a function in the file of its name. */
async function relayModel(
  caller: RelayCaller,
  received: IncomingChat,
  reply: FastifyReply,
  deps: RelayDeps,
  via?: Via,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const { model, needs } = received
  const admitted = admitCall(reply.request, caller, { model, needs, virtual: via?.virtual }, snapshot)
  const { incoming: kept, routing: reachable } = keepToChannel(received, caller, admitted.routing)
  const price = findPrice(snapshot, model, startOfTry(via?.virtual, deps.clock()))
  const incoming = atPricedTiers(kept, price)
  const routing = searchersFirst(incoming, reachable)
  const prompt = via ? via.prompt() : readPrompt(incoming, snapshot)
  const { tokens: promptTokens } = prompt
  const ours = once(() => inOurForm(incoming))
  const { PreConsumedQuota, DefaultOutputTokens } = snapshot.options
  const limits = { output_max: incoming.outputMax, output_default: DefaultOutputTokens, count: incoming.count }
  const estimate = { ...estimateOf(incoming, prompt), ...limits }
  const holdAt = holdAtOf(estimate, PreConsumedQuota)
  const opened = openCall(admitted, {
    price,
    heldPrice: dearestOf(price, estimate, PreConsumedQuota),
    promptTokens,
    services: estimate.services,
    countPrompt: promptCounter(model, promptTokens, ours),
    conversation: via ? via.conversation : conversationOf(caller, snapshot, incoming, reply),
    outputMax: outputMaxOf(incoming, price),
    holdAt,
  })
  const { call, hold } = opened
  const amount = affordable(() => holdAt(price, call.groupRatio))
  const client = via?.client ?? new ClientStream(incoming, reply, deps)
  const work = async (gone: LightAbortSignal) => {
    const take = (bytes: number) => reply.request.runningCall?.take(bytes)
    const inline = once(() => inlinerFor(snapshot, gone.toAbortSignal(), take, deps))
    const given = { ...opened, incoming, estimate, ours, inline, client, gone }
    try {
      const { channel, started } = await tryChannels(
        opened,
        routing,
        (each, signal) => attemptChat(each, signal ? { ...given, gone: signal } : given, deps),
        gone,
        deps,
        { mayHedge: incoming.isStream },
      )
      hold.beginSettlement()
      if (incoming.source) incoming.source.bytes = undefined // the upstream has received them, so a long stream need not keep them
      if (started.kind === 'stream')
        await deliverStream({ ...opened, incoming, channel, ...started, client, gone }, deps)
      else await deliverWhole({ ...opened, incoming, channel, ...started, reply, client }, deps)
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error
      hold.beginSettlement()
      await settleAbandoned(opened, incoming, error, deps)
    }
  }
  try {
    await runCall(opened, { amount, reply }, deps, work)
  } catch (error) {
    if (via) throw error // the next model may be tried
    failStream(client, error, reply, deps)
  } finally {
    if (!via) client.stop()
  }
}

/** Refuses blocked words, and estimates the tokens of the prompt. */
function readPrompt({ body }: IncomingChat, snapshot: Snapshot): PromptEstimate {
  rejectBlockedWords(body, snapshot)
  return estimatePrompt(body)
}

/** The request without service tiers that have no price. */
function atPricedTiers(incoming: IncomingChat, price: Price): IncomingChat {
  const services = price.kind === 'tokens' ? price.tiers?.services : undefined
  const body = withoutUnpricedTiers(incoming.body, (tier) => services?.[tier] !== undefined)
  return body === incoming.body ? incoming : { ...incoming, body }
}

/** Conversations of different users, groups and models are never the same. A virtual model counts by its own name. */
function conversationOf(
  caller: RelayCaller,
  { options }: Snapshot,
  { body, model }: IncomingChat,
  { request }: FastifyReply,
): string | undefined {
  const { StickyBy: by, StickyHeader } = options
  if (by === 'off') return undefined
  const header = String(request.headers[StickyHeader.trim().toLowerCase()] ?? '')
  return conversationId({ by, header, body, scope: [caller.user_id, caller.group, model] })
}

/** Mistakes found by translation are the client's, not the channel's. */
function inOurForm(incoming: IncomingChat): ChatRequest {
  const request = translated(() => incoming.dialect.request({ ...incoming.body }, incoming.model))
  return incoming.isStream ? { ...request, stream: true } : request // Gemini requests a stream in the URL only
}

/** A body that was sent untranslated may not fit our form. Then the estimate is used. */
const promptCounter = (model: string, promptTokens: number, ours: () => ChatRequest) => async () => {
  try {
    return chatTokens(ours(), await tokenCounter(model))
  } catch {
    return { input: promptTokens, image_input: 0, audio_input: 0 }
  }
}

/**
 * The client hung up after its request was sent and before any output. It pays for the prompt and for running tools.
 */
async function settleAbandoned(
  opened: OpenedCall,
  incoming: IncomingChat,
  { channel, failure }: ClientGone,
  deps: RelayDeps,
): Promise<void> {
  const unknown = { conversion: [incoming.dialect.name], upstreamModel: mappedModel(channel, incoming.model) }
  const { conversation, meter } =
    failure instanceof UnbegunChat ? failure : { conversation: unknown, meter: new Meter(incoming.choices) }
  const call = opened.attempts.sentCalls?.get(channel.id) ?? opened.call
  await settleChat(
    { ...opened, call, incoming, channel, conversation, meter, firstByteMs: undefined, end: 'client_gone' },
    deps,
  )
}
