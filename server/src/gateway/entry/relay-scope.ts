import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { sendError } from '../../http/error-responses.ts'
import { type JsonSource, parseJsonSource } from '../../http/json-source.ts'
import { preferredLanguage } from '../../http/language.ts'
import { allowAnyOrigin, servePreflights } from '../../http/perimeter.ts'
import { queryFailureOf } from '../../store/query-failure.ts'
import type { ErrorFormat } from '../dialects/dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { readBody, takeAnnounced } from './body/read-body.ts'
import { AttemptsFailed, clientErrorOf, isLasting, refusalOf } from './errors/client-error.ts'
import { noteFailure } from './errors/note-failure.ts'
import { Refusal } from './errors/refusals.ts'
import { dropStalledClient } from './in-flight/drop-stalled-client.ts'
import { type RunningCall, whenOver } from './in-flight/in-flight.ts'
import type { RelayCaller } from './key/authenticate.ts'
import { type KeySources, readCredential } from './key/credentials.ts'
import type { RelayDeps } from './relay-deps.ts'
import { startRecording } from './start-recording.ts'
import { endTrace, startTrace } from './trace-call.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The error format of this route, or how to find it for a path of several vendors; OpenAI's by default. */
    dialect?: ErrorFormat | ((request: FastifyRequest) => ErrorFormat)
    keySources?: KeySources
    /** Who calls a route that takes no key. */
    findCaller?: (request: FastifyRequest) => Promise<RelayCaller>
  }
  interface FastifyRequest {
    relayCaller: RelayCaller | undefined
    /** Set by `enterCall` for requests with a body. */
    runningCall: RunningCall | undefined
  }
}

const authorizationOnly: KeySources = {}

const bodyMax = ({ config }: RelayDeps): number => config.MAX_REQUEST_BODY_MB * 1024 * 1024

function callerByKey(
  request: FastifyRequest,
  { keySources = authorizationOnly }: FastifyContextConfig,
  { authenticate, snapshot }: RelayDeps,
) {
  const credential = readCredential(request, keySources)
  return authenticate(credential, request.ip, snapshot.current())
}

/** Counts a call among those in flight before its body is read, or refuses it. */
function enterCall(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: RelayCaller,
  deps: RelayDeps,
): Promise<void> | undefined {
  const { raw } = reply
  const begin = (running: RunningCall) => {
    request.runningCall = running
    if (caller.record !== undefined) startRecording(request, reply, caller, running, deps)
    if (request.trace) whenOver(running, () => endTrace(request, reply))
    if (raw.closed) running.closeResponse()
    else raw.once('close', () => running.closeResponse())
    return takeAnnounced(request.raw, running, bodyMax(deps))
  }
  const running = deps.inFlight.enter(caller)
  return running instanceof Promise ? running.then(begin) : begin(running)
}

/**
 * The shared rules of all relay routes: any origin may call, the key is checked before a byte of the body is read,
 * bodies are kept as bytes, and errors use the client's dialect.
 */
