import type { FastifyReply } from 'fastify'
import { AnswerTooLarge, readAll } from '../../outbound/exchange.ts'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { ClientGone, tryChannels } from '../call/attempts.ts'
import { type Call, releaseHold } from '../call/call.ts'
import { captureCall } from '../call/capture.ts'
import { newCall, runCall } from '../call/run-call.ts'
import { send, textHeaders } from '../call/send.ts'
import { emptyAnswer, failureOfError } from '../chat/upstream-stream.ts'
import { admitModel, findPrice, findRouting, weighPrompt } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { SingleKind, SingleOperation } from '../providers/provider.ts'
import { type Channel, targetOf } from '../routing/channel.ts'
import { isObject } from '../translate/json/json-values.ts'
import { deliverPassThrough, type PassThroughEnd } from './deliver-pass-through.ts'
import { isPassThrough, openPassThrough, type PassThroughStream, type Seen } from './pass-through-stream.ts'
import type { SingleAsk } from './single-ask.ts'
import { billAbandoned, billSingle, holdSingle, type SingleAnswer } from './single-charge.ts'

const answerMax = 64 * 1024 * 1024
/** Types that may reach a browser as they are; anything else is handed over as a file. */
const safeTypes =
  /^(application\/json|text\/plain|text\/vtt|application\/x-subrip|text\/event-stream|audio\/[\w.+-]+|image\/(png|jpeg|webp|gif))/i

/** What the client gets, ready to be sent, beside what the upstream said. */
type Answered = SingleAnswer & { kind: 'whole'; type: string; body: Buffer | string }
/** What the client gets while it comes. */
type PassingThrough = {
  kind: 'flow'
  type: string
  flow: PassThroughStream
  operation: SingleOperation
  firstByteMs: number
}

/** The journey of a single question: the same gate, the same books, one answer. */
export async function relaySingle(
  caller: RelayCaller,
  ask: SingleAsk,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  admitModel(caller, ask.model)
  const routing = findRouting(caller, ask.model, snapshot)
  const price = findPrice(snapshot, ask.model)
  const prompt = ask.body instanceof FormData ? Object.fromEntries(textFields(ask.body)) : ask.body
  const promptTokens = weighPrompt(prompt, snapshot)
  const asked = { caller, model: ask.model, price, promptTokens, snapshot, countPrompt: undefined }
  const call = newCall(reply.request.id, asked)
  const terms = {
    price,
    groupRatio: call.groupRatio,
    promptTokens,
    preConsumed: snapshot.options.PreConsumedQuota,
  }
  await runCall(call, { hold: holdSingle(ask, terms), reply }, deps, async (gone) => {
    try {
      const { channel, started } = await tryChannels(
        call,
        routing,
        (each) => attempt(each, ask, call, gone, deps),
        gone,
        deps,
      )
      if (started.kind === 'flow') {
        call.isSettling = true
        const settle = (seen: Seen, end: PassThroughEnd) =>
          settlePassThrough({ call, ask, channel, terms, started, seen, end }, deps)
        await deliverPassThrough({ ...started, channel, reply, gone, settle }, deps)
        return
      }
      const bill = await billSingle(ask, started, terms)
      call.isSettling = true
      await captureCall(call, channel, { ...bill, ...rowOf(ask) }, deps)
      deliver(reply, started)
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error
      const bill = await billAbandoned(ask, terms)
      call.isSettling = true
      await captureCall(call, error.channel, { ...bill, ...rowOf(ask) }, deps)
    }
  })
}

function* textFields(form: FormData): Generator<[string, string]> {
  for (const [name, value] of form) if (typeof value === 'string') yield [name, value]
}

