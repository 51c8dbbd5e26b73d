import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findTaskById, findTasksByUpstreamId } from '../../../domain/usage/tasks/tasks.queries.ts'
import { AppError } from '../../../http/app-error.ts'
import { bodyMax } from '../../../http/json-body.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { sameSecret } from '../../../secrets/vault.ts'
import { clientErrorOf, refusalOf } from '../../entry/errors/client-error.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { findChannelOfTask } from '../find-channel.ts'
import { applyReport } from '../poll-tasks.ts'
import { signatureOf } from './callback-address.ts'
import { createSendPicture } from './image-proxy.ts'
import { reportOf } from './mj-data.ts'
import { mjErrors, mjRefusal, unknownPath } from './mj-errors.ts'
import { mjPrefixes } from './mj-paths.ts'

const config = { access: 'public' as const }

/** Routes without a key: pictures, which browsers load, the callbacks of upstreams, and unknown paths. */
export function openMjRoutes(app: FastifyInstance, deps: TaskDeps) {
  app.setErrorHandler((error, request, reply) => responseError(error, request, reply, deps))
  const sendPicture = createSendPicture(deps)
  const callback = { config, bodyLimit: bodyMax.anonymous }
  for (const { path } of mjPrefixes) {
    app.get(`${path}/image/:id`, { config }, async (request, reply) => {
      await deps.limits.take('drawing address', request.ip)
      const { id } = request.params as { id: string }
      await sendPicture(id, reply)
      return reply
    })
    app.post(`${path}/notify`, callback, async (request) => {
      const key = request.headers['mj-api-secret']
      await proven(request, deps, () => notifyByKey(typeof key === 'string' ? key : '', request.body, deps))
      return { code: 1 }
    })
    app.post(`${path}/notify/:capability`, callback, async (request) => {
      const { capability } = request.params as { capability: string }
      await proven(request, deps, () => notifyByAddress(capability, request.body, deps))
      return { code: 1 }
    })
    app.route({
      method: ['GET', 'POST'],
      url: `${path}/*`,
      config,
      // Before a byte of the body is read.
      onRequest: async (request) => {
        throw unknownPath(request)
      },
      handler: async () => {},
    })
  }
}

/** Counts reports without a valid proof, so that nobody can guess signatures. */
async function proven({ ip }: FastifyRequest, { limits }: TaskDeps, work: () => Promise<void>): Promise<void> {
  await limits.take('unproven task report', ip)
  await work()
  await limits.giveBack('unproven task report', ip)
}

function responseError(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: TaskDeps) {
  const refusal = refusalOf(error instanceof AppError && error.code === 'invalid_json' ? unreadable() : error)
  if (!refusal) log.error('unexpected error', { request_id: request.id, route: request.routeOptions.url, error })
  const language = preferredLanguage(request.headers['accept-language'], 'en')
  const shown = clientErrorOf(refusal ?? error, request.id, language)
  if (refusal?.about.retryAfterSeconds) reply.header('Retry-After', String(refusal.about.retryAfterSeconds))
  return reply.status(shown.status).header('Cache-Control', 'no-store').send(mjErrors.error(shown))
}

const unreadable = () => mjRefusal('bind_request_body_failed')

const missing = (status: number) => mjRefusal('midjourney_task_not_found', { status })

function taskIn(body: unknown): JsonObject & { id: string } {
  if (!isObject(body) || !textOf(body.id)) throw mjRefusal('bind_request_body_failed')
  return body as JsonObject & { id: string } // just checked
}

/** A report on the task whose row and signature the address names: `{id}.{signature}`. */
async function notifyByAddress(capability: string, body: unknown, deps: TaskDeps): Promise<void> {
  const [id = '', signature = '', ...more] = capability.split('.')
  const row = /^[1-9]\d{0,14}$/.test(id) && more.length === 0 ? await findTaskById(deps.store, Number(id)) : undefined
  const made = row && (await findChannelOfTask(deps, row))
  if (!made || row.platform !== 'mj' || !sameSecret(signature, signatureOf(row, made.channel))) throw missing(404)
  const task = taskIn(body)
  if (task.id !== row.task_id) throw missing(400)
  await applyReport(deps, row, reportOf(task), made.channel)
}

/** A report that proves the key of the task's channel. With another key the task is not found. */
async function notifyByKey(key: string, body: unknown, deps: TaskDeps): Promise<void> {
  const task = taskIn(body)
  const rows = key === '' ? [] : await findTasksByUpstreamId(deps.store, 'mj', task.id)
  let isKnown = false
  for (const row of rows) {
    const made = await findChannelOfTask(deps, row)
    if (!made || !sameSecret(key, made.channel.key())) continue
    isKnown = true
    await applyReport(deps, row, reportOf(task), made.channel)
  }
  if (!isKnown) throw missing(400)
}
