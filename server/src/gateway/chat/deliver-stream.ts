import type { LightSignal } from '../../light/light-abort-signal.ts'
import { amendAttempt } from '../call/after-failure.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { send } from '../call/send.ts'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import { Refusal, type RefusalCode } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import type { StreamedChat } from './attempt-chat.ts'
import type { ClientStream } from './client-stream.ts'
import { guardStream } from './guard-stream.ts'
import type { IncomingChat } from './incoming-chat.ts'
import { type End, settleChat, tokensMaxOf } from './settle.ts'
import type { StreamEnd } from './upstream-stream.ts'

type Delivery = OpenedCall &
  StreamedChat & { incoming: IncomingChat; channel: Channel; client: ClientStream; gone: LightSignal }

/**
 * Sends a stream to the client and settles it, whichever side ends it. The last bytes wait for the charge. A client
 * that hangs up pays for the output it received, and the upstream request is aborted.
 */
export async function deliverStream(delivery: Delivery, deps: RelayDeps): Promise<void> {
  const { call, cancellation, stream, client, gone } = delivery
  const guard = guardStream({ ...delivery, tokensMax: tokensMaxOf(delivery) })
  client.open()
  delivery.response.resume() // from now on the client reads, however slowly
  stream.attach({
    write: (data) => client.write(data),
    isCovered: guard.isCovered,
  })
  client.onDrain(() => stream.resume())
  const abandon = () => (cancellation.refusal ? stream.stop(cancellation.refusal) : stream.abandon())
  if (gone.aborted) abandon()
  gone.addEventListener('abort', abandon)

  const ended = await stream.ended
  // A client that hangs up breaks both connections, and either may be noticed first.
  const end: StreamEnd =
    gone.aborted && !cancellation.refusal && ended.reason === 'failed' ? { reason: 'client_gone' } : ended
  client.stop()
  gone.removeEventListener('abort', abandon)
  if (end.reason === 'failed') amendAttempt(delivery, delivery.channel, end.failure, deps)
  if (end.reason === 'client_gone' || end.reason === 'stopped') stopUpstream(delivery, deps)

  const firstByteMs = stream.firstByteAt === undefined ? undefined : stream.firstByteAt - call.startedAt
  const error = errorOf(end, delivery.channel)
  const closing = await settleChat({ ...delivery, firstByteMs, ...endOf(end, error) }, deps).then(
    ({ usage }) => (error ? [stream.takeFailure(client.errorOf(error))] : stream.takeTail(usage)),
    (cause: unknown) => {
      // The charge is not durable, so the client must not take the response for complete.
      deps.log.error('stream not settled', { request_id: call.request_id, error: cause })
      return [stream.takeFailure(client.errorOf(cause))]
    },
  )
  if (end.reason === 'client_gone') client.destroy()
  else client.end(...closing)
}

/**
 * For upstreams that keep working, and billing, when the connection ends. The outcome of this request does not matter.
 */
function stopUpstream(
  { stream, conversation: { request: stopped, provider }, channel }: Delivery,
  deps: RelayDeps,
): void {
  const request = stream.stopRequest(stopped)
  if (!request) return
  send(request, { provider, proxy: channel.proxy }, AbortSignal.timeout(stopMs), deps).then(
    (response) => response.abort(),
    () => {},
  )
}
const stopMs = 10_000

function errorOf(end: StreamEnd, channel: Channel): AttemptsFailed | Refusal | undefined {
  if (end.reason === 'failed') return new AttemptsFailed(end.failure, channel)
  return end.reason === 'stopped' ? end.refusal : undefined
}

const stopEnds: Partial<Record<RefusalCode, End>> = {
  insufficient_user_quota: 'out_of_quota',
  plan_insufficient: 'out_of_quota',
  pre_consume_token_quota_failed: 'out_of_quota',
  output_limit_exceeded: 'over_limit',
}

function endOf({ reason }: StreamEnd, error: AttemptsFailed | Refusal | undefined): { end: End; endError?: string } {
  if (!error) return { end: reason as 'done' | 'client_gone' } // the two ends without an error
  const endError = error instanceof Refusal ? error.text('en') : error.message.slice(0, 200)
  if (error instanceof Refusal) return { end: stopEnds[error.code] ?? 'stopped', endError }
  return { end: error.failure.kind === 'timeout' ? 'timeout' : 'failed', endError }
}
