import { addUsage, noUsage, type Usage } from '../../domain/money/pricing/usage.ts'
import { isForm } from '../../light/is-form.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { withAccess } from '../call/access-tokens.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { readBytes } from '../call/read-response.ts'
import { send, textHeaders } from '../call/send.ts'
import { emptyResponse, failureOfError, unsupportedOperation } from '../call/upstream-failures.ts'
import type { RunningCall } from '../entry/in-flight/in-flight.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import { overriddenFor } from '../overrides/override-call.ts'
import type { Provider, SingleKind, SingleOperation } from '../providers/provider.ts'
import { type Channel, resolveUpstream, type Upstream } from '../routing/channel.ts'
import { isObject } from '../translate/json/json-values.ts'
import { holdAsSent, type SentSingle } from './hold-as-sent.ts'
import type { IncomingSingle } from './incoming-single.ts'
import { joinResponses } from './join-responses.ts'
import { jsonOfForm } from './json-of-form.ts'
import { isPassThrough, openPassThrough, type PassThroughStream } from './pass-through-stream.ts'
import { type Written, withPictureData } from './picture-data.ts'
import { jsonIn, pollUntilDone } from './poll-until-done.ts'
import type { SingleResponse, Terms } from './single-charge.ts'

const bytesMax = 64 * 1024 * 1024

/** A whole response, ready for the client, with the data for its price. */
export type WholeSingle = SingleResponse & { kind: 'whole'; type: string; body: Buffer | string }
/** A response that is forwarded while it arrives. */
export type StreamedSingle = {
  kind: 'stream'
  type: string
  stream: PassThroughStream
  operation: SingleOperation
  firstByteMs: number
}

export type GivenSingle = OpenedCall & {
  incoming: IncomingSingle
  terms: Terms
  signal: LightSignal
  running: RunningCall | undefined
  /** The request as the last channel was sent it, if that channel has overrides. */
  sent?: SentSingle | undefined
}
type Attempt = { given: GivenSingle; channel: Channel; upstream: Upstream; operation: SingleOperation }

/** The operation of a provider for this request; undefined if it has none. */
export const operationOf = (incoming: IncomingSingle, provider: Provider): SingleOperation | undefined =>
  incoming.operation ? incoming.operation(provider) : provider.single?.[incoming.kind]

/** One attempt on one channel: sends, and waits for a whole response or the first chunk of a stream. */
export const attemptSingle = (
  channel: Channel,
  given: GivenSingle,
  deps: RelayDeps,
): Promise<WholeSingle | StreamedSingle> =>
  withAccess(
    resolveUpstream(channel, given.incoming.model, given.incoming.query),
    given.attempts,
    deps,
    async (upstream) => {
      const { incoming, call } = given
      const { provider, target } = upstream
      const operation = operationOf(incoming, provider)
      if (!operation) throw unsupportedOperation('this kind of request')
      const attempt = { given, channel, upstream, operation }
      given.sent = undefined
      call.recording?.beginAttempt(channel)
      const body = operation.formAsJson && isForm(incoming.body) ? await jsonOfForm(incoming.body) : incoming.body
      const parts = isForm(body) ? [] : (operation.split?.(body, target) ?? [])
      return parts.length > 1 ? attemptParts(parts, attempt, deps) : attemptWhole(body, attempt, deps)
    },
  )

