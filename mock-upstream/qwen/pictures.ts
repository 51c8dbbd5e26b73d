import { type Call, createdText, identifier } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { nativeError } from './errors.ts'
import { checkModel } from './rules.ts'

const parametersKnown = ['size', 'n', 'seed', 'prompt_extend', 'watermark', 'negative_prompt']

type Drawing = { prompt: string; count: number }

/** A task, and the number of polls. */
type Task = { key: string; drawing: Drawing; polls: number; isMessage: boolean }
const tasks = new Map<string, Task>()

function parametersOf(body: JsonObject): number {
  const parameters = isObject(body.parameters) ? body.parameters : {}
  const unknown = Object.keys(parameters).find((name) => !parametersKnown.includes(name))
  if (unknown) throw nativeError(400, `Unknown parameter ${unknown}`)
  if (parameters.size !== undefined && !/^\d+\*\d+$/.test(textOf(parameters.size)))
    throw nativeError(400, 'size must be like 1024*1024')
  if (parameters.n !== undefined && !isInteger(parameters.n, 1, 6))
    throw nativeError(400, 'Range of n should be [1, 6]')
  return Number(parameters.n ?? 1)
}

function messagesOf(call: Call): Drawing {
  const count = parametersOf(call.body)
  const input = isObject(call.body.input) ? call.body.input : {}
  const [message, ...more] = objectsIn(input.messages)
  if (!message || more.length > 0 || message.role !== 'user')
    throw nativeError(400, 'messages must hold one user message')
  const parts = objectsIn(message.content)
  const prompt = parts.map((part) => textOf(part.text)).find(Boolean)
  if (!prompt) throw nativeError(400, 'messages must hold a text')
  for (const { image } of parts)
    if (image !== undefined && !/^(https?:|data:image\/)/.test(textOf(image))) throw nativeError(400, 'Invalid image')
  if (/-edit/.test(call.model) && !parts.some(({ image }) => image !== undefined))
    throw nativeError(400, 'an image is required')
  return { prompt, count }
}

const addressOf = (call: Call, index: number): string => `${call.origin}/mock-files/${call.serial}-${index}.png`

const drawn = (call: Call, count: number): JsonObject => ({
  choices: Array.from({ length: count }, (_, index) => ({
    finish_reason: 'stop',
    message: { role: 'assistant', content: [{ image: addressOf(call, index) }] },
  })),
})

function refuseFiltered({ prompt }: Drawing): void {
  if (prompt.includes('trip the filter'))
    throw nativeError(400, 'Input data may contain inappropriate content.', 'DataInspectionFailed')
}

/** A synchronous picture. */
export function drawAtOnce(call: Call): MockResponse {
  checkModel(call.model, nativeError)
  const drawing = messagesOf(call)
  refuseFiltered(drawing)
  return json({
    output: drawn(call, drawing.count),
    usage: call.usage({ image_count: drawing.count, width: 1024, height: 1024 }),
    request_id: identifier('', call),
  })
}

function begin(call: Call, drawing: Drawing, isMessage: boolean): MockResponse {
  checkModel(call.model, nativeError)
  if (call.headers['x-dashscope-async'] !== 'enable')
    throw nativeError(403, 'current user api does not support synchronous calls.')
  refuseFiltered(drawing)
  const task_id = identifier('task-', call)
  tasks.set(task_id, { key: call.key, drawing, polls: 0, isMessage })
  return json({ output: { task_status: 'PENDING', task_id }, request_id: identifier('', call) })
}

/** A task from a prompt alone. */
export function beginDrawing(call: Call): MockResponse {
  const input = isObject(call.body.input) ? call.body.input : {}
  const count = parametersOf(call.body)
  const prompt = textOf(input.prompt)
  if (prompt === '') throw nativeError(400, 'prompt is required')
  if (call.path.includes('image2image') && !Array.isArray(input.images)) throw nativeError(400, 'images is required')
  return begin(call, { prompt, count }, false)
}

/** A task from a message. */
export const beginEditing = (call: Call): MockResponse => begin(call, messagesOf(call), true)

/** Running at the first poll, then complete. The second of several pictures fails if the prompt says so. */
export function taskStatus(call: Call): MockResponse {
  const task_id = call.path.split('/').at(-1) ?? ''
  const task = tasks.get(task_id)
  const status = (output: JsonObject, more: JsonObject = {}) =>
    json({ request_id: identifier('', call), output: { task_id, ...output }, ...more })
  if (task?.key !== call.key) return status({ task_status: 'UNKNOWN' })
  const { drawing, isMessage } = task
  if (task.polls++ === 0) return status({ task_status: 'RUNNING', submit_time: createdText })
  tasks.delete(task_id)
  if (drawing.prompt.includes('fail the task'))
    return status({
      task_status: 'FAILED',
      code: 'DataInspectionFailed',
      message: 'Output data may contain inappropriate content.',
    })
  if (isMessage)
    return status(
      { task_status: 'SUCCEEDED', ...drawn(call, drawing.count) },
      { usage: { image_count: drawing.count } },
    )
  const results = Array.from({ length: drawing.count }, (_, index) =>
    index === 1 && drawing.prompt.includes('fail one')
      ? { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.' }
      : { orig_prompt: drawing.prompt, url: addressOf(call, index) },
  )
  const SUCCEEDED = results.filter((result) => 'url' in result).length
  const task_metrics = { TOTAL: drawing.count, SUCCEEDED, FAILED: drawing.count - SUCCEEDED }
  return status({ task_status: 'SUCCEEDED', results, task_metrics }, { usage: { image_count: SUCCEEDED } })
}
