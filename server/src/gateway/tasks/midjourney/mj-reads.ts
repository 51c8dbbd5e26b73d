import type { FastifyRequest } from 'fastify'
import { pictureAddress, propertiesOf } from '../../../domain/usage/tasks/shown-task.ts'
import { findTask, findTasks, type TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import { LightAbortSignal } from '../../../light/light-abort-signal.ts'
import { failureOfError } from '../../call/upstream-failures.ts'
import { AttemptsFailed } from '../../entry/errors/client-error.ts'
import { sanitiseMessage } from '../../entry/errors/sanitise.ts'
import type { RelayCaller } from '../../entry/key/authenticate.ts'
import type { TaskDeps } from '../../entry/relay-deps.ts'
import { callerOf, jsonBody } from '../../entry/relay-scope.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { withHeadersOf } from '../../overrides/override-call.ts'
import { type Channel, resolveUpstream } from '../../routing/channel.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { findChannelOfTask } from '../find-channel.ts'
import { pollUpstream } from '../poll-upstream.ts'
import type { TaskResponse } from '../task-kind.ts'
import { mjHeaders, type Origin } from './incoming-mj.ts'
import type { MjKind } from './mj-body.ts'
import type { MjData } from './mj-data.ts'
import { mjRefusal, readOrRefuse } from './mj-errors.ts'

const idsMax = 500
const seedSeconds = 30

export const fetchTask = async (request: FastifyRequest, deps: TaskDeps): Promise<JsonObject> =>
  shown(await ownTask(request, deps), request, deps)

/** The caller's tasks with these ids. If two tasks share an id, the newer one. */
export async function fetchTasks(request: FastifyRequest, deps: TaskDeps): Promise<JsonObject[]> {
  const body = readOrRefuse(() => jsonBody(request), 'do_request_failed')
  if (!isObject(body) || !Array.isArray(body.ids)) throw mjRefusal('do_request_failed')
  const ids: string[] = body.ids.filter((id) => typeof id === 'string' && id !== '').slice(0, idsMax)
  const rows = await findTasks(deps.store, callerOf(request), 'mj', ids)
  const newest = new Map(rows.toReversed().map((row) => [row.task_id, row]))
  return [...newest.values()].map((row) => shown(row, request, deps))
}

/** The seed of a picture, which only the upstream knows. It is free of charge. */
export async function fetchSeed(request: FastifyRequest, deps: TaskDeps): Promise<TaskResponse> {
  const row = await ownTask(request, deps)
  const channel = await findMaker(row, deps)
  try {
    const { target } = resolveUpstream(channel, row.model_name)
    const url = `${target.base_url}/mj/task/${encodeURIComponent(row.task_id)}/image-seed`
    const requested = withHeadersOf(channel, { method: 'GET', url, headers: mjHeaders(target) })
    const { status, body, headers } = await pollUpstream(requested, channel, seedSeconds, new LightAbortSignal(), deps)
    if (!isObject(body) || !Number.isInteger(body.code) || status >= 400)
      throw status >= 400 ? failureOf(status, body, headers) : badResponse()
    const description = sanitiseMessage(textOf(body.description) ?? '', channel.secrets())
    return { status: 200, body: { ...body, description } }
  } catch (error) {
    throw new AttemptsFailed(failureOfError(error), channel)
  }
}

async function ownTask(request: FastifyRequest, deps: TaskDeps): Promise<TaskRow> {
  const { id } = request.params as { id: string }
  const row = await findTask(deps.store, callerOf(request), 'mj', id)
  if (!row) throw mjRefusal('task_no_found')
  return row
}

function shown(row: TaskRow, request: FastifyRequest, { snapshot, clock }: TaskDeps): JsonObject {
  const { MjForwardUrlEnabled: isForwarded, ServerAddress } = snapshot.current().options
  const origin = ServerAddress || `${request.protocol}://${request.host}`
  return mjTaskJson(row, { isForwarded, origin, now: clock() * 1000 })
}

/** A drawing as clients of Midjourney Proxy read it. `about` says whose address its picture has. */
function mjTaskJson(row: TaskRow, about: Parameters<typeof pictureAddress>[1]): JsonObject {
  const data = (JSON.parse(row.data) as MjData | null) ?? { code: 0 } // our own text
  const { input, request, bot_type, state } = propertiesOf(row)
  const sent = isObject(request) ? request : {}
  return {
    id: row.task_id,
    action: row.action,
    customId: data.custom_id ?? textOf(sent.customId) ?? '',
    botType: data.bot_type ?? textOf(bot_type) ?? 'MID_JOURNEY',
    prompt: textOf(input) ?? '',
    promptEn: data.prompt_en ?? '',
    description: data.description ?? '',
    state: data.state ?? textOf(state) ?? '',
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl: pictureAddress(row, about),
    videoUrl: data.video_url ?? '',
    videoUrls: data.video_urls ?? [],
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    buttons: data.buttons ?? null,
    maskBase64: '',
    properties: data.properties ?? null,
  }
}

/** The caller's own task that a submission continues, on the channel that drew it: no other channel knows it. */
export async function findOrigin(caller: RelayCaller, id: string, kind: MjKind, deps: TaskDeps): Promise<Origin> {
  const row = await findTask(deps.store, caller, 'mj', id)
  if (!row) throw mjRefusal('task_not_found')
  const { MjActionCheckSuccessEnabled } = deps.snapshot.current().options
  // The window that a modal confirms is open, so its task has not ended.
  if (MjActionCheckSuccessEnabled && kind !== 'modal' && row.status !== 'SUCCESS')
    throw mjRefusal('task_status_not_success')
  return { channel: await findMaker(row, deps), prompt: textOf(propertiesOf(row).input) ?? '' }
}

async function findMaker(task: { channel_id: number; key_id: number }, deps: TaskDeps): Promise<Channel> {
  const made = await findChannelOfTask(deps, task)
  if (!made) throw mjRefusal('get_channel_info_failed')
  if (!made.isEnabled) throw mjRefusal('the channel of this task is disabled')
  return made.channel
}
