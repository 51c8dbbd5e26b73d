import { bearerOf, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { type JsonObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import type { MockTask, Phase } from '../tasks/task-book.ts'

/** A self-hosted bridge to Suno: `/suno/submit/{ACTION}` and `/suno/fetch`. Its times are seconds. */
const sunoError = (status: number, message: string, code = status >= 500 ? 'internal_error' : 'invalid_request') =>
  new Refusal(status, { code, message, data: null })

const success = (data: unknown): MockResponse => json({ code: 'success', message: '', data })

const members = [
  'gpt_description_prompt',
  'prompt',
  'mv',
  'title',
  'tags',
  'make_instrumental',
  'continue_at',
  'continue_clip_id',
  'task_id',
]

function submit(call: Call, action: string): MockResponse {
  const { body, key, tasks } = call
  const unknown = Object.keys(body).find((name) => !members.includes(name))
  if (unknown) throw sunoError(400, `unknown field ${unknown}`)
  const prompt = textOf(body.gpt_description_prompt) || textOf(body.prompt)
  if (action === 'MUSIC' && !textOf(body.mv)) throw sunoError(400, 'mv is required')
  if (action === 'LYRICS' && !textOf(body.prompt)) throw sunoError(400, 'prompt is required')
  if (body.continue_clip_id !== undefined && !tasks.find('suno', textOf(body.task_id)))
    throw sunoError(400, 'the clip is unknown')
  if (prompt.includes('trip the filter')) return json({ code: 'content_refused', message: 'banned words', data: null })
  const id = `suno-${String(call.serial).padStart(8, '0')}`
  tasks.submit({ id, vendor: 'suno', key, action, prompt, body })
  return success(id)
}

const statuses: Record<Phase['name'], string> = {
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  done: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'FAILURE',
}
const clipStatuses: Record<Phase['name'], string> = {
  queued: 'queued',
  running: 'streaming',
  done: 'complete',
  failed: 'error',
  cancelled: 'error',
}

function shown(task: MockTask, call: Call): JsonObject {
  const phase = call.tasks.phaseOf(task)
  const { startedAt, endedAt, reason } = phase
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return {
    task_id: task.id,
    action: task.action,
    status: statuses[phase.name],
    fail_reason: reason,
    submit_time: seconds(task.submittedAt),
    start_time: seconds(startedAt),
    finish_time: seconds(endedAt),
    progress: `${phase.percent}%`,
    data: task.action === 'LYRICS' ? lyrics(task, phase) : clips(task, phase, call),
  }
}

const lyrics = ({ id, prompt }: MockTask, { name }: Phase) => ({
  id,
  status: clipStatuses[name],
  title: name === 'done' ? `Song of ${prompt}` : '',
  text: name === 'done' ? `[Verse]\n${prompt}\n[Chorus]\n${prompt}, ${prompt}` : '',
})

function clips(task: MockTask, { name }: Phase, { origin }: Call): JsonObject[] {
  if (name === 'queued' || name === 'failed') return []
  const isDone = name === 'done'
  return [1, 2].map((number) => ({
    id: `${task.id}-${number}`,
    video_url: isDone ? `${origin}/mock-files/${task.id}-${number}.mp4` : '',
    audio_url: `${origin}/mock-files/${task.id}-${number}.mp3`,
    image_url: `${origin}/mock-files/${task.id}-${number}.png`,
    image_large_url: `${origin}/mock-files/${task.id}-${number}.png`,
    major_model_version: 'v3',
    model_name: textOf(task.body.mv),
    status: clipStatuses[name],
    title: textOf(task.body.title) || task.prompt,
    text: '',
    metadata: {
      tags: textOf(task.body.tags),
      prompt: textOf(task.body.prompt),
      gpt_description_prompt: textOf(task.body.gpt_description_prompt),
      duration: isDone ? 122.4 : null,
    },
  }))
}

const own = (call: Call, id: unknown): MockTask | undefined => {
  const task = call.tasks.find('suno', textOf(id))
  return task?.key === call.key ? task : undefined
}

function fetchMany(call: Call): MockResponse {
  const { ids } = call.body
  if (!Array.isArray(ids)) throw sunoError(400, 'ids is required')
  const found = ids.map((id) => own(call, id)).filter((task) => task !== undefined)
  return success(found.map((task) => shown(task, call)))
}

function fetchOne(call: Call): MockResponse {
  const task = own(call, call.path.split('/').at(-1))
  if (!task) throw sunoError(400, 'task_not_exist', 'task_not_exist')
  return success(shown(task, call))
}

const routes: Record<string, Handler> = {
  'POST /suno/submit/MUSIC': (call) => submit(call, 'MUSIC'),
  'POST /suno/submit/LYRICS': (call) => submit(call, 'LYRICS'),
  'POST /suno/fetch': fetchMany,
  'GET /suno/account': () => success({ credits_left: 410, monthly_limit: 500, monthly_usage: 90 }),
}

export const suno: Vendor = {
  name: 'suno',
  keyOf: bearerOf,
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw sunoError(401, 'unauthorized', 'unauthorized')
  },
  refuse: sunoError,
  find: (method, path) =>
    routes[`${method} ${path}`] ?? (method === 'GET' && /^\/suno\/fetch\/[^/]+$/.test(path) ? fetchOne : undefined),
}
