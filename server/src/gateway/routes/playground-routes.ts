import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { authorize } from '../../http/authorize.ts'
import { readChatAsk } from '../chat/chat-ask.ts'
import { relayChat } from '../chat/relay-chat.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { effectiveGroup, type RelayCaller } from '../entry/authenticate.ts'
import { badRequest, Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf, jsonBody, relayRoute } from '../entry/relay-scope.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject } from '../translate/json/json-values.ts'

const path = '/pg/chat/completions'

/** Chat from the console: a session pays instead of a key, and the person chooses the group. */
export function playgroundRoutes(app: FastifyInstance, deps: RelayDeps) {
  const findCaller = async (request: FastifyRequest): Promise<RelayCaller> => {
    const caller = authorize(await app.httpDeps.identify(request), 'user', request.headers)
    if (!caller) throw new AppError('not_signed_in')
    if (!caller.session) throw new Refusal('access_token_not_supported')
    await deps.limits.take('console user', String(caller.id))
    return {
      user_id: caller.id,
      username: caller.username,
      role: caller.role,
      token_id: 0,
      token_name: 'playground',
      unlimited: true,
      group: caller.group,
      models: undefined,
      pin: undefined,
    }
  }
  relayRoute(app, deps, path, { access: 'user', dialect: openaiDialect, findCaller }, async (request, reply) => {
    const caller = callerOf(request)
    const body = jsonBody(request)
    if (!isObject(body)) throw badRequest('The request body must be a JSON object')
    if (!body.model) throw new Refusal('model_required')
    const { group: wanted, ...asked } = withoutClientMembers(body)
    if (wanted !== undefined && typeof wanted !== 'string') throw badRequest('group must be a text', 'group')
    const group = effectiveGroup(wanted ?? '', caller.group, deps.snapshot.current())
    const ask = readChatAsk(asked, { dialect: openaiDialect, path, facts: { headers: {}, query: {} } })
    await relayChat({ ...caller, group, token_name: `playground-${group}` }, ask, reply, deps)
  })
}

/** Chat clients keep their own bookkeeping in messages; no upstream knows these members, and some refuse them. */
function withoutClientMembers(body: JsonObject): JsonObject {
  if (!Array.isArray(body.messages)) return body
  const messages = body.messages.map((message: unknown) => {
    if (!isObject(message)) return message
    const { id: _, createAt: __, ...known } = message
    return known
  })
  return { ...body, messages }
}
