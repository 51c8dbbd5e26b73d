import type { TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import { notSent } from '../../call/upstream-failures.ts'
import { findListedPrice } from '../../entry/admit.ts'
import { Refusal } from '../../entry/errors/refusals.ts'
import { sanitiseMessage } from '../../entry/errors/sanitise.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import type { Target } from '../../providers/provider.ts'
import type { Channel } from '../../routing/channel.ts'
import type { Snapshot } from '../../routing/snapshot.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { IncomingTask, Submitted, UpstreamReturned } from '../task-kind.ts'

export const sunoHeaders = ({ key }: Target) => ({ authorization: `Bearer ${key}` })

const models: Readonly<Record<string, string>> = { MUSIC: 'suno_music', LYRICS: 'suno_lyrics' }
const usualVersion = 'chirp-v3-0'

const invalid = (code: string, reason: string) =>
  new Refusal('invalid_request', { params: { reason }, dialectCode: code })
export const taskMissing = () => invalid('task_not_exist', 'task_not_exist')

type SunoSubmission = { action: string; body: unknown; origin: Channel | undefined; snapshot: Snapshot }

/** The task of the clip to be continued, as the client names it. */
export function originId(body: unknown): string | undefined {
  if (!isObject(body) || !textOf(body.continue_clip_id)) return undefined
  const id = textOf(body.task_id)
  if (!id) throw invalid('invalid_request', 'task id is empty')
  return id
}

export function readIncomingSuno({ action: written, body, origin, snapshot }: SunoSubmission): IncomingTask {
  const action = written.toUpperCase()
  const model = Object.hasOwn(models, action) ? models[action] : undefined
  if (!model) throw invalid('invalid_action', 'invalid_action')
  if (!isObject(body)) throw invalid('invalid_request', 'the request body must be a JSON object')
  if (action === 'LYRICS' && !textOf(body.prompt)) throw invalid('invalid_request', 'prompt_empty')
  const sent = sentBody(action, body)
  return {
    platform: 'suno',
    action,
    model,
    price: findListedPrice(snapshot, model),
    prompt: { prompt: [body.prompt, body.gpt_description_prompt, body.title, body.tags] },
    properties: {
      input: textOf(body.gpt_description_prompt) ?? textOf(body.prompt) ?? '',
      request: sent,
      ...(origin && { origin: true }),
    },
    path: '/suno/submit/{action}',
    ...(origin && { origin }),
    request: (target) => ({
      method: 'POST',
      url: `${target.base_url}/suno/submit/${action}`,
      headers: sunoHeaders(target),
      body: sent,
    }),
    read: readSubmitted,
    mayRetry,
  }
}

/** Without the hook: the upstream would call it, and reveal itself to the client. */
function sentBody(action: string, { notify_hook: _, ...body }: JsonObject): JsonObject {
  return action === 'MUSIC' && !textOf(body.mv) ? { ...body, mv: usualVersion } : body
}

function readSubmitted({ status, body, headers }: UpstreamReturned, channel: Channel): Submitted {
  if (status !== 200) throw unfetched(failureOf(status, body, headers))
  if (!isObject(body)) throw badResponse()
  if (body.code === 'success') {
    const task_id = textOf(body.data)
    if (!task_id) throw badResponse()
    const report = { status: 'NOT_START' as const }
    return { isAccepted: true, task_id, report, isCharged: true, response: { status: 200, body } }
  }
  const code = sanitiseMessage(textOf(body.code) ?? 'internal_error', channel.secrets())
  const message = sanitiseMessage(textOf(body.message) ?? '', channel.secrets())
  return { isAccepted: false, reason: message || code, response: { status: 500, body: { code, message, data: null } } }
}

/** The same failure with the code that clients of this platform know. */
const unfetched = ({ kind, status, message, retryAfterSeconds }: UpstreamFailure) =>
  new UpstreamFailure(kind, {
    status,
    message,
    code: 'fail_to_fetch_task',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })

/** An upstream that reported itself busy or broken has begun nothing. An upstream without a response may have. */
const mayRetry = (_: Channel, { kind, status, code }: UpstreamFailure): boolean =>
  code === notSent || ((kind === 'rate_limited' || kind === 'overloaded') && status !== 504 && status !== 524)

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** A task as clients of this platform read it. */
export const sunoTask = (row: TaskRow): JsonObject => ({
  task_id: row.task_id,
  action: row.action,
  status: row.status,
  fail_reason: row.fail_reason,
  submit_time: seconds(row.submit_time),
  start_time: seconds(row.start_time),
  finish_time: seconds(row.finish_time),
  progress: row.progress,
  data: JSON.parse(row.data),
})
