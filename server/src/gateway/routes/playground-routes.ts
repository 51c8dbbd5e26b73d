import { role } from '@turnpike/contract/identity/user'
import { playgroundPaths as paths, pinHeader } from '@turnpike/contract/usage/playground'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPayingPlans } from '../../domain/money/plans/paying-plans.queries.ts'
import { playgroundName } from '../../domain/usage/logs/playground-name.ts'
import { termsOfCall } from '../../domain/usage/prompt-records/stored-terms.ts'
import { AppError } from '../../http/app-error.ts'
import { authorize } from '../../http/authorize.ts'
import { accountOf } from '../../http/caller.ts'
import { inOrg } from '../../http/org-context.ts'
import { readIncomingChat } from '../chat/incoming-chat.ts'
import { relayChat } from '../chat/relay-chat.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { readForm } from '../entry/body/read-form.ts'
import { badRequest, Refusal } from '../entry/errors/refusals.ts'
import { effectiveGroup, mayUseGroup, type RelayCaller } from '../entry/key/authenticate.ts'
import { sessionCaller } from '../entry/key/session-caller.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf, jsonBody, relayRoute } from '../entry/relay-scope.ts'
import { showRoute } from '../entry/show-route.ts'
import { startRecording } from '../entry/start-recording.ts'
import type { JsonObject } from '../forms/chat.ts'
import { readIncomingForm, readIncomingSingle } from '../single/incoming-single.ts'
import { relaySingle } from '../single/relay-single.ts'
import { isObject } from '../translate/json/json-values.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The groups that a member of an organisation may use, separated by commas; empty: any. */
    groupsOfSeat: string
  }
}

/** Chats, images and audio from the console: a session pays instead of a key, and the user chooses the group. */
export function playgroundRoutes(app: FastifyInstance, deps: RelayDeps) {
  const findCaller = async (request: FastifyRequest): Promise<RelayCaller> => {
    const person = authorize(await app.httpDeps.identify(request), 'user', request.headers)
    if (!person) throw new AppError('not_signed_in')
    if (!person.session) throw new Refusal('access_token_not_supported')
    await deps.limits.take('console user', String(person.id))
    const caller = await inOrg(app, { org: 'call' }, request, person)
    request.groupsOfSeat = caller.org?.member.groups ?? ''
    const plans = await findPayingPlans(deps.store, accountOf(caller), deps.clock())
    return sessionCaller(caller, caller.org?.group ?? caller.group, plans, pinOf(request, caller.role))
  }
  /** The caller in the group of this call; a group that the person may not use is refused. */
  const inGroup = (request: FastifyRequest, wanted: unknown): RelayCaller => {
    const caller = callerOf(request)
    if (wanted !== undefined && typeof wanted !== 'string') throw badRequest('group must be a text', 'group')
    const snapshot = deps.snapshot.current()
    if (!mayUseGroup(request.groupsOfSeat, wanted ?? '') && wanted !== caller.own_group)
      throw new Refusal('group_forbidden', { params: { group: wanted ?? '' } })
    const group = effectiveGroup(wanted ?? '', caller.own_group, snapshot)
    const record = snapshot.records && termsOfCall(undefined, snapshot.records.get(group))
    return { ...caller, group, token_name: playgroundName(group, caller.account_id), record }
  }
  type InGroup = (wanted: unknown) => RelayCaller
  const route = (
    path: string,
    work: (request: FastifyRequest, reply: FastifyReply, callerIn: InGroup) => Promise<void>,
  ) =>
    relayRoute(app, deps, path, { access: 'user', dialect: openaiDialect, findCaller }, (request, reply) => {
      const { body, runningCall } = request
      return work(request, reply, (wanted) => {
        const caller = inGroup(request, wanted)
        if (caller.record !== undefined && runningCall)
          startRecording(request, reply, caller, runningCall, deps)?.takeBody(body as Buffer) // as the parser made it
        return caller
      })
    })

  app.decorateRequest('groupsOfSeat', '')
  app.addHook('onSend', async (_, reply) => showRoute(reply))
  // No CORS headers: a session pays, so only our own pages may call.
  app.options('/pg/*', { config: { access: 'user' } }, async (_, reply) => reply.status(204).send())
  route(paths.chat, async (request, reply, callerIn) => {
    const { group, ...requested } = withoutClientMembers(objectBody(request))
    const caller = callerIn(group)
    const incoming = readIncomingChat(requested, {
      dialect: openaiDialect,
      path: paths.chat,
      facts: { headers: {}, query: {} },
    })
    await relayChat(caller, incoming, reply, deps)
  })
  for (const [path, kind] of [
    [paths.image, 'images'],
    [paths.speech, 'speech'],
  ] as const)
    route(path, async (request, reply, callerIn) => {
      const { group, ...requested } = objectBody(request)
      await relaySingle(callerIn(group), readIncomingSingle(kind, requested, path), reply, deps)
    })
  route(paths.transcription, async (request, reply, callerIn) => {
    const form = await readForm(request)
    if (!form.get('model')) throw new Refusal('model_required')
    const caller = callerIn(form.get('group') ?? undefined)
    form.delete('group') // a field of the gateway; no upstream knows it
    await relaySingle(caller, await readIncomingForm('transcriptions', form, paths.transcription), reply, deps)
  })
}

/** The channel that an administrator pins. */
function pinOf({ headers }: FastifyRequest, callerRole: number): string | undefined {
  const pin = headers[pinHeader.toLowerCase()]
  if (pin === undefined || pin === '') return undefined
  if (callerRole < role.admin) throw new Refusal('channel_pin_forbidden')
  return String(pin)
}

function objectBody(request: FastifyRequest): JsonObject {
  const body = jsonBody(request)
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  if (!body.model) throw new Refusal('model_required')
  return body
}

/** Some chat clients add members to messages for their own use. No upstream knows these, and some refuse them. */
function withoutClientMembers(body: JsonObject): JsonObject {
  if (!Array.isArray(body.messages)) return body
  const messages = body.messages.map((message: unknown) => {
    if (!isObject(message)) return message
    const { id: _, createAt: __, ...known } = message
    return known
  })
  return { ...body, messages }
}
