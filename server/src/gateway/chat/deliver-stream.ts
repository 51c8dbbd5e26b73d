import type { FastifyReply } from 'fastify'
import { preferredLanguage } from '../../http/language.ts'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import type { Call } from '../call/call.ts'
import { AttemptsFailed, clientErrorOf } from '../entry/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { Conversation } from './conversation.ts'
import { maintainStream } from './maintain-stream.ts'
import type { Meter } from './meter.ts'
import { type End, settleChat } from './settle.ts'
import type { StreamEnd, UpstreamStream } from './upstream-stream.ts'

type Delivery = {
  call: Call
  ask: ChatAsk
  channel: Channel
  conversation: Conversation
  meter: Meter
  stream: UpstreamStream
  reply: FastifyReply
  gone: LightSignal
}

/**
 * Sends a stream to the client and settles it, whichever side ends it. The last bytes wait for the charge; a client that
 * hangs up pays for what it received, and the upstream request is aborted.
 */
export async function deliverStream(delivery: Delivery, deps: RelayDeps): Promise<void> {
  const { call, ask, stream, reply, gone } = delivery
  const raw = openEventStream(reply, ask.sse)
  const running = maintainStream(delivery, deps)
  stream.attach({
    write(data) {
      running.grow()
      return raw.write(data)
    },
  })
  raw.on('drain', () => stream.resume())
  const abandon = () => stream.abandon()
  if (gone.aborted) abandon()
  gone.addEventListener('abort', abandon)

  const ended = await stream.ended
  // A client that hangs up breaks both connections, and either may be noticed first.
  const end: StreamEnd = gone.aborted && ended.reason === 'failed' ? { reason: 'client_gone' } : ended
  running.stop()
  gone.removeEventListener('abort', abandon)

  const firstByteMs = stream.firstByteAt === undefined ? undefined : stream.firstByteAt - call.startedAt
  const failed = end.reason === 'failed' ? new AttemptsFailed(end.failure, delivery.channel) : undefined
  const closing = await settleChat({ ...delivery, firstByteMs, ...endOf(end, failed) }, deps).then(
    ({ usage }) => (failed ? [stream.takeFailure(clientError(failed))] : stream.takeTail(usage)),
    (error: unknown) => {
      // The charge is not durable, so the client must not take the answer for complete.
      deps.log.error('stream not settled', { request_id: call.request_id, error })
      return [stream.takeFailure(clientError(error))]
    },
  )
  if (end.reason === 'client_gone') return void raw.destroy()
  for (const data of closing) raw.write(data)
  raw.end()

  function clientError(error: unknown) {
    return clientErrorOf(error, call.request_id, preferredLanguage(reply.request.headers['accept-language'], 'en'))
  }
}

function endOf({ reason }: StreamEnd, failed: AttemptsFailed | undefined): { end: End; endError?: string } {
  if (!failed) return { end: reason }
  const { kind, code } = failed.failure
  const end = code === 'insufficient_user_quota' ? 'out_of_quota' : kind === 'timeout' ? 'timeout' : 'failed'
  return { end, endError: failed.message.slice(0, 200) }
}

function openEventStream(reply: FastifyReply, sse: boolean) {
  reply.hijack()
  const headers = reply.getHeaders()
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': sse ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  return reply.raw
}
