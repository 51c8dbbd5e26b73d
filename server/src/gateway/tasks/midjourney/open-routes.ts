import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../http/app-error.ts'
import { bodyMax } from '../../../http/json-body.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { clientErrorOf, refusalOf } from '../../entry/errors/client-error.ts'
import type { TaskDeps } from '../task-deps.ts'
import { createSendPicture } from './image-proxy.ts'
import { mjErrors, mjRefusal, unknownPath } from './mj-errors.ts'
import { mjPrefixes } from './mj-paths.ts'
import { notifyByAddress, notifyByKey } from './notify.ts'

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
