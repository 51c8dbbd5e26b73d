import type { FastifyReply } from 'fastify'
import { chargeOf } from '../../domain/money/pricing/charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { noUsage } from '../../domain/money/pricing/usage.ts'
import { isForm } from '../../light/is-form.ts'
import { admitObjects } from '../call/admit-objects.ts'
import { amendAttempt, ClientGone } from '../call/after-failure.ts'
import { captureCall } from '../call/capture.ts'
import { affordable, releaseHold } from '../call/hold.ts'
import { admitCall, type OpenedCall, openCall, startOfTry, type VirtualCall } from '../call/open-call.ts'
import { runCall } from '../call/run-call.ts'
import { tryChannels } from '../call/try-channels.ts'
import {
  estimatePromptTokens,
  findPrice,
  findRouting,
  groupRatioOf,
  type Routing,
  rejectBlockedWords,
} from '../entry/admit.ts'
import type { Refusal } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { Provider } from '../providers/provider.ts'
import type { Channel } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { relayVirtual, withModel } from '../virtual/relay-virtual.ts'
import { findVirtual } from '../virtual/suitable-members.ts'
import { attemptSingle, type GivenSingle, operationOf, type StreamedSingle } from './attempt-single.ts'
import { deliverPassThrough, deliverWhole, type PassThroughEnd } from './deliver.ts'
import type { IncomingSingle } from './incoming-single.ts'
import {
  accruedSingle,
  billAbandoned,
  billSingle,
  costsPartialImages,
  holdSingle,
  mostSingle,
  nothingReceived,
  type SingleResponse,
  type Terms,
  tokensBeyondPrompt,
} from './single-charge.ts'

/** A single request to a model, or to the models of a virtual one. */
export function relaySingle(
  caller: RelayCaller,
  incoming: IncomingSingle,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const virtual = findVirtual(snapshot, caller, incoming.model)
  if (!virtual) return relayModel(caller, incoming, reply, deps)
  const route = (model: string) => findRouting(caller, model, snapshot, needsOf({ ...incoming, model }))
  const request = { caller, snapshot, route, promptTokens: () => promptTokensOf(incoming, snapshot) }
  const admitted = { ...caller, models: undefined } // by the virtual model's name or by its members
  const relay = (model: string, tried: VirtualCall) =>
    relayModel(admitted, { ...incoming, model, body: namedBody(incoming.body, model) }, reply, deps, tried)
  return relayVirtual(virtual, request, relay, reply, deps)
}

const needsOf = (incoming: IncomingSingle) => (provider: Provider) => operationOf(incoming, provider) !== undefined

/** Refuses blocked words, and estimates the tokens of the request. */
function promptTokensOf({ body }: IncomingSingle, snapshot: Snapshot): number {
  const fields = isForm(body) ? Object.fromEntries(textFields(body)) : body
  rejectBlockedWords(fields, snapshot)
  return estimatePromptTokens(fields)
}

function namedBody(body: IncomingSingle['body'], model: string): IncomingSingle['body'] {
  if (!isForm(body)) return withModel(body, model)
  const form = new FormData()
  for (const [name, value] of body) form.append(name, name === 'model' ? model : value)
  return form
}

