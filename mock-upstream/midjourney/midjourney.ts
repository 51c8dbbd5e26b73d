import type { IncomingHttpHeaders } from 'node:http'
import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, type JsonObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import type { MockTask } from '../tasks/task-book.ts'
import { buttonsOf, shownTask } from './shown-task.ts'

/** A self-hosted bridge to Midjourney under `/mj`, and its commercial successor. Times are in milliseconds. */
const said = (code: number, description: string, more: JsonObject = {}): MockResponse =>
  json({ code, description, ...more })
const invalid = (description: string) => said(4, description)

const secretOf = (headers: IncomingHttpHeaders): string => textOf(headers['mj-api-secret'])

type Proxy = { name: string; isPlus: boolean }

const own = ({ tasks, key }: Call, { name }: Proxy, id: unknown): MockTask | undefined => {
  const task = tasks.find(name, textOf(id))
  return task?.key === key ? task : undefined
}

/** Prompts whose response has another code than 1. */
const responses: [words: string, response: () => MockResponse][] = [
  ['trip the filter', () => said(24, 'banned prompt', { properties: { promptEn: 'x', bannedWord: 'x' } })],
  ['full queue', () => said(23, 'the queue is full')],
  ['no account', () => said(3, 'no available account instance')],
  ['bad parameter', () => said(4, 'bad parameter')],
]

function submit(call: Call, proxy: Proxy, action: string, prompt: string, body = call.body): MockResponse {
  const refused = responses.find(([words]) => prompt.includes(words))
  if (refused) return refused[1]()
  const id = String(1_767_225_600_000_000 + call.serial)
  call.tasks.submit({ id, vendor: proxy.name, key: call.key, action, prompt, body })
  if (prompt.includes('in a row')) return said(22, 'queued, 1 ahead', { result: id, properties: { numberOfQueues: 1 } })
  return said(1, 'Submit success', { result: id, properties: {} })
}

const isPicture = (value: unknown): boolean => /^data:image\/\w+;base64,[\w+/]+=*$/.test(textOf(value))
const arePictures = (value: unknown, min: number, max: number): boolean =>
  Array.isArray(value) && value.length >= min && value.length <= max && value.every(isPicture)

function imagine(call: Call, proxy: Proxy): MockResponse {
  const { prompt, base64Array, state, notifyHook, botType } = call.body
  if (!textOf(prompt)) return invalid('prompt is empty')
  if (base64Array !== undefined && !arePictures(base64Array, 0, 5)) return invalid('base64Array is invalid')
  if ([state, notifyHook, botType].some((text) => text !== undefined && typeof text !== 'string'))
    return invalid('a text was expected')
  return submit(call, proxy, 'IMAGINE', textOf(prompt))
}

const blend = (call: Call, proxy: Proxy): MockResponse =>
  arePictures(call.body.base64Array, 2, 5) ? submit(call, proxy, 'BLEND', '') : invalid('base64Array is invalid')

const describe = (call: Call, proxy: Proxy): MockResponse =>
  isPicture(call.body.base64) || textOf(call.body.link)
    ? submit(call, proxy, 'DESCRIBE', '')
    : invalid('base64 is empty')

const shorten = (call: Call, proxy: Proxy): MockResponse =>
  textOf(call.body.prompt) ? submit(call, proxy, 'SHORTEN', textOf(call.body.prompt)) : invalid('prompt is empty')

/** A repeated change is not made again: the response names its earlier result. */
function change(call: Call, proxy: Proxy, id: unknown, action: string, index: unknown): MockResponse {
  const origin = own(call, proxy, id)
  if (!origin) return said(3, 'the related task does not exist or has expired')
  if (call.tasks.phaseOf(origin).name !== 'done') return invalid('the related task is not finished')
  if (action !== 'REROLL' && !isInteger(index, 1, 4)) return invalid('index is invalid')
  if (!['UPSCALE', 'VARIATION', 'REROLL'].includes(action)) return invalid('action is invalid')
  const body = { changes: `${origin.id} ${action} ${index}` }
  const before = call.tasks.list().find((task) => task.vendor === proxy.name && task.body.changes === body.changes)
  if (!before || action === 'REROLL') return submit(call, proxy, action, origin.prompt, body)
  const { status, imageUrl } = shownTask(before, call, proxy)
  return said(21, 'task exists', { result: before.id, properties: { status, imageUrl } })
}

function simpleChange(call: Call, proxy: Proxy): MockResponse {
  const [, id, letter = '', index] = /^(\S+) ([UVR])([1-4])?$/i.exec(textOf(call.body.content).trim()) ?? []
  if (id === undefined) return invalid('content is invalid')
  const actions: Record<string, string> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' }
  return change(call, proxy, id, actions[letter.toUpperCase()] ?? '', index && Number(index))
}

/** The modals of these buttons must be confirmed. */
const windows: Record<string, string> = { Inpaint: 'INPAINT', CustomZoom: 'CUSTOM_ZOOM' }