export function relayScope(app: FastifyInstance, deps: RelayDeps) {
  app.decorateRequest('relayCaller', undefined)
  app.decorateRequest('runningCall', undefined)
  app.decorateRequest('failureContext', undefined)
  app.decorateRequest('recording', undefined)
  app.decorateRequest('trace', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', ({ raw, runningCall, recording }, _, done) => {
    if (runningCall) readBody(raw, runningCall, bodyMax(deps), recording?.reading(done) ?? done)
    else done(new Refusal('token_missing')) // a route that reads a body enters its call first
  })

  // Neither this hook nor the routes are async, so a call that does not wait here leaves no garbage.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    const { config } = request.routeOptions
    // Routes paid by a session are for our own pages only.
    if (config.access === 'public') allowAnyOrigin(reply)
    if (request.method === 'OPTIONS') return done()
    if (deps.traces && request.method === 'POST') startTrace(request, reply, deps.traces)
    const enter = (caller: RelayCaller) => {
      request.relayCaller = caller
      return request.method === 'GET' ? undefined : enterCall(request, reply, caller, deps)
    }
    let entered: Promise<void> | undefined
    try {
      const caller = config.findCaller?.(request) ?? callerByKey(request, config, deps)
      entered = caller instanceof Promise ? caller.then(enter) : enter(caller)
    } catch (error) {
      return done(error as Error) // the error handler accepts any thrown value
    }
    if (entered) entered.then(() => done(), done)
    else done()
  })
  app.setErrorHandler((error, request, reply) => {
    const { config } = request.routeOptions
    const cause = ownRefusal(error)
    const refusal = refusalOf(cause)
    // The console redirects by this format of session errors.
    if (error instanceof AppError && !refusal) return sendError(request, reply, error)
    if (request.method === 'POST') noteFailure(request, refusal ?? cause, deps)
    const shown = clientErrorOf(cause, request.id, preferredLanguage(request.headers['accept-language'], 'en'))
    const failed = error instanceof AttemptsFailed ? error.failure : undefined
    if (!refusal && !failed)
      deps.log.error('unexpected error', { request_id: request.id, route: request.routeOptions.url, error })
    else if (refusal?.about.detail)
      deps.log.info('refused', { request_id: request.id, code: refusal.code, ...refusal.about.detail })
    const seconds = refusal?.about.retryAfterSeconds ?? failed?.retryAfterSeconds
    // The official SDKs of OpenAI and Anthropic repeat some statuses unless this header tells them not to.
    if (isLasting(cause)) reply.header('x-should-retry', 'false')
    else if (seconds === undefined && shown.status === 503) reply.header('Retry-After', '5')
    if (seconds !== undefined) reply.header('Retry-After', String(seconds))
    const dialect = typeof config.dialect === 'function' ? config.dialect(request) : (config.dialect ?? openaiDialect)
    return reply
      .status(dialect.statuses?.[shown.status] ?? shown.status)
      .type('application/json')
      .send(dialect.error(shown))
  })
  servePreflights(app, ['/v1/*', '/v1beta/*', '/dashboard/*', '/suno/*'])
}

/** Errors that are no bugs: those of Fastify while a body arrives, and an unavailable database. */
function ownRefusal(error: unknown): unknown {
  if (queryFailureOf(error)) return new Refusal('database_error', { detail: { error } })
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return new Refusal('request_too_large')
  if (status === 415) return new Refusal('unsupported_media_type')
  return error
}

/** The caller that the hook found. A route without one is a bug. */
export function callerOf(request: FastifyRequest): RelayCaller {
  if (!request.relayCaller) throw new Refusal('token_missing')
  return request.relayCaller
}

/** The query of a request, without the key that it may contain. */
export function queryOf(request: FastifyRequest): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>))
    if (name !== 'key' && typeof value === 'string') query[name] = value
  return query
}

/** The JSON body of a relay request, parsed strictly after the key was checked. May be called once. */
export const jsonBody = (request: FastifyRequest): unknown => jsonSource(request).value

/** The body with its original bytes, for requests that may be forwarded unchanged. */
export function jsonSource(request: FastifyRequest): JsonSource {
  const type = request.headers['content-type'] ?? ''
  if (type !== 'application/json' && !/^application\/json\b/i.test(type)) throw new Refusal('unsupported_media_type')
  const body = request.body as Buffer // the parser above turns every body into a Buffer
  request.body = undefined // its memory is not needed while the call runs
  return parseJsonSource(body)
}

type RelayConfig = Pick<FastifyContextConfig, 'access' | 'dialect' | 'keySources' | 'findCaller'>

/** Mounts a route whose handler sends the response itself. Thrown errors are sent in the client's dialect. */
export function relayRoute(
  app: FastifyInstance,
  deps: RelayDeps,
  path: string,
  config: RelayConfig,
  work: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
) {
  app.post(path, { config: { access: 'public', ...config } }, (request, reply) => {
    const { runningCall } = request
    const { raw } = reply
    const end = () => {
      runningCall?.endWork()
      if (!raw.writableNeedDrain) return
      const timer = dropStalledClient(reply, deps) // a whole response that its client does not read
      raw.once('close', () => clearInterval(timer))
    }
    const fail = (error: unknown) => {
      if (!reply.sent) reply.send(error)
      else {
        noteFailure(request, error, deps)
        deps.log.error('failed after the response had begun', { request_id: request.id, error })
        // Nothing will complete this response, so the client must not wait for it or take it for complete.
        if (!raw.writableFinished) raw.destroy()
      }
      end()
    }
    runningCall?.beginWork()
    try {
      work(request, reply).then(end, fail)
    } catch (error) {
      fail(error)
    }
  })
}
