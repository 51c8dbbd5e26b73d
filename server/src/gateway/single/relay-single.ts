import type { FastifyReply } from 'fastify'
import { chargeOf } from '../../domain/pricing/charge.ts'
import { noUsage } from '../../domain/pricing/usage.ts'
import { amendAttempt, ClientGone, tryChannels } from '../call/attempts.ts'
import { type Call, newCall } from '../call/call.ts'
import { captureCall } from '../call/capture.ts'
import { affordable, releaseHold } from '../call/hold.ts'
import { runCall } from '../call/run-call.ts'
import { admitModel, findPrice, findRouting, weighPrompt } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { knowCall } from '../entry/note-failure.ts'
import type { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import { attemptSingle, operationOf, type StreamedSingle } from './attempt-single.ts'
import { deliverPassThrough, deliverWhole, type PassThroughEnd } from './deliver.ts'
import type { SingleAsk } from './single-ask.ts'
import {
  accruedSingle,
  billAbandoned,
  billSingle,
  costsPartialImages,
  holdSingle,
  nothingReceived,
  type SingleAnswer,
  type Terms,
} from './single-charge.ts'

/** The journey of a single question: admitted and charged like a chat, with one answer. */
export async function relaySingle(
  caller: RelayCaller,
  ask: SingleAsk,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const known = knowCall(reply.request, caller, ask.model)
  admitModel(caller, ask.model)
  const routing = findRouting(caller, ask.model, snapshot, (provider) => operationOf(ask, provider) !== undefined)
  const price = findPrice(snapshot, ask.model)
  const prompt = ask.body instanceof FormData ? Object.fromEntries(textFields(ask.body)) : ask.body
  const promptTokens = weighPrompt(prompt, snapshot)
  const asked = { caller, model: ask.model, price, promptTokens, snapshot, countPrompt: undefined }
  const call = newCall(reply.request.id, asked)
  known.tried = call.tried
  known.failures = call.failures
  const terms = {
    price,
    groupRatio: call.groupRatio,
    promptTokens,
    preConsumed: snapshot.options.PreConsumedQuota,
    heldCharge: () => ({ ...chargeOf(noUsage, price, call.groupRatio), quota: call.held }),
  }
  const hold = affordable(() => holdSingle(ask, terms))
  await runCall(call, { hold, reply }, deps, async (gone) => {
    try {
      const attempt = (each: Channel) => attemptSingle(each, ask, call, gone, deps)
      const { channel, started } = await tryChannels(call, routing, attempt, gone, deps)
      if (started.kind === 'stream') {
        call.isSettling = true
        const settle = (end: PassThroughEnd) => settlePassThrough({ call, ask, channel, terms, started, end }, deps)
        const accrued = () => accruedSingle(ask, answerOf(started), terms)
        const watch = (stop: (refusal: Refusal) => void) =>
          call.keeper?.watch({ channel_id: channel.id, accrued, stop })
        const broke = (failure: UpstreamFailure) => amendAttempt(call, channel, failure, deps)
        await deliverPassThrough({ ...started, channel, reply, gone, watch, settle, broke }, deps)
        return
      }
      const bill = await billSingle(ask, started, terms)
      call.isSettling = true
      await captureCall(call, channel, { ...bill, ...rowOf(ask) }, deps)
      deliverWhole(reply, started)
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error
      const bill = await billAbandoned(ask, nothingReceived, terms)
      call.isSettling = true
      await captureCall(call, error.channel, { ...bill, ...rowOf(ask) }, deps)
    }
  })
}

function* textFields(form: FormData): Generator<[string, string]> {
  for (const [name, value] of form) if (typeof value === 'string') yield [name, value]
}

type Ending = {
  call: Call
  ask: SingleAsk
  channel: Channel
  terms: Terms
  started: StreamedSingle
  end: PassThroughEnd
}

/** What a stream has delivered so far; one of its events reports the usage. */
function answerOf({ stream, operation }: StreamedSingle): SingleAnswer {
  const { events, sound } = stream.seen()
  const reported = events?.usage && operation.usage?.(events.usage)
  const seconds = events?.usage && operation.seconds?.(events.usage)
  const { done = [], text = '', partialImages = 0 } = events ?? {}
  return { bytes: sound, json: { data: done }, reported, seconds, text, partialImages }
}

/** Charges what a stream delivered. */
async function settlePassThrough(ending: Ending, deps: RelayDeps): Promise<void> {
  const { call, ask, channel, terms, started, end } = ending
  const { events, sound } = started.stream.seen()
  const answer = answerOf(started)
  const { done = [], text = '' } = events ?? {}
  const isEmpty = sound.length === 0 && done.length === 0 && text === '' && !costsPartialImages(answer, terms)
  if (end !== 'client_gone' && isEmpty) return releaseHold(call, deps)
  const bill = await (end === 'client_gone' ? billAbandoned : billSingle)(ask, answer, terms)
  const row = rowOf(ask)
  const other = { ...row.other, frt: Math.round(started.firstByteMs) }
  await captureCall(call, channel, { ...bill, ...row, isStream: true, other }, deps)
}

/** The log row of a single question; size and quality of a picture explain its price. */
const rowOf = ({ size, quality, path }: SingleAsk) => ({
  isStream: false,
  remarks: [...(size ? [`大小 ${size}`] : []), ...(quality ? [`品质 ${quality}`] : [])],
  other: { frt: -1000, request_path: path },
})
