import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { findUserByAccessToken } from '../domain/identity/users/users.queries.ts'
import { AppError } from '../http/app-error.ts'
import { authorize } from '../http/authorize.ts'
import type { Caller } from '../http/caller.ts'
import { bodyMax } from '../http/json-body.ts'
import { callTool, toolsOf } from './call-tool.ts'

const path = '/mcp'

/**
 * The console for agents, over the Model Context Protocol. Its library is loaded by the first request after it was
 * enabled.
 */
export function mcpRoutes(app: FastifyInstance, root: FastifyInstance, deps: Deps) {
  const { options, limits } = deps
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (!options.current().McpEnabled) throw new AppError('mcp_disabled')
    await limits.take('console address', request.ip)
    request.consoleCaller = await callerOf(request, deps)
  })
  app.post(path, { config: { access: 'public' }, bodyLimit: bodyMax.console }, async (request, reply) => {
    const caller = request.consoleCaller
    if (!caller) throw new AppError('not_signed_in')
    const { serveAgent } = await import('./agent-server.ts')
    const response = await serveAgent(webRequest(request), request.body, {
      caller,
      tools: toolsOf(caller),
      callTool: (name, given) => callTool(root, deps, { caller, request, name, given }),
    })
    for (const [name, value] of response.headers) reply.header(name, value)
    return reply.status(response.status).send(await response.text())
  })
  // Responses are not streamed and there are no sessions. This status tells clients so.
  app.route({
    method: ['GET', 'DELETE'],
    url: path,
    config: { access: 'public' },
    handler: async (_, reply) => reply.status(405).header('Allow', 'POST').send(),
  })
}

/** Agents have an access token; the cookie of a browser does not count here. */
async function callerOf(request: FastifyRequest, { store, vault }: Deps): Promise<Caller | undefined> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new AppError('not_signed_in')
  const caller = await findUserByAccessToken(store, vault.hash(token, 'access token'))
  if (!caller) throw new AppError('access_token_invalid')
  return authorize({ kind: 'caller', caller }, 'user', { 'new-api-user': String(caller.id) })
}

/** The request without its body, which is parsed already. */
function webRequest({ method, headers, url }: FastifyRequest): Request {
  const plain = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && name !== 'content-length') plain.set(name, value)
  return new Request(new URL(url, 'http://localhost'), { method, headers: plain })
}
