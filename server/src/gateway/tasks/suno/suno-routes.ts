import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findTask, findTasks } from '../../../domain/usage/tasks/tasks.queries.ts'
import type { ClientError } from '../../dialects/dialect.ts'
import { Refusal } from '../../entry/errors/refusals.ts'
import type { RelayCaller } from '../../entry/key/authenticate.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import { callerOf, jsonBody, relayRoute } from '../../entry/relay-scope.ts'
import type { Channel } from '../../routing/channel.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { findChannelOfTask } from '../find-channel.ts'
import { submitTask } from '../submit-task.ts'
import { originId, readIncomingSuno, sunoTask, taskMissing } from './incoming-suno.ts'

const idsMax = 500

const codes: Readonly<Record<string, string>> = {
  insufficient_user_quota: 'quota_not_enough',
  plan_insufficient: 'quota_not_enough',
  pre_consume_token_quota_failed: 'quota_not_enough',
}

/** Errors for clients of this platform: the message alone, without our request id. */
const sunoErrors = {
  error: ({ code, message, requestId }: ClientError) => ({
    code: codes[code] ?? code,
    message: message.replace(` (request id: ${requestId})`, ''),
    data: null,
  }),
}

export function sunoRoutes(app: FastifyInstance, deps: TaskDeps) {
  const config = { dialect: sunoErrors }
  relayRoute(app, deps, '/suno/submit/:action', config, async (request, reply) => {
    const { action } = request.params as { action: string }
    const body = jsonBody(request)
    const caller = callerOf(request)
    const origin = await findOrigin(caller, originId(body), deps)
    const submission = readIncomingSuno({ action, body, origin, snapshot: deps.snapshot.current() })
    const response = await submitTask(caller, submission, reply, deps)
    reply.status(response.status).send(response.body)
  })
  relayRoute(app, deps, '/suno/fetch', config, async (request, reply) => {
    const body = jsonBody(request)
    const ids = isObject(body) ? listOf(body.ids).filter((id) => typeof id === 'string') : []
    const rows = await findTasks(deps.store, callerOf(request), 'suno', ids.slice(0, idsMax))
    reply.send(found(rows.map(sunoTask)))
  })
  app.get('/suno/fetch/:id', { config: { access: 'public', ...config } }, async (request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    const row = await findTask(deps.store, callerOf(request), 'suno', id)
    if (!row) throw taskMissing()
    return found(sunoTask(row))
  })
}

const found = (data: unknown) => ({ code: 'success', message: '', data })

/** A clip can only be continued where it was made. */
async function findOrigin(caller: RelayCaller, id: string | undefined, deps: TaskDeps): Promise<Channel | undefined> {
  if (id === undefined) return undefined
  const row = await findTask(deps.store, caller, 'suno', id)
  if (!row) throw taskMissing()
  const made = await findChannelOfTask(deps, row)
  if (!made) throw new Refusal('invalid_channel_id', { dialectCode: 'channel_not_found', status: 400 })
  if (!made.isEnabled) throw new Refusal('channel_disabled', { dialectCode: 'task_channel_disable', status: 400 })
  return made.channel
}