/** The journey of a single request: admitted and charged like a chat, with one response. */
async function relayModel(
  caller: RelayCaller,
  received: IncomingSingle,
  reply: FastifyReply,
  deps: RelayDeps,
  virtual?: VirtualCall,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const { model } = received
  const admitted = admitCall(reply.request, caller, { model, needs: needsOf(received), virtual }, snapshot)
  const { incoming, routing } = withAdmittedObjects(received, caller, admitted.routing)
  const price = findPrice(snapshot, model, startOfTry(virtual, deps.clock()))
  const promptTokens = promptTokensOf(incoming, snapshot)
  const groupRatio = groupRatioOf(snapshot, caller)
  const holdTerms = { price, groupRatio, promptTokens, preConsumed: snapshot.options.PreConsumedQuota }
  // Not an inline argument: V8 would retain it, and the call with it, until its next full collection.
  const holdAt = (each: Price, ratio: number) => holdSingle(incoming, { ...holdTerms, price: each, groupRatio: ratio })
  const opened = openCall(admitted, { price, promptTokens, outputMax: tokensBeyondPrompt(incoming, holdTerms), holdAt })
  const { call, hold, cancellation } = opened
  const terms = {
    ...holdTerms,
    heldCharge: () => ({ ...chargeOf(noUsage, price, groupRatio), quota: hold.amount }),
    notCounted: (error: unknown) =>
      deps.log.error('usage not counted, charged by estimate', { request_id: call.request_id, error }),
  }
  const amount = affordable(() => holdSingle(incoming, terms))
  await runCall(opened, { amount, reply }, deps, async (gone) => {
    const given: GivenSingle = { ...opened, incoming, terms, signal: gone, running: reply.request.runningCall }
    try {
      const attempt = (each: Channel) => attemptSingle(each, given, deps)
      const { channel, started } = await tryChannels(opened, routing, attempt, gone, deps)
      const { incoming: sent, terms: billed } = asSent(given)
      if (started.kind === 'stream') {
        hold.beginSettlement()
        const settle = (end: PassThroughEnd) =>
          settlePassThrough({ ...opened, incoming: sent, channel, terms: billed, started, end }, deps)
        const accrued = () => accruedSingle(sent, responseOf(started), billed)
        const most = () => mostSingle(sent, billed)
        const progress = () => progressOf(started)
        const watch = (stop: (refusal: Refusal) => void) =>
          cancellation.beginDelivery({ channel_id: channel.id, accrued, most, progress, stop }, hold.keeper)
        const broke = (failure: UpstreamFailure) => amendAttempt(opened, channel, failure, deps)
        await deliverPassThrough({ ...started, channel, reply, gone, watch, settle, broke }, deps)
        return
      }
      const bill = await billSingle(sent, started, billed)
      hold.beginSettlement()
      await captureCall(opened, channel, { ...bill, ...rowOf(sent) }, deps)
      deliverWhole(reply, started)
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error
      const { incoming: sent, terms: billed } = asSent(given)
      const bill = await billAbandoned(sent, nothingReceived, billed)
      hold.beginSettlement()
      await captureCall(opened, error.channel, { ...bill, ...rowOf(sent) }, deps)
    }
  })
}

/** The request that is charged: as the last channel was sent it. */
const asSent = (given: GivenSingle): Pick<GivenSingle, 'incoming' | 'terms'> =>
  given.sent
    ? { incoming: given.sent.incoming, terms: { ...given.terms, promptTokens: given.sent.promptTokens } }
    : given

function withAdmittedObjects(incoming: IncomingSingle, caller: RelayCaller, routing: Routing) {
  if (isForm(incoming.body))
    return { incoming, routing: admitObjects(Object.fromEntries(textFields(incoming.body)), caller, routing).routing }
  const admitted = admitObjects(incoming.body, caller, routing)
  return { incoming: { ...incoming, body: admitted.body }, routing: admitted.routing }
}

function* textFields(form: FormData): Generator<[string, string]> {
  for (const [name, value] of form) if (typeof value === 'string') yield [name, value]
}

type EndedSingle = OpenedCall & {
  incoming: IncomingSingle
  channel: Channel
  terms: Terms
  started: StreamedSingle
  end: PassThroughEnd
}

/** The output of a stream so far; one of its events reports the usage. */
function responseOf({ stream, operation }: StreamedSingle): SingleResponse {
  const { events, sound } = stream.seen()
  const reported = events?.usage && operation.usage?.(events.usage)
  const seconds = events?.usage && operation.seconds?.(events.usage)
  const { done = [], text = '', partialImages = 0 } = events ?? {}
  return { bytes: sound, json: { data: done }, reported, seconds, text, partialImages }
}

const progressOf = ({ stream }: StreamedSingle) => {
  const { events, sound } = stream.seen()
  return { bytes: sound.length + (events?.text.length ?? 0), tokens: 0 }
}

async function settlePassThrough(ending: EndedSingle, deps: RelayDeps): Promise<void> {
  const { incoming, channel, terms, started, end } = ending
  const { events, sound } = started.stream.seen()
  const response = responseOf(started)
  const { done = [], text = '' } = events ?? {}
  const isEmpty = sound.length === 0 && done.length === 0 && text === '' && !costsPartialImages(response, terms)
  if (end !== 'client_gone' && isEmpty) return releaseHold(ending, deps)
  const bill = await (end === 'client_gone' ? billAbandoned : billSingle)(incoming, response, terms)
  const row = rowOf(incoming)
  const other = { ...row.other, frt: Math.round(started.firstByteMs) }
  await captureCall(ending, channel, { ...bill, ...row, isStream: true, other }, deps)
}

/** The log row of a single request; size and quality of an image explain its price. */
const rowOf = ({ size, quality, path }: IncomingSingle) => ({
  isStream: false,
  remarks: [...(size ? [`大小 ${size}`] : []), ...(quality ? [`品质 ${quality}`] : [])],
  other: { frt: -1000, request_path: path },
})