async function attempt(
  channel: Channel,
  ask: SingleAsk,
  call: Call,
  signal: LightSignal,
  deps: RelayDeps,
): Promise<Answered | PassingThrough> {
  const { provider } = channel
  const operation = ask.operation ? ask.operation(provider) : provider.single?.[ask.kind]
  if (!operation)
    throw new UpstreamFailure('unsupported', {
      status: 501,
      message: 'This channel type does not support this kind of request yet',
      code: 'not_supported',
    })
  const answer = await send(
    operation.request(ask.body, targetOf(channel, ask.model, ask.query)),
    provider,
    signal,
    deps,
  )
  const type = textHeaders(answer)['content-type'] ?? 'application/json'
  if (isPassThrough(type)) {
    const flow = await openPassThrough(answer, type, answerMax).catch(asFailure)
    const failure = flow.seen().events?.failure
    if (flow.isEmpty || failure) flow.abort()
    if (failure) throw provider.failure(200, failure, {})
    if (flow.isEmpty) throw emptyAnswer()
    return { kind: 'flow', type, flow, operation, firstByteMs: performance.now() - call.startedAt }
  }
  const bytes = await readAll(answer, answerMax).catch(asFailure)
  if (bytes.length === 0) throw emptyAnswer()
  const json = isJson(ask.kind, type) ? parse(bytes) : undefined
  if (isObject(json) && json.error) throw provider.failure(200, json, {})
  const reported = json === undefined ? undefined : operation.usage?.(json)
  return { kind: 'whole', bytes, reported, ...written(ask, operation, { bytes, json, type }, deps.clock()) }
}

function asFailure(error: unknown): never {
  if (!(error instanceof AnswerTooLarge)) throw failureOfError(error)
  throw new UpstreamFailure('bad_response', {
    status: 502,
    message: 'the upstream sent too large an answer',
    code: 'bad_response_body',
  })
}

type Ending = {
  call: Call
  ask: SingleAsk
  channel: Channel
  terms: Parameters<typeof billSingle>[2]
  started: PassingThrough
  seen: Seen
  end: PassThroughEnd
}

/** What a flow brought is paid; what it used is in one of its events. Half a picture is none, and costs nothing. */
async function settlePassThrough(
  { call, ask, channel, terms, started, seen, end }: Ending,
  deps: RelayDeps,
): Promise<void> {
  const { events, sound } = seen
  const isBarren = sound.length === 0 && (!events || (events.done.length === 0 && !events.hasText))
  if (end !== 'client_gone' && isBarren) return releaseHold(call, deps)
  const reported = events?.usage && started.operation.usage?.(events.usage)
  const answer = { bytes: sound, json: { data: events?.done ?? [] }, reported }
  const bill = end === 'client_gone' ? await billAbandoned(ask, terms) : await billSingle(ask, answer, terms)
  const row = rowOf(ask)
  const other = { ...row.other, frt: Math.round(started.firstByteMs) }
  await captureCall(call, channel, { ...bill, ...row, isStream: true, other }, deps)
}

/** Where the answers of these kinds are: a list in JSON. An empty one is no answer, and costs nothing. */
export const listOfKind: Partial<Record<SingleKind, string>> = {
  embeddings: 'data',
  images: 'data',
  image_edits: 'data',
  moderations: 'results',
  rerank: 'results',
}

const isJson = (kind: SingleKind, type: string): boolean => /json/i.test(type) || kind in listOfKind

/** The answer in the client's words. Made before it is charged: what cannot be read is a failure of the channel. */
function written(
  ask: SingleAsk,
  operation: SingleOperation,
  { bytes, json, type }: { bytes: Buffer; json: unknown; type: string },
  now: number,
): { type: string; body: Buffer | string; json: unknown } {
  if (json === undefined) return { type, body: bytes, json }
  const asked: JsonObject = ask.body instanceof FormData ? {} : ask.body
  if (operation.sound) {
    const { mime, bytes: sound } = operation.sound(json, asked)
    return { type: mime, body: Buffer.from(sound), json }
  }
  const ours = operation.response ? operation.response(json, asked, { now }) : json
  const list = ask.operation ? undefined : listOfKind[ask.kind]
  if (list && !(isObject(ours) && Array.isArray(ours[list]) && ours[list].length > 0)) throw emptyAnswer()
  return { type: 'application/json', body: ours === json ? bytes : JSON.stringify(ours), json: ours }
}

function parse(bytes: Buffer): unknown {
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

/** What the row says of a single question; size and quality of a picture explain its price. */
const rowOf = ({ size, quality, path }: SingleAsk) => ({
  isStream: false,
  remarks: [...(size ? [`大小 ${size}`] : []), ...(quality ? [`品质 ${quality}`] : [])],
  other: { frt: -1000, request_path: path },
})

function deliver(reply: FastifyReply, { type, body }: Answered): void {
  if (!safeTypes.test(type))
    reply.header('Content-Disposition', 'attachment').header('Content-Security-Policy', "sandbox; default-src 'none'")
  reply.type(type).send(body)
}