function press(call: Call, proxy: Proxy): MockResponse {
  const { taskId, customId } = call.body
  const origin = own(call, proxy, taskId)
  if (!origin) return said(3, 'the related task does not exist or has expired')
  const button = buttonsOf(origin).find((each) => each.customId === customId)
  if (!button) return invalid('the task has no such button')
  const window = windows[textOf(customId).split('::')[1] ?? '']
  if (!window) return submit(call, proxy, 'ACTION', origin.prompt)
  const id = String(1_767_225_600_000_000 + call.serial)
  const waiting = { id, vendor: proxy.name, key: call.key, action: window, prompt: origin.prompt }
  call.tasks.submit({ ...waiting, body: { isWindow: true } })
  return said(21, 'waiting for a window to be confirmed', { result: id, properties: {} })
}

function confirm(call: Call, proxy: Proxy): MockResponse {
  const { taskId, prompt, maskBase64 } = call.body
  const window = own(call, proxy, taskId)
  if (!window?.body.isWindow) return invalid('no window is open')
  if (maskBase64 !== undefined && !isPicture(maskBase64)) return invalid('maskBase64 is invalid')
  const { submittedAt: _, ...task } = window
  call.tasks.submit({ ...task, prompt: textOf(prompt) || task.prompt, body: {} })
  return said(1, 'Submit success', { result: task.id, properties: {} })
}

const upload = (call: Call): MockResponse =>
  arePictures(call.body.base64Array, 1, 10)
    ? said(1, 'Upload success', {
        result: (call.body.base64Array as string[]).map(
          (_, at) => `${call.origin}/mock-files/${call.serial}-${at}.png`,
        ),
      })
    : invalid('base64Array is invalid')

function swap(call: Call, proxy: Proxy): MockResponse {
  const { sourceBase64, targetBase64 } = call.body
  return isPicture(sourceBase64) && isPicture(targetBase64)
    ? submit(call, proxy, 'SWAP_FACE', 'InsightFace')
    : invalid('a picture is missing')
}

function list(call: Call, proxy: Proxy): MockResponse {
  const { ids } = call.body
  if (!Array.isArray(ids)) return invalid('ids is empty')
  const found = ids.map((id) => own(call, proxy, id)).filter((task) => task !== undefined)
  return json(found.map((task) => shownTask(task, call, proxy)))
}

function ofTask(call: Call, proxy: Proxy): MockResponse {
  const [, id, wish] = /\/mj\/task\/([^/]+)\/([^/]+)$/.exec(call.path) ?? []
  const task = own(call, proxy, id)
  if (!task) return said(3, 'the task does not exist')
  if (wish === 'fetch') return json(shownTask(task, call, proxy))
  const { name } = call.tasks.phaseOf(task)
  if (wish === 'image-seed')
    return name === 'done' ? said(1, 'success', { result: '1234567890' }) : invalid('the task is not finished')
  if (name === 'done' || name === 'failed') return invalid('the task has ended')
  call.tasks.end(proxy.name, task.id, 'cancelled')
  return said(1, 'cancelled')
}

const basic: Record<string, (call: Call, proxy: Proxy) => MockResponse> = {
  'POST /mj/submit/imagine': imagine,
  'POST /mj/submit/blend': blend,
  'POST /mj/submit/describe': describe,
  'POST /mj/submit/change': (call, proxy) =>
    change(call, proxy, call.body.taskId, textOf(call.body.action), call.body.index),
  'POST /mj/submit/simple-change': simpleChange,
  'POST /mj/task/list-by-condition': list,
}
const plus: typeof basic = {
  ...basic,
  'POST /mj/submit/shorten': shorten,
  'POST /mj/submit/action': press,
  'POST /mj/submit/modal': confirm,
  'POST /mj/submit/upload-discord-images': upload,
  'POST /mj/insight-face/swap': swap,
  'POST /mj/submit/video': (call, proxy) => submit(call, proxy, 'VIDEO', textOf(call.body.prompt)),
  'POST /mj/submit/edits': (call, proxy) => submit(call, proxy, 'EDITS', textOf(call.body.prompt)),
}
const taskPaths = { basic: /^GET \/mj\/task\/[^/]+\/(fetch|image-seed)$/, plus: /^POST \/mj\/task\/[^/]+\/cancel$/ }

const error = (status: number, description: string) =>
  new Refusal(status, { code: status === 404 ? 404 : 4, description })

function vendor(proxy: Proxy): Vendor {
  const routes = proxy.isPlus ? plus : basic
  return {
    name: proxy.name,
    keyOf: secretOf,
    authenticate({ key }) {
      if (key === '' || isWrongKey(key)) throw error(401, 'unauthorized')
    },
    refuse: error,
    find(method, path): Handler | undefined {
      // Only the successor has modes.
      const known = `${method} ${proxy.isPlus ? path.replace(/^\/(?:mj-)?(?:fast|relax|turbo)(?=\/mj\/)/, '') : path}`
      const route = Object.hasOwn(routes, known) ? routes[known] : undefined
      if (route) return (call) => route(call, proxy)
      const isOfTask = taskPaths.basic.test(known) || (proxy.isPlus && taskPaths.plus.test(known))
      return isOfTask ? (call) => ofTask(call, proxy) : undefined
    },
  }
}

export const midjourney = vendor({ name: 'midjourney', isPlus: false })
export const midjourneyPlus = vendor({ name: 'midjourney-plus', isPlus: true })