async function attemptWhole(
  body: IncomingSingle['body'],
  { given, channel, upstream, operation }: Attempt,
  deps: RelayDeps,
): Promise<WholeSingle | StreamedSingle> {
  const { incoming, call, attempts, signal, running } = given
  const { provider, target, proxy } = upstream
  const { recording } = call
  const plain = operation.request(body, target)
  const overridden =
    channel.overrides &&
    overriddenFor(channel, plain, { call, attempts, path: incoming.path, upstreamModel: target.model })
  if (overridden) {
    const before = given.sent ?? { incoming, promptTokens: given.terms.promptTokens }
    given.sent = await holdAsSent(channel, given, overridden, { ...before, terms: given.terms }, deps)
  }
  const request = overridden?.request ?? plain
  const response = await send(request, upstream, signal, deps, { call, attempts, recording })
  attempts.respondedAt = performance.now()
  call.trace?.responded(attempts.tried.at(-1) ?? 0, response.status)
  const type = textHeaders(response)['content-type'] ?? 'application/json'
  if (isPassThrough(type) && !operation.fromBytes) {
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
  const first = isJson(incoming.kind, type, operation) ? jsonIn(bytes, type, operation, provider) : undefined
  const json =
    first === undefined ? undefined : await pollUntilDone(first, { channel, upstream, operation, call, signal }, deps)
  const reported = json === undefined ? undefined : operation.usage?.(json)
  const seconds = json === undefined ? undefined : operation.seconds?.(json)
  const singleResponse = written(body, { bytes, json, type }, { incoming, operation, now: deps.clock() })
  const shown = await withPictureData(singleResponse, body, operation, { signal, running, proxy }, deps)
  return { kind: 'whole', reported, seconds, ...shown }
}

/** Sends the parts one after the other, and joins their responses. */
async function attemptParts(parts: JsonObject[], attempt: Attempt, deps: RelayDeps): Promise<WholeSingle> {
  const responses: JsonObject[] = []
  let reported: Usage | undefined = noUsage
  const { attempts } = attempt.given
  const { connectingMs } = attempts
  for (const part of parts) {
    const response = await attemptWhole(part, attempt, deps)
    attempts.connectingMs = connectingMs // each part may connect to this upstream anew
    if (response.kind === 'stream' || !isObject(response.json)) throw unsupportedOperation('this kind of request')
    responses.push(response.json)
    // The usage of some parts is not that of the whole. Then the gateway counts all of it.
    reported = reported && response.reported && addUsage(reported, response.reported)
  }
  const json = joinResponses(responses)
  const body = JSON.stringify(json)
  return { kind: 'whole', type: 'application/json', bytes: Buffer.from(body), body, json, reported }
}

/** The member of the JSON that lists the results of these kinds. */
const responseLists: Partial<Record<SingleKind, string>> = {
  embeddings: 'data',
  images: 'data',
  image_edits: 'data',
  moderations: 'results',
  rerank: 'results',
}

const isJson = (kind: SingleKind, type: string, { fromBytes }: SingleOperation): boolean =>
  /json/i.test(type) || kind in responseLists || fromBytes !== undefined

/** An empty list is a failed attempt and costs nothing. */
export function checkResponseList(kind: SingleKind, response: unknown): void {
  const list = responseLists[kind]
  if (list && !(isObject(response) && Array.isArray(response[list]) && response[list].length > 0)) throw emptyResponse()
}

/**
 * The response in the client's format. Written before it is charged: an unreadable response is a failure of the
 * channel.
 */
function written(
  sent: IncomingSingle['body'],
  { bytes, json, type }: { bytes: Buffer; json: unknown; type: string },
  { incoming, operation, now }: { incoming: IncomingSingle; operation: SingleOperation; now: number },
): Written {
  if (json === undefined) return { type, bytes, body: bytes, json }
  const fields: JsonObject = isForm(sent) ? {} : sent
  if (operation.sound) {
    const { mime, bytes: unwrapped } = operation.sound(json, fields)
    const sound = Buffer.from(unwrapped)
    return { type: mime, bytes: sound, body: sound, json }
  }
  const response = operation.response ? operation.response(json, fields, { now }) : json
  if (!incoming.operation) checkResponseList(incoming.kind, response)
  const isPassed = response === json && !operation.next && !operation.fromBytes
  return { type: 'application/json', bytes, body: isPassed ? bytes : JSON.stringify(response), json: response }
}
