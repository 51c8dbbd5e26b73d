import type { FastifyReply } from 'fastify'
import { preferredLanguage } from '../../http/language.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { failureOfError } from '../call/upstream-failures.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { AttemptsFailed, streamErrorOf } from '../entry/errors/client-error.ts'
import type { Refusal } from '../entry/errors/refusals.ts'
import { dropStalledClient } from '../entry/in-flight/drop-stalled-client.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { showRoute } from '../entry/show-route.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import { dataEvent } from '../forms/sse.ts'
import type { Channel } from '../routing/channel.ts'
import type { WholeSingle } from './attempt-single.ts'
import type { PassThroughStream } from './pass-through-stream.ts'

export type PassThroughEnd = 'done' | 'client_gone' | 'failed'

type Delivery = {
  stream: PassThroughStream
  type: string
  channel: Channel
  reply: FastifyReply
  gone: LightSignal
  /** Keeps the charge so far from now on; `stop` ends the stream. */
  watch(stop: (refusal: Refusal) => void): void
  broke(failure: UpstreamFailure): void
  /** Charges what was delivered, or releases the hold; durable when it returns. */
  settle(end: PassThroughEnd): Promise<void>
}

/** Types that browsers may show; any other is sent as a download. */
const safeTypes =
  /^(application\/json|text\/plain|text\/vtt|application\/x-subrip|text\/event-stream|audio\/[\w.+-]+|image\/(png|jpeg|webp|gif))/i

/** Sends a whole response that is already charged. */
export function deliverWhole(reply: FastifyReply, { type, body }: WholeSingle): void {
  reply.request.runningCall?.add(body.length)
  if (!safeTypes.test(type))
    reply.header('Content-Disposition', 'attachment').header('Content-Security-Policy', "sandbox; default-src 'none'")
  reply.type(type).send(body)
}

/** Sends a stream chunk by chunk and settles it, whichever side ends it. The last chunk waits for the charge. */
export async function deliverPassThrough(delivery: Delivery, deps: RelayDeps): Promise<void> {
  const { stream, type, channel, reply, gone, settle } = delivery
  let refusal: Refusal | undefined
  const isEvents = type.startsWith('text/event-stream')
  const raw = openHead(reply, type)
  const abandon = () => stream.abort()
  if (gone.aborted) abandon()
  gone.addEventListener('abort', abandon)
  raw.on('drain', stream.resume)
  stream.resume() // from now on the client reads, however slowly
  stream.start((piece) => raw.write(piece))
  delivery.watch((reason) => {
    refusal = reason
    stream.abort()
  })
  const watch = dropStalledClient(reply, deps)

  const error = await stream.ended
  clearInterval(watch)
  gone.removeEventListener('abort', abandon)
  const end: PassThroughEnd = gone.aborted ? 'client_gone' : error ? 'failed' : 'done'
  if (end === 'failed' && !refusal) delivery.broke(failureOfError(error))
  try {
    await settle(end)
  } catch (cause) {
    // The charge is not durable, so the client must not take the response for complete.
    deps.log.error('stream not settled', { request_id: reply.request.id, error: cause })
    return breakOff(cause)
  }
  if (end === 'client_gone') return void raw.destroy()
  if (error) return breakOff(refusal ?? new AttemptsFailed(failureOfError(error), channel))
  raw.end(stream.takeLast())

  /** A stream of events can end with an error; audio can only be cut off. */
  function breakOff(cause: unknown) {
    if (!isEvents) return void raw.destroy()
    const language = preferredLanguage(reply.request.headers['accept-language'], 'en')
    raw.end(dataEvent(JSON.stringify(openaiDialect.error(streamErrorOf(cause, reply.request.id, language)))))
  }
}

function openHead(reply: FastifyReply, type: string) {
  showRoute(reply)
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': type,
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  reply.raw.flushHeaders()
  return reply.raw
}
