import type { FastifyReply } from 'fastify'
import { preferredLanguage } from '../../http/language.ts'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { AttemptsFailed } from '../call/attempts.ts'
import { dropStalledClient } from '../chat/maintain-stream.ts'
import { failureOfError } from '../chat/upstream-stream.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { clientErrorOf } from '../entry/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { dataEvent } from '../forms/sse.ts'
import type { Channel } from '../routing/channel.ts'
import type { PassThroughStream, Seen } from './pass-through-stream.ts'

/** How a flow ended. */
export type PassThroughEnd = 'done' | 'client_gone' | 'failed'

type Delivery = {
  flow: PassThroughStream
  type: string
  channel: Channel
  reply: FastifyReply
  gone: LightSignal
  /** Charges what was brought, or gives the money back; durable when it returns. */
  settle(seen: Seen, end: PassThroughEnd): Promise<void>
}

/** Passes an answer on piece by piece and settles it at its end, whoever ends it. The last piece waits for the charge. */
export async function deliverPassThrough(delivery: Delivery, deps: RelayDeps): Promise<void> {
  const { flow, type, channel, reply, gone, settle } = delivery
  const isEvents = type.startsWith('text/event-stream')
  const raw = openHead(reply, type)
  const abandon = () => flow.abort()
  if (gone.aborted) abandon()
  gone.addEventListener('abort', abandon)
  raw.on('drain', flow.resume)
  flow.start((piece) => raw.write(piece))
  const watch = dropStalledClient({ reply }, deps)

  const error = await flow.ended
  clearInterval(watch)
  gone.removeEventListener('abort', abandon)
  const end: PassThroughEnd = gone.aborted ? 'client_gone' : error ? 'failed' : 'done'
  try {
    await settle(flow.seen(), end)
  } catch (cause) {
    // Nothing is durable, so the client must not believe that the answer is complete.
    deps.log.error('flow not settled', { request_id: reply.request.id, error: cause })
    return breakOff(cause)
  }
  if (end === 'client_gone') return void raw.destroy()
  if (error) return breakOff(new AttemptsFailed(failureOfError(error), channel))
  raw.end(flow.takeLast())

  /** Events can say what happened; of sound that ends too early only the connection can tell. */
  function breakOff(cause: unknown) {
    if (!isEvents) return void raw.destroy()
    const language = preferredLanguage(reply.request.headers['accept-language'], 'en')
    raw.end(dataEvent(JSON.stringify(openaiDialect.error(clientErrorOf(cause, reply.request.id, language)))))
  }
}

function openHead(reply: FastifyReply, type: string) {
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
