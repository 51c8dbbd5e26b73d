import type { FastifyReply } from 'fastify'
import { drawingData } from '../../../domain/usage/tasks/shown-task.ts'
import { findTasksByUpstreamId, type TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import { OutboundError } from '../../../outbound/agents.ts'
import { userEgress } from '../../../outbound/egress-policy.ts'
import { openMedia } from '../../../outbound/media-fetch.ts'
import { proxiesOfChannel } from '../../../outbound/proxies.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { findChannelOfTask } from '../find-channel.ts'
import { sendMedia } from '../send-media.ts'

/** For the head of the response, and for each silence in it. A client that reads slowly has `wholeMs`. */
const timeoutMs = 30_000
const wholeMs = 5 * 60_000
const bytesMax = 64 * 1024 * 1024
const redirectsMax = 3
const atOnceMax = 200 // of all workers together

/** Sends the picture of a drawing to a client that knows the drawing's id; no key is needed. */
export type SendPicture = (id: string, reply: FastifyReply) => Promise<void>

const refuse = (reply: FastifyReply, status: number, error: string): void => {
  reply.status(status).header('Cache-Control', 'no-store').send({ error })
}

export function createSendPicture(deps: TaskDeps): SendPicture {
  let running = 0
  const runningMax = Math.max(1, Math.floor(atOnceMax / deps.config.WORKERS))
  return async (id, reply) => {
    const rows = await findTasksByUpstreamId(deps.store, 'mj', id)
    const row = rows.find((each) => drawingData(each).image_url)
    if (!row) return refuse(reply, 400, 'midjourney_task_not_found')
    if (running >= runningMax) return refuse(reply, 503, 'too_many_pictures')
    running++
    try {
      await passOn(row, reply, deps)
    } finally {
      running--
    }
  }
}

/**
 * The picture is forwarded while it arrives, and never decoded here. Its address comes from the upstream, so it is
 * treated like an address from a caller.
 */
async function passOn(row: TaskRow, reply: FastifyReply, deps: TaskDeps): Promise<void> {
  const { config, snapshot, agents } = deps
  const { WorkerUrl, WorkerValidKey } = snapshot.current().options
  const failed = (status = 500) => refuse(reply, status, 'http_get_image_failed')
  let close = async () => {}
  try {
    const maker = await findChannelOfTask(deps, row)
    const proxy = maker?.channel.proxy
    const opened = await openMedia(drawingData(row).image_url ?? '', {
      policy: userEgress(config.MEDIA_FETCH_ALLOW),
      proxies: proxiesOfChannel(proxy, config.proxies),
      signal: AbortSignal.timeout(wholeMs),
      limits: { bytesMax, timeoutMs, redirectsMax },
      // A channel with a proxy sends nothing by another way.
      ...(WorkerUrl &&
        !proxy && { worker: { url: WorkerUrl, key: WorkerValidKey, agents: agents.through(undefined) } }),
    })
    close = opened.close
    const { status, headers } = opened.response
    if (status >= 400) return failed(status)
    // Uncompressed bytes were requested: compressed ones could be anything once they are unpacked.
    if (status !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') return failed()
    const cache = row.status === 'SUCCESS' ? 'public, max-age=86400' : 'no-store'
    const kept = { lengthMax: bytesMax, usualType: 'image/jpeg', headers: { 'cache-control': cache } }
    await sendMedia(opened.response, reply, kept)
  } catch (error) {
    if (error instanceof OutboundError || error instanceof UpstreamFailure) return failed()
    throw error
  } finally {
    await close()
  }
}
