import type { Call, Handler } from '../exchange/call.ts'
import { type JsonObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse, plain } from '../exchange/response.ts'
import { videoOf } from '../tasks/mock-files.ts'
import type { MockTask, Phase } from '../tasks/task-book.ts'
import { openaiError } from './errors.ts'
import { pixel } from './images.ts'

const members = ['prompt', 'model', 'input_reference', 'seconds', 'size']
const lengths = ['4', '8', '12']
const sizes = ['720x1280', '1280x720', '1024x1792', '1792x1024']

const statuses: Record<Phase['name'], string> = {
  queued: 'queued',
  running: 'in_progress',
  done: 'completed',
  failed: 'failed',
  cancelled: 'failed',
}

/** The fields of a form or of a body. */
const fieldsOf = ({ body, form }: Call): JsonObject => (form ? Object.fromEntries(form) : body)

function create(call: Call): MockResponse {
  const body = fieldsOf(call)
  const unknown = Object.keys(body).find((name) => !members.includes(name))
  if (unknown) throw openaiError(400, `Unknown parameter: '${unknown}'.`, { param: unknown })
  const prompt = textOf(body.prompt)
  if (!prompt) throw openaiError(400, "Missing required parameter: 'prompt'.", { param: 'prompt' })
  if (body.seconds !== undefined && !lengths.includes(textOf(body.seconds)))
    throw openaiError(400, "Invalid value: 'seconds'.", { param: 'seconds' })
  if (body.size !== undefined && !sizes.includes(textOf(body.size)))
    throw openaiError(400, "Invalid value: 'size'.", { param: 'size' })
  const id = `video_${String(call.serial).padStart(24, '0')}`
  const { input_reference: _, ...kept } = body
  const task = { id, vendor: 'openai', key: call.key, action: 'GENERATE', prompt, body: kept }
  return json(shown(call.tasks.submit(task), call))
}

function shown(task: MockTask, call: Call): JsonObject {
  const phase = call.tasks.phaseOf(task)
  const seconds = (ms: number) => Math.floor(ms / 1000)
  const isDone = phase.name === 'done'
  return {
    id: task.id,
    object: 'video',
    model: textOf(task.body.model) || 'sora-2',
    status: statuses[phase.name],
    progress: phase.percent,
    created_at: seconds(task.submittedAt),
    completed_at: isDone ? seconds(phase.endedAt) : null,
    expires_at: isDone ? seconds(phase.endedAt) + 3600 : null,
    size: textOf(task.body.size) || '720x1280',
    seconds: textOf(task.body.seconds) || '4',
    prompt: task.prompt,
    remixed_from_video_id: null,
    error: phase.reason === '' ? null : { code: 'moderation_blocked', message: phase.reason },
  }
}

function own(call: Call): MockTask {
  const id = call.path.split('/')[3] ?? ''
  const task = call.tasks.find('openai', id)
  if (task?.key !== call.key) throw openaiError(404, `Video with id '${id}' not found.`)
  return task
}

function content(call: Call): MockResponse {
  const task = own(call)
  if (call.tasks.phaseOf(task).name !== 'done') throw openaiError(400, 'Video is not ready yet.')
  const isVideo = (call.query.get('variant') ?? 'video') === 'video'
  return isVideo ? plain(videoOf(task.prompt), 'video/mp4') : plain(pixel, 'image/png')
}

function remove(call: Call): MockResponse {
  const task = own(call)
  call.tasks.forget('openai', task.id)
  return json({ id: task.id, object: 'video.deleted', deleted: true })
}

/** The handler of a path below `/v1`. */
export function videos(method: string, path: string): Handler | undefined {
  if (path === '/videos') return method === 'POST' ? create : undefined
  if (!/^\/videos\/[^/]+(\/content)?$/.test(path)) return undefined
  if (method === 'GET') return path.endsWith('/content') ? content : (call) => json(shown(own(call), call))
  return method === 'DELETE' && !path.endsWith('/content') ? remove : undefined
}
