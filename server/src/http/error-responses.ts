import type { ConsoleResponse } from '@turnpike/contract/console-response'
import { errorText } from '@turnpike/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queryFailureOf } from '../store/query-failure.ts'
import { AppError } from './app-error.ts'
import { preferredLanguage } from './language.ts'

/** Turns every error into a response. Details that the client may not see are logged. */
export function installErrorResponses(app: FastifyInstance, unknownUrl: UnknownUrl = sendUnknownUrl) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof AppError ? error : refusalOf(error)
    const context = { request_id: request.id, method: request.method, route: request.routeOptions.url }
    if (!refusal) app.httpDeps.log.error('unexpected error', { ...context, error })
    else if (refusal.detail) app.httpDeps.log.info('refused', { ...context, code: refusal.code, ...refusal.detail })
    return sendError(request, reply, refusal ?? new AppError('internal'))
  })
  app.setNotFoundHandler((request, reply) => unknownUrl(request, reply))
}

/** The response to a refusal in the console's envelope. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, params, beside, status, retryAfterSeconds }: AppError,
) {
  const message = errorText(code, preferredLanguage(request.headers['accept-language']), params)
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds))
  else if (status === 503) reply.header('Retry-After', '5')
  const response: ConsoleResponse<never> = { success: false, message, code, ...(params && { params }), ...beside }
  return reply.status(status).header('Cache-Control', 'no-store').send(response)
}

export type UnknownUrl = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Under /api in the console's envelope; elsewhere in the shape of OpenAI's own response, which clients of the relay expect,
 * or in another one.
 */
export function sendUnknownUrl(
  request: FastifyRequest,
  reply: FastifyReply,
  bodyOf: (message: string) => object = openaiBody,
) {
  const { method } = request
  const path = request.url.split('?')[0]?.slice(0, 256) ?? ''
  if (/^\/api(\/|$)/.test(path))
    return sendError(request, reply, new AppError('path_unknown', { params: { method, path } }))
  return reply
    .status(404)
    .header('Cache-Control', 'no-store')
    .send(bodyOf(`Invalid URL (${method} ${path})`))
}

const openaiBody = (message: string) => ({ error: { message, type: 'invalid_request_error', param: '', code: '' } })

/** Errors of Fastify and of the database as refusals; undefined for a bug. */
function refusalOf(error: FastifyError): AppError | undefined {
  if (queryFailureOf(error)) return new AppError('database_error', { detail: { error } })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) return new AppError('body_too_large')
  if (error.statusCode === 415) return new AppError('unsupported_media_type')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('invalid_json')
  return undefined
}
