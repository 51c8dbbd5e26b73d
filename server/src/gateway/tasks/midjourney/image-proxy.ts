import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { drawingData } from '../../../domain/tasks/shown-task.ts'
import { findTasksByUpstreamId } from '../../../domain/tasks/tasks.queries.ts'
import { OutboundError } from '../../../outbound/agents.ts'
import { AnswerTooLarge, type Exchange } from '../../../outbound/exchange.ts'
import { openMedia } from '../../../outbound/media-fetch.ts'
import { userEgress } from '../../../outbound/user-egress.ts'
import type { TaskDeps } from '../task-deps.ts'

/** For the head of the response, and for each of its silences; a client that reads slowly has `wholeMs`. */
const timeoutMs = 30_000
const wholeMs = 5 * 60_000
const bytesMax = 64 * 1024 * 1024
const atOnceMax = 200
const redirectsMax = 3

/** What a browser shows without running anything in it: an SVG may hold scripts. */
const isShowable = (type: string): boolean => /^(?:image|video)\/[\w.+-]+$/.test(type) && !type.startsWith('image/svg')

const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.status(status).header('Cache-Control', 'no-store').send({ error })

/**
 * Passes the picture of a drawing on, as it comes: it is never decoded here. The address is the upstream's word, so that
 * it is treated like one that a caller named.
 */
export function picturePasser({ store, config, snapshot, agents }: TaskDeps) {
  let running = 0

  async function open(address: string, signal: AbortSignal) {
    const { WorkerUrl, WorkerValidKey } = snapshot.current().options
    return openMedia(address, {
      policy: userEgress(config.MEDIA_FETCH_ALLOW),
      signal,
      limits: { bytesMax, timeoutMs, redirectsMax },
      ...(WorkerUrl && { worker: { url: WorkerUrl, key: WorkerValidKey, agents } }),
    })
  }

  return async (id: string, reply: FastifyReply): Promise<FastifyReply> => {
    const rows = await findTasksByUpstreamId(store, 'mj', id)
    const row = rows.find((each) => drawingData(each).image_url)
    const address = row && drawingData(row).image_url
    if (!address) return refuse(reply, 400, 'midjourney_task_not_found')
    if (running >= atOnceMax) return refuse(reply, 503, 'too_many_pictures')
    running++
    const gone = new AbortController()
    const timer = setTimeout(() => gone.abort(), wholeMs)
    let close = async () => {}
    const end = () => {
      clearTimeout(timer)
      running--
      return close()
    }
    try {
      const opened = await open(address, gone.signal)
      close = opened.close
      const problem = problemOf(opened.answer)
      if (problem) {
        await end()
        return refuse(reply, problem, 'http_get_image_failed')
      }
      reply.header('Cache-Control', row.status === 'SUCCESS' ? 'public, max-age=86400' : 'no-store')
      return send(reply, opened.answer, end)
    } catch (error) {
      await end()
      if (error instanceof OutboundError) return refuse(reply, 500, 'http_get_image_failed')
      throw error
    }
  }
}

/** The status to answer with, where the response is none that may be passed on. */
function problemOf({ status, headers }: Exchange): number | undefined {
  if (status >= 400) return status
  const isWhole = status === 200 && (headers['content-encoding'] ?? 'identity') === 'identity'
  const isSmall = Number(headers['content-length'] ?? 0) <= bytesMax
  return isWhole && isSmall && isShowable(typeOf(headers)) ? undefined : 500
}

const typeOf = ({ 'content-type': type = 'image/jpeg' }: Exchange['headers']): string =>
  type.split(';')[0]?.trim().toLowerCase() ?? ''

function send(reply: FastifyReply, answer: Exchange, end: () => Promise<void>): FastifyReply {
  const length = answer.headers['content-length']
  reply.type(typeOf(answer.headers)).header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (length !== undefined && /^\d+$/.test(length)) reply.header('Content-Length', length)
  return reply.send(bytesOf(answer, end))
}

/** The bytes of a response, read only as fast as the client takes them, and no more than are allowed. */
function bytesOf(answer: Exchange, end: () => Promise<void>): Readable {
  let length = 0
  let isPiped = false
  const bytes = new Readable({
    read() {
      if (isPiped) return answer.resume()
      isPiped = true
      answer.pipe({ data, end: () => void bytes.push(null), error: (error) => void bytes.destroy(error) })
    },
    destroy(error, done) {
      answer.abort()
      end().then(
        () => done(error),
        () => done(error),
      )
    },
  })
  function data(chunk: Buffer): boolean {
    length += chunk.length
    if (length <= bytesMax) return bytes.push(chunk)
    bytes.destroy(new AnswerTooLarge())
    return true
  }
  return bytes
}
