import { type Call, identifier } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, parseObject, textOf } from '../exchange/json.ts'
import { eventStream, type Frame, json, type MockResponse } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { readChat } from '../openai/read-chat.ts'
import { invokeError } from './errors.ts'

const fields = ['prompt', 'temperature', 'top_p', 'incremental', 'request_id', 'return_type']

/** The third version of the API: text in quotes, or events of raw text. */
export function invoke(call: Call): MockResponse {
  const { body, path } = call
  check(body)
  const response = completionFor(readChat({ messages: body.prompt }), call.counts)
  const { input, output } = response.counts
  const usage = call.usage({ prompt_tokens: input, completion_tokens: output, total_tokens: input + output })
  const task = { task_id: identifier('', call), request_id: identifier('', call) }
  if (path.endsWith('/sse-invoke')) return streamed(body, response, { task_status: 'SUCCESS', usage, ...task })
  const choices = [{ role: 'assistant', content: JSON.stringify(response.text) }]
  const data = { ...task, task_status: 'SUCCESS', choices, usage }
  return json({ code: 200, msg: '操作成功', success: true, data })
}

function check(body: JsonObject): void {
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  if (unknown) throw invokeError(1210, `API 调用参数有误：${unknown}`)
  const prompt = objectsIn(body.prompt)
  const isTurn = ({ role, content }: JsonObject) =>
    ['user', 'assistant', 'system'].includes(textOf(role)) && typeof content === 'string'
  if (prompt.length === 0 || !prompt.every(isTurn)) throw invokeError(1214, 'prompt 参数非法')
  const { temperature, top_p } = body
  if (given(body, 'temperature') && !(Number(temperature) > 0 && Number(temperature) <= 1))
    throw invokeError(1214, 'temperature 参数非法')
  if (given(body, 'top_p') && !(Number(top_p) > 0 && Number(top_p) < 1)) throw invokeError(1214, 'top_p 参数非法')
}

const frameOf = (event: string, text: string, meta?: object): Frame => ({
  event,
  data: JSON.stringify({ text, ...(meta && { meta }) }),
})

/** Without `incremental` every event repeats all text so far. */
function streamed(body: JsonObject, { text, finish }: Completion, meta: object): MockResponse {
  const pieces = splitText(text)
  const texts = body.incremental === true ? pieces : pieces.map((_, index) => pieces.slice(0, index + 1).join(''))
  const end = frameOf(finish === 'filter' ? 'interrupted' : 'finish', '', meta)
  const frames = [...texts.map((each) => frameOf('add', each)), end]
  return { ...eventStream(frames, (_, message) => frameOf('error', message)), framing }
}

/** Data lines hold raw text, and a line `meta:` holds JSON. A frame that a fault changed is written unchanged. */
function framing({ event, data, comment }: Frame, lineEnd: string): string {
  const lines = comment === undefined ? [] : [`: ${comment}`]
  if (event !== undefined) lines.push(`event:${event}`, 'id:mock')
  if (data !== undefined) lines.push(...contentLines(data))
  return [...lines, '', ''].join(lineEnd)
}

function contentLines(data: string): string[] {
  const content = parseObject(data)
  if (!content) return [`meta:${data}`]
  if (typeof content.text !== 'string') return [`data:${data}`]
  const lines = content.text.split('\n').map((line) => `data:${line}`)
  return isObject(content.meta) ? [...lines, `meta:${JSON.stringify(content.meta)}`] : lines
}
