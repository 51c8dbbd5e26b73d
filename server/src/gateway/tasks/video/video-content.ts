import type { FastifyReply } from 'fastify'
import type { TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import { readAll } from '../../../outbound/exchange.ts'
import { watchClient } from '../../call/run-call.ts'
import { parseLoosely, textHeaders, transmit } from '../../call/send.ts'
import { AttemptsFailed } from '../../entry/errors/client-error.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { withHeadersOf } from '../../overrides/override-call.ts'
import { type Channel, resolveUpstream } from '../../routing/channel.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { sendMedia } from '../send-media.ts'
import { videoRequest } from './incoming-video.ts'

const beginSeconds = 60
const errorBytesMax = 64 * 1024

/** Forwards the file of a finished video, or a picture of it, from the upstream that stores it. */
export async function sendVideo(
  { row, channel, variant }: { row: TaskRow; channel: Channel; variant: string | undefined },
  reply: FastifyReply,
  deps: TaskDeps,
): Promise<void> {
  const { target } = resolveUpstream(channel, row.model_name)
  const query = variant === undefined ? '' : `?variant=${encodeURIComponent(variant)}`
  const path = `${encodeURIComponent(row.task_id)}/content${query}`
  const request = withHeadersOf(channel, videoRequest('GET', target, path))
  const limits = {
    firstByteMs: beginSeconds * 1000,
    idleMs: deps.config.STREAMING_TIMEOUT * 1000,
    totalMs: deps.config.RELAY_TIMEOUT * 1000,
  }
  const client = watchClient(reply.raw)
  try {
    const response = await transmit(request, channel.proxy, limits, client.gone, deps)
    if (response.status >= 400) {
      const body = await readAll(response, errorBytesMax).catch(() => Buffer.alloc(0))
      throw failureOf(response.status, parseLoosely(body), textHeaders(response))
    }
    await sendMedia(response, reply)
  } catch (error) {
    throw error instanceof UpstreamFailure ? new AttemptsFailed(error, channel) : error
  } finally {
    client.forget()
  }
}
