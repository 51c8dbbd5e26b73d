import { callOf } from '@turnpike/contract/call'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import { isChange } from '@turnpike/contract/endpoint'
import { role } from '@turnpike/contract/identity/user'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { writeAudit } from '../domain/system/audit/audit.queries.ts'
import { agentHeader, type Caller } from '../http/caller.ts'
import { requestIdHeader } from '../http/request-id.ts'
import type { ToolResult } from './agent-server.ts'
import { inputOf } from './tool-input.ts'
import { type Tool, tools } from './tools.ts'

/** Longer responses are cut: they would fill the context of the agent. */
const responseMax = 200_000

const roleOf = { public: 0, guest: 0, user: role.ordinary, admin: role.admin, root: role.root } as const

/** The tools of a caller: those of the role; tools that change something also need an access token that allows it. */
export function toolsOf({ role: level, scope }: Caller): Map<string, Tool> {
  const allowed = ({ endpoint }: Tool) => level >= roleOf[endpoint.access] && (scope === 'write' || !isChange(endpoint))
  return new Map(Object.entries(tools).filter(([, tool]) => allowed(tool)))
}

/**
 * Calls the endpoint of a tool as a request of the caller: the same guard, limits, schemas and handler. A change has
 * its own audit row, with the request id of the call.
 */
export async function callTool(
  app: FastifyInstance,
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  {
    caller,
    request,
    name,
    given,
  }: { caller: Caller; request: FastifyRequest; name: string; given: Record<string, unknown> },
): Promise<ToolResult> {
  const tool = toolsOf(caller).get(name)
  if (!tool) return refused(name, caller)
  const { method, url, body } = callOf(tool.endpoint, inputOf(tool.endpoint, given))
  const response = await app.inject({
    method: method as 'GET', // the methods of endpoints are those that inject knows
    url,
    remoteAddress: request.ip,
    headers: {
      authorization: request.headers.authorization,
      'new-api-user': String(caller.id),
      [agentHeader]: '1',
      'accept-language': 'en',
      'user-agent': String(request.headers['user-agent'] ?? ''),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  })
  const envelope = response.json<ConsoleResponse<unknown> & { code?: string }>()
  const isOk = response.statusCode < 400 && (tool.endpoint.bare === true || envelope.success !== false)
  if (isChange(tool.endpoint)) {
    const { id, username } = caller
    const request_id = String(response.headers[requestIdHeader] ?? request.id)
    await writeAudit(
      store,
      { id, username, address: request.ip, request_id, at: clock() },
      // The values may contain keys. The change itself is in its own row.
      { action: 'mcp.call', target: name, detail: { ok: isOk, arguments: Object.keys(given) } },
    )
  }
  if (!isOk)
    return { text: `Refused: ${'message' in envelope ? envelope.message : response.statusCode}`, isError: true }
  const { success: _, message: __, ...rest } = envelope
  return {
    text: cut(JSON.stringify(tool.endpoint.bare ? envelope : 'data' in rest ? rest : { done: true })),
    isError: false,
  }
}

const cut = (text: string): string =>
  text.length <= responseMax ? text : `${text.slice(0, responseMax)}\n… cut: request fewer rows or a shorter time.`

function refused(name: string, { scope }: Caller): ToolResult {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  const isReadOnly = tool && isChange(tool.endpoint) && scope !== 'write'
  const reason = isReadOnly
    ? 'this access token may only read. A person can create one that lets agents change things, on the page Agents.'
    : 'there is no such tool for this account.'
  return { text: `Refused: ${reason}`, isError: true }
}
