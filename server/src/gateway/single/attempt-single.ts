import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import type { Call } from '../call/call.ts'
import { parseBytes, readBytes } from '../call/read-response.ts'
import { send, textHeaders } from '../call/send.ts'
import { emptyResponse, failureOfError, unsupportedOperation } from '../call/upstream-failures.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { SingleKind, SingleOperation } from '../providers/provider.ts'
import { type Channel, targetOf } from '../routing/channel.ts'
import { isObject } from '../translate/json/json-values.ts'
import { isPassThrough, openPassThrough, type PassThroughStream } from './pass-through-stream.ts'
import type { SingleAsk } from './single-ask.ts'
import type { SingleAnswer } from './single-charge.ts'

const bytesMax = 64 * 1024 * 1024

/** A whole answer, ready for the client, beside what its price is computed from. */
export type WholeSingle = SingleAnswer & { kind: 'whole'; type: string; body: Buffer | string }
/** An answer that is passed on while it comes. */
export type StreamedSingle = {
  kind: 'stream'
  type: string
  stream: PassThroughStream
  operation: SingleOperation
  firstByteMs: number
}

/** One attempt on one channel: sends, and waits for a whole answer or the first piece of a stream. */
export async function attemptSingle(
  channel: Channel,
  ask: SingleAsk,
  call: Call,
  signal: LightSignal,
  deps: RelayDeps,
): Promise<WholeSingle | StreamedSingle> {
  const { provider } = channel
  const operation = ask.operation ? ask.operation(provider) : provider.single?.[ask.kind]
  if (!operation) throw unsupportedOperation('this kind of request')
  const request = operation.request(ask.body, targetOf(channel, ask.model, ask.query))
  const response = await send(request, provider, signal, deps)
  call.respondedAt = performance.now()
  const type = textHeaders(response)['content-type'] ?? 'application/json'
  if (isPassThrough(type)) {
    const stream = await openPassThrough(response, type, bytesMax).catch((error: unknown) => {
      throw failureOfError(error)
    })
    const failure = stream.seen().events?.failure
    if (stream.isEmpty || failure) stream.abort()
    if (failure) throw provider.failure(200, failure, {})
    if (stream.isEmpty) throw emptyResponse()
    return { kind: 'stream', type, stream, operation, firstByteMs: performance.now() - call.startedAt }
  }
  const bytes = await readBytes(response, bytesMax)
  const json = isJson(ask.kind, type) ? parseBytes(bytes) : undefined
  if (isObject(json) && json.error) throw provider.failure(200, json, {})
  const reported = json === undefined ? undefined : operation.usage?.(json)
  const seconds = json === undefined ? undefined : operation.seconds?.(json)
  return { kind: 'whole', reported, seconds, ...written(ask, operation, { bytes, json, type }, deps.clock()) }
}

/** The member of the JSON that lists the answers of these kinds. */
const answerLists: Partial<Record<SingleKind, string>> = {
  embeddings: 'data',
  images: 'data',
  image_edits: 'data',
  moderations: 'results',
  rerank: 'results',
}

const isJson = (kind: SingleKind, type: string): boolean => /json/i.test(type) || kind in answerLists

/** An empty list is no answer, and costs nothing. */
export function checkAnswerList(kind: SingleKind, answer: unknown): void {
  const list = answerLists[kind]
  if (list && !(isObject(answer) && Array.isArray(answer[list]) && answer[list].length > 0)) throw emptyResponse()
}

/** The answer in the client's format. Written before it is charged: an unreadable answer is a failure of the channel. */
function written(
  ask: SingleAsk,
  operation: SingleOperation,
  { bytes, json, type }: { bytes: Buffer; json: unknown; type: string },
  now: number,
): { type: string; bytes: Buffer; body: Buffer | string; json: unknown } {
  if (json === undefined) return { type, bytes, body: bytes, json }
  const asked: JsonObject = ask.body instanceof FormData ? {} : ask.body
  if (operation.sound) {
    const { mime, bytes: unwrapped } = operation.sound(json, asked)
    const sound = Buffer.from(unwrapped)
    return { type: mime, bytes: sound, body: sound, json }
  }
  const answer = operation.response ? operation.response(json, asked, { now }) : json
  if (!ask.operation) checkAnswerList(ask.kind, answer)
  return { type: 'application/json', bytes, body: answer === json ? bytes : JSON.stringify(answer), json: answer }
}
