import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { isWebSocketRequest } from '../../http/connections/is-web-socket-request.ts'
import { sendUnknownUrl } from '../../http/error-responses.ts'
import { preferredLanguage } from '../../http/language.ts'
import type { ErrorFormat } from '../dialects/dialect.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { clientErrorOf } from '../entry/errors/client-error.ts'
import { Refusal, type RefusalCode } from '../entry/errors/refusals.ts'
import { dialectOfUnknown } from './client-dialect.ts'

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** OpenAI's routes, each with its methods; files and skills are Anthropic's and Gemini's too. */
const ofOpenAi: readonly [method: HTTPMethods, path: string][] = [
  ['POST', '/v1/images/variations'],
  ['POST', '/v1/edits'],
  ['POST', '/v1/fine-tunes'],
  ['GET', '/v1/fine-tunes'],
  ['GET', '/v1/fine-tunes/:id'],
  ['POST', '/v1/fine-tunes/:id/cancel'],
  ['GET', '/v1/fine-tunes/:id/events'],
  ['DELETE', '/v1/models/:model'],
]

/** These paths and everything below them. */
const wholeTrees = [
  '/v1/files',
  '/v1/skills',
  '/v1/messages/batches',
  '/v1/complete',
  '/v1/organizations',
  '/v1beta/files',
  '/v1beta/cachedContents',
  '/v1beta/batches',
  '/v1beta/tunedModels',
  '/v1beta/corpora',
  '/v1beta/fileSearchStores',
  '/v1beta/interactions',
  '/upload/v1beta',
  '/download/v1beta',
]

/** Routes that clients know and the gateway does not serve: refused clearly, before a byte of a body is read. */
export function unservedRoutes(app: FastifyInstance) {
  const config = {
    access: 'public',
    keySources: { anthropic: true, google: true },
    dialect: dialectOfUnknown,
  } as const
  const refuse = async () => {
    throw new Refusal('api_not_implemented')
  }
  const mount = (method: HTTPMethods | readonly HTTPMethods[], url: string) =>
    app.route({ method: [method].flat(), url, config, onRequest: refuse, handler: refuse })
  for (const [method, path] of ofOpenAi) mount(method, path)
  for (const path of wholeTrees) for (const url of [path, `${path}/*`]) mount(everyMethod, url)
}

/**
 * WebSockets that clients know and the gateway does not serve. They are refused before the key is checked, so that
 * clients switch to HTTP at once: Codex does at 426, and retries after any other status.
 */
export function unservedWebSockets(app: FastifyInstance) {
  const mount = (path: string, code: RefusalCode, dialect: ErrorFormat) =>
    app.get(path, { config: { access: 'public' } }, (request, reply) => {
      if (!isWebSocketRequest(request.headers)) return refuseUnknownUrl(request, reply)
      const language = preferredLanguage(request.headers['accept-language'], 'en')
      const shown = clientErrorOf(new Refusal(code), request.id, language)
      // A response of 426 names the protocol that the client must use.
      if (shown.status === 426) reply.header('Connection', 'Upgrade').header('Upgrade', 'HTTP/1.1')
      return reply.status(shown.status).header('Cache-Control', 'no-store').send(dialect.error(shown))
    })
  mount('/v1/responses', 'websocket_not_supported', openaiDialect)
  mount('/ws/*', 'api_not_implemented', geminiDialect)
}

/** Refuses a request for an unknown URL in the dialect of its client. */
export function refuseUnknownUrl(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const dialect = dialectOfUnknown(request)
  if (dialect === openaiDialect) return sendUnknownUrl(request, reply)
  const about = { status: 404, type: 'invalid_request_error', code: '', requestId: request.id }
  return sendUnknownUrl(request, reply, (message) => dialect.error({ ...about, message }))
}
