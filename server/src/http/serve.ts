import type { ConsoleResponse } from '@turnpike/contract/console-response'
import { type Endpoint, isChange, type ResultOf } from '@turnpike/contract/endpoint'
import { isErrorCode } from '@turnpike/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from './app-error.ts'
import { authorize } from './authorize.ts'
import type { Caller } from './caller.ts'
import { bodyMax } from './json-body.ts'
import { inOrg } from './org-context.ts'
import { allowAnyOrigin, servePreflights } from './perimeter.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type CallerOf<E extends Endpoint> = E['access'] extends 'public' ? undefined : Caller

export type Incoming<E extends Endpoint> = {
  caller: E['access'] extends 'guest' ? Caller | undefined : CallerOf<E>
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
  request: FastifyRequest
  reply: FastifyReply
}

/** The result of a handler. If the endpoint has neither data nor members beside it, the result is ignored. */
type Returned<E extends Endpoint> = E['beside'] extends z.ZodType
  ? ResultOf<E>
  : E['data'] extends z.ZodType
    ? ResultOf<E>
    : // biome-ignore lint/suspicious/noConfusingVoidType: it is the type of what a handler returns
      void

type Checks = {
  /** Runs before the input is parsed, so that a feature that is switched off is refused whatever the input. */
  before?(): void
  /** The body limit of endpoints that receive files. */
  bodyBytesMax?: number
}

/** Mounts an endpoint of the contract: authorizes the caller, parses the input, calls the handler, wraps its result. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (incoming: Incoming<E>) => Returned<E> | Promise<Returned<E>>,
  { before, bodyBytesMax }: Checks = {},
) {
  const { limits, checkBot } = app.httpDeps
  if (endpoint.anyOrigin) servePreflights(app, [endpoint.path])
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit:
      bodyBytesMax ??
      (endpoint.access === 'public' || endpoint.access === 'guest' ? bodyMax.anonymous : bodyMax.console),
    config: { access: endpoint.access },
    // Before the body is read: a stranger has no use for the memory of a large one.
    onRequest: async (request) => {
      const caller = await callerOf(app, endpoint, request)
      if (caller?.scope === 'read' && isChange(endpoint)) throw new AppError('access_token_read_only')
      if (caller) await limits.take('console user', String(caller.id))
      request.consoleCaller = caller
    },
    // After everything else, so that pages of other origins can read refusals as well.
    ...(endpoint.anyOrigin && { onSend: async (_: FastifyRequest, reply: FastifyReply) => void allowAnyOrigin(reply) }),
    handler: async (request, reply) => {
      const caller = request.consoleCaller
      before?.()
      const incoming = {
        caller,
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body),
        request,
        reply,
      }
      if (endpoint.botCheck) {
        const { turnstile } = request.query as { turnstile?: string }
        await checkBot(turnstile, request.ip)
      }
      // Incoming<E> is computed from exactly these parts; the compiler cannot follow the lookup.
      const result = await handler(incoming as Incoming<E>)
      if (endpoint.bare) return result
      const members = endpoint.beside ? (result as { data: unknown }) : { data: endpoint.data && result }
      return { success: true, message: '', ...members } satisfies ConsoleResponse<unknown>
    },
  })
}

async function callerOf(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest) {
  const { access, duringSetUp } = endpoint
  if (access === 'public') return undefined
  const caller = authorize(await app.httpDeps.identify(request), access, request.headers, { duringSetUp })
  return caller && inOrg(app, endpoint, request, caller)
}

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  // A schema may name the error code of its own failure; otherwise the refusal names the field only.
  if (issue && isErrorCode(issue.message)) throw new AppError(issue.message)
  const field = issue?.path.join('.')
  throw field
    ? new AppError('invalid_field', { params: { field: field.slice(0, 64) } })
    : new AppError('invalid_parameter')
}
