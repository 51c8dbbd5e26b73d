import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import type { Call } from '../call/call.ts'
import { AttemptsFailed } from '../entry/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { ClientStream } from './client-stream.ts'
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
  client: ClientStream
  gone: LightSignal
}

/**
 * Sends a stream to the client and settles it, whichever side ends it. The last bytes wait for the charge; a client that
 * hangs up pays for what it received, and the upstream request is aborted.
 */
export async function deliverStream(delivery: Delivery, deps: RelayDeps): Promise<void> {
  const { call, stream, client, gone } = delivery
  const running = maintainStream(delivery, deps)
  client.open()
  stream.attach({
    write(data) {
      running.grow()
      return client.write(data)
    },
  })
  client.onDrain(() => stream.resume())
  const abandon = () => stream.abandon()
  if (gone.aborted) abandon()
  gone.addEventListener('abort', abandon)

  const ended = await stream.ended
  // A client that hangs up breaks both connections, and either may be noticed first.
  const end: StreamEnd = gone.aborted && ended.reason === 'failed' ? { reason: 'client_gone' } : ended
  running.stop()
  client.stop()
  gone.removeEventListener('abort', abandon)

  const firstByteMs = stream.firstByteAt === undefined ? undefined : stream.firstByteAt - call.startedAt
  const failed = end.reason === 'failed' ? new AttemptsFailed(end.failure, delivery.channel) : undefined
  const closing = await settleChat({ ...delivery, firstByteMs, ...endOf(end, failed) }, deps).then(
    ({ usage }) => (failed ? [stream.takeFailure(client.errorOf(failed))] : stream.takeTail(usage)),
    (error: unknown) => {
      // The charge is not durable, so the client must not take the answer for complete.
      deps.log.error('stream not settled', { request_id: call.request_id, error })
      return [stream.takeFailure(client.errorOf(error))]
    },
  )
  if (end.reason === 'client_gone') client.destroy()
  else client.end(...closing)
}

function endOf({ reason }: StreamEnd, failed: AttemptsFailed | undefined): { end: End; endError?: string } {
  if (!failed) return { end: reason }
  const { kind, code } = failed.failure
  const end = code === 'insufficient_user_quota' ? 'out_of_quota' : kind === 'timeout' ? 'timeout' : 'failed'
  return { end, endError: failed.message.slice(0, 200) }
}
