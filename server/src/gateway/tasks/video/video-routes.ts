import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasEnded } from '../../../domain/usage/tasks/end-task.ts'
import { readOwnTasks } from '../../../domain/usage/tasks/list-tasks.queries.ts'
import { deletedData, findTask, noteDeleted, type TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import { LightAbortSignal } from '../../../light/light-abort-signal.ts'
import { findRouting } from '../../entry/admit.ts'
import { readForm } from '../../entry/body/read-form.ts'
import { AttemptsFailed } from '../../entry/errors/client-error.ts'
import { badRequest, Refusal } from '../../entry/errors/refusals.ts'
import type { RelayCaller } from '../../entry/key/authenticate.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import { callerOf, jsonBody, relayRoute } from '../../entry/relay-scope.ts'
import { withHeadersOf } from '../../overrides/override-call.ts'
import { type Channel, resolveUpstream } from '../../routing/channel.ts'
import type { Snapshot } from '../../routing/snapshot.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { firstMember, nameModel } from '../../virtual/relay-virtual.ts'
import { findVirtual } from '../../virtual/suitable-members.ts'
import { findChannelOfTask } from '../find-channel.ts'
import { pollUpstream } from '../poll-upstream.ts'
import { submitTask } from '../submit-task.ts'
import { readIncomingVideo, videoRequest } from './incoming-video.ts'
import { sendVideo } from './video-content.ts'
import { shownVideo } from './video-json.ts'

const variants: ReadonlySet<string> = new Set(['video', 'thumbnail', 'spritesheet'])
const deleteSeconds = 15
const pageMax = 100

/** OpenAI's `/v1/videos`: create, list, retrieve, content, delete. */
export function videoRoutes(app: FastifyInstance, deps: TaskDeps) {
  const { store } = deps
  const found = async (request: FastifyRequest): Promise<TaskRow> => {
    const { id } = request.params as { id: string }
    const row = await findTask(store, callerOf(request), 'video', id)
    if (!row || row.data === deletedData) throw noSuchVideo(id)
    return row
  }
  const channelOf = async (row: TaskRow): Promise<Channel> => {
    const made = await findChannelOfTask(deps, row)
    if (!made) throw noSuchVideo(row.task_id)
    return made.channel
  }
  const config = { access: 'public' as const }

  relayRoute(app, deps, '/v1/videos', {}, async (request, reply) => {
    const caller = callerOf(request)
    const snapshot = deps.snapshot.current()
    const submission = readIncomingVideo(await bodyOf(request), snapshot, (model) =>
      realVideoModel(caller, model, snapshot, deps),
    )
    if (submission.virtual !== undefined) nameModel(reply, submission.virtual, submission.model)
    const { status, body } = await submitTask(caller, submission, reply, deps)
    reply.status(status).send(body)
  })
  app.get('/v1/videos', { config }, async (request) => {
    const page = readPage(request)
    const rows = await readOwnTasks(store, callerOf(request), 'video', page)
    const data = rows.slice(0, page.limit).map(shownVideo)
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
    return { object: 'list', data, ...ends, has_more: rows.length > page.limit }
  })
  app.get('/v1/videos/:id', { config }, async (request) => shownVideo(await found(request)))
  app.get('/v1/videos/:id/content', { config }, async (request, reply) => {
    const { variant } = request.query as { variant?: unknown }
    if (variant !== undefined && !variants.has(String(variant)))
      throw badRequest('variant must be video, thumbnail or spritesheet', 'variant')
    const row = await found(request)
    if (row.status !== 'SUCCESS') throw badRequest('The video is not finished', 'video_id')
    const channel = await channelOf(row)
    await sendVideo({ row, channel, variant: variant === undefined ? undefined : String(variant) }, reply, deps)
  })
  app.delete('/v1/videos/:id', { config }, async (request) => {
    const row = await found(request)
    if (!hasEnded(row)) throw badRequest('Only a finished video can be deleted', 'video_id')
    const channel = await channelOf(row)
    const { target } = resolveUpstream(channel, row.model_name)
    const requested = withHeadersOf(channel, videoRequest('DELETE', target, encodeURIComponent(row.task_id)))
    const response = await pollUpstream(requested, channel, deleteSeconds, new LightAbortSignal(), deps)
    if (response.status >= 400 && response.status !== 404)
      throw new AttemptsFailed(failureOf(response.status, response.body, response.headers), channel)
    await noteDeleted(store, row)
    return { id: row.task_id, object: 'video.deleted', deleted: true }
  })
}

/** A video of a virtual model is made by its first suitable model. */
function realVideoModel(caller: RelayCaller, requested: string, snapshot: Snapshot, deps: TaskDeps): string {
  const virtual = findVirtual(snapshot, caller, requested)
  if (!virtual) return requested
  const route = (model: string) =>
    findRouting(caller, model, snapshot, (provider) => provider.tasks?.includes('video') === true)
  return firstMember(virtual, { caller, snapshot, route, promptTokens: () => 0 }, deps)
}

const noSuchVideo = (id: string) =>
  new Refusal('invalid_request', {
    status: 404,
    params: { reason: `Video with id '${id}' not found.` },
    dialectCode: 'not_found',
    param: 'video_id',
  })

async function bodyOf(request: FastifyRequest) {
  const type = request.headers['content-type'] ?? ''
  if (/^multipart\/form-data/i.test(type)) return readForm(request)
  const body = jsonBody(request)
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  return body
}

/** `after` is the id of the last video of the page before. */
function readPage(request: FastifyRequest) {
  const { after, limit, order } = request.query as Record<string, unknown>
  const wanted = limit === undefined ? 20 : Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > pageMax)
    throw badRequest(`limit must be a whole number from 1 to ${pageMax}`, 'limit')
  if (order !== undefined && order !== 'asc' && order !== 'desc') throw badRequest('order must be asc or desc', 'order')
  return { after: typeof after === 'string' ? after : undefined, limit: wanted, isAscending: order === 'asc' }
}
