import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { authorize } from '../../http/authorize.ts'
import { readChatAsk } from '../chat/chat-ask.ts'
import { relayChat } from '../chat/relay-chat.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { effectiveGroup } from '../entry/authenticate.ts'
import { badRequest, Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { jsonBody } from '../entry/relay-scope.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject } from '../translate/json/json-values.ts'

/** Chat from the console: a session pays instead of a key, and the person chooses the group. */
export function playgroundRoutes(app: FastifyInstance, deps: RelayDeps) {
  app.post(
    '/pg/chat/completions',
    { config: { access: 'user', dialect: openaiDialect, isOpen: true } },
    async (request, reply) => {
      const caller = authorize(await app.httpDeps.identify(request), 'user', request.headers)
      if (!caller) throw new AppError('not_signed_in')
      if (!caller.session) throw new Refusal('access_token_not_supported')
      await deps.limits.take('console user', String(caller.id))
      const body = jsonBody(request)
      if (!isObject(body)) throw badRequest('The request body must be a JSON object')
      if (!body.model) throw new Refusal('model_required')
      const { group: wanted, ...ask } = withoutClientMembers(body)
      if (wanted !== undefined && typeof wanted !== 'string') throw badRequest('group must be a text', 'group')
      const group = effectiveGroup(wanted ?? '', caller.group, deps.snapshot.current())
      await relayChat(
        {
          user_id: caller.id,
          username: caller.username,
          role: caller.role,
          token_id: 0,
          token_name: `playground-${group}`,
          unlimited: true,
          group,
          models: undefined,
          pin: undefined,
        },
        readChatAsk(ask, { dialect: openaiDialect, path: '/pg/chat/completions', facts: { headers: {}, query: {} } }),
        reply,
        deps,
      )
      return reply
    },
  )
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
