import { type Call, identifier } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, type Frame, type MockResponse, Refusal } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { readChat } from '../openai/read-chat.ts'
import { plainUsage } from '../openai/write-chat.ts'

/** The domain of each path. They must match. */
const domains: Record<string, string> = {
  '/v1.1/chat': 'lite',
  '/v2.1/chat': 'generalv2',
  '/v3.1/chat': 'generalv3',
  '/chat/pro-128k': 'pro-128k',
  '/v3.5/chat': 'generalv3.5',
  '/chat/max-32k': 'max-32k',
  '/v4.0/chat': '4.0Ultra',
  '/v1/x1': 'spark-x',
}
const withSystem = ['generalv3.5', 'max-32k', '4.0Ultra', 'spark-x']
const withFunctions = ['generalv3', 'pro-128k', 'generalv3.5', 'max-32k', '4.0Ultra']

export const isSocketPath = (path: string): boolean => Object.hasOwn(domains, path)

export const headerError = (code: number, message: string, status = 200): Refusal =>
  new Refusal(status, { header: { code, message, sid: 'cht-mock', status: 2 } })

const inner = (value: unknown, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}

export const domainOf = (body: JsonObject): string => textOf(inner(body.parameter, 'chat').domain)

const chatFields = ['domain', 'temperature', 'max_tokens', 'top_k']

function check({ body, path }: Call): void {
  const chat = inner(body.parameter, 'chat')
  const domain = domainOf(body)
  if (textOf(inner(body, 'header').app_id) === '') throw headerError(10_004, 'app_id is missing')
  if (domain !== domains[path]) throw headerError(10_404, 'the domain does not match the path')
  const unknown = Object.keys(chat).find((name) => !chatFields.includes(name))
  if (unknown) throw headerError(10_163, `unknown parameter ${unknown}`)
  const { temperature, top_k, max_tokens } = chat
  if (temperature !== undefined && !(Number(temperature) > 0 && Number(temperature) <= 1))
    throw headerError(10_163, 'temperature must be in (0, 1]')
  if (top_k !== undefined && !isInteger(top_k, 1, 6)) throw headerError(10_163, 'top_k must be 1 to 6')
  if (max_tokens !== undefined && !isInteger(max_tokens, 1, 32_768)) throw headerError(10_163, 'max_tokens is wrong')
  const messages = objectsIn(inner(body.payload, 'message').text)
  if (messages.length === 0) throw headerError(10_003, 'payload.message.text is empty')
  for (const { role, content } of messages) {
    const allowed = withSystem.includes(domain) ? ['system', 'user', 'assistant'] : ['user', 'assistant']
    if (!allowed.includes(textOf(role))) throw headerError(10_163, `role ${role} is not allowed`)
    if (textOf(content) === '') throw headerError(10_163, 'content is empty')
  }
  if (isObject(body.payload) && body.payload.functions !== undefined && !withFunctions.includes(domain))
    throw headerError(10_163, 'functions are not supported')
}

/** The chat as the mock model reads it. */
const openAiForm = (body: JsonObject): JsonObject => {
  const functions = objectsIn(inner(body.payload, 'functions').text)
  return {
    messages: inner(body.payload, 'message').text,
    max_tokens: inner(body.parameter, 'chat').max_tokens,
    ...(functions.length > 0 && { functions }),
  }
}

/** Messages are numbered, and the last one has the usage. */
export function chat(call: Call): MockResponse {
  check(call)
  const thinks = domainOf(call.body) === 'spark-x'
  const response = completionFor({ ...readChat(openAiForm(call.body)), thinks }, call.counts)
  const parts: JsonObject[] = [
    ...splitText(response.thinking).map((reasoning_content) => ({ content: '', reasoning_content })),
    ...splitText(response.text).map((content) => ({ content })),
  ]
  const frames = parts.map((part, seq) => frameOf(call, part, seq === 0 ? 0 : 1, seq))
  const { counts } = response
  const usage = call.usage({
    question_tokens: 1,
    ...plainUsage(counts),
  })
  const last = frameOf(call, { content: '', ...callOf(response) }, 2, parts.length, usage)
  return {
    kind: 'stream',
    type: 'application/json',
    framing: 'ndjson',
    frames: response.finish === 'filter' ? [...frames, stopped] : [...frames, last],
    fail: (status, message) => dataFrame(headerError(status === 429 ? 11_202 : 10_012, message).body),
  }
}

const stopped = dataFrame(headerError(10_019, 'the answer may be sensitive').body)

const callOf = ({ calls: [call] }: Completion) =>
  call && { function_call: { name: call.name, arguments: JSON.stringify(call.arguments) } }

const frameOf = (call: Call, part: JsonObject, status: number, seq: number, usage?: object): Frame =>
  dataFrame({
    header: { code: 0, message: 'Success', sid: identifier('cht', call), status },
    payload: {
      choices: { status, seq, text: [{ role: 'assistant', index: 0, ...part }] },
      ...(usage && { usage: { text: usage } }),
    },
  })
