import { createHmac } from 'node:crypto'
import type { ChatRequest, ChatResponse, JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { invalidKey } from '../../translate/response/bad-channel.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { ChatOperation, ResponseContext, Target } from '../provider.ts'
import { hostOf } from './address.ts'
import { zhipuFailure } from './failure.ts'
import { createInvokeDecoder, createInvokeReader } from './invoke-stream.ts'

const roles: Readonly<Record<string, string>> = { developer: 'system', tool: 'user', function: 'user' }

/** Text alone. These models ignore a system prompt that the user has not confirmed. */
const toPrompt = ({ messages }: ChatRequest): JsonObject[] =>
  messages.flatMap(({ role: given, content }) => {
    const text = content === null || content === undefined ? '' : plainText(content)
    if (text === undefined) throw unsupported('This model can only be sent text', 'messages')
    const role = roles[given] ?? given
    const message = { role, content: text }
    return role === 'system' ? [message, { role: 'user', content: 'Okay' }] : [message]
  })

const within = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' ? Math.min(Math.max(value, min), max) : undefined

function request(chat: ChatRequest, target: Target) {
  const isStream = chat.stream === true
  const { key, model } = target
  const action = isStream ? 'sse-invoke' : 'invoke'
  signToken(key, 0) // a key of another format is refused before any request
  return {
    method: 'POST' as const,
    url: fixedPath(`${hostOf(target)}/api/paas/v3/model-api/${encodeURIComponent(model)}/${action}`),
    headers: {},
    body: definedOf({
      prompt: toPrompt(chat),
      temperature: within(chat.temperature, 0.01, 1),
      top_p: within(chat.top_p, 0.01, 0.99),
      // Otherwise every event repeats the whole text.
      incremental: isStream ? true : undefined,
    }),
    sign: (_: unknown, now: number) => ({ headers: { authorization: signToken(key, now * 1000) } }),
  }
}

/** A failure comes with status 200. */
export const invokeFailure = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) &&
  (body.success === false || isObject(body.error) || (typeof body.code === 'number' && body.code !== 200))
    ? zhipuFailure(200, body)
    : undefined

function response(body: unknown, facts: ResponseContext): ChatResponse {
  const failure = invokeFailure(body)
  if (failure) throw failure
  const data = objectOf(objectOf(body)?.data)
  const [choice] = listOf(data?.choices)
  const content = isObject(choice) ? choice.content : undefined
  if (typeof content !== 'string') throw badResponse('the provider sent a response without choices')
  const usage = usageOfOpenAi(data?.usage)
  return {
    id: textOf(data?.task_id) ?? facts.id,
    created: facts.now,
    model: facts.model,
    choices: [{ index: 0, message: { role: 'assistant', content: unquoted(content) }, finish_reason: 'stop' }],
    ...(usage && { usage }),
  }
}

/** Text comes between quotes, as the JSON of a string or simply with quotes around it. */
function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return value
  } catch {
    // Not the JSON of a string.
  }
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

export const invokeChat: ChatOperation = {
  request,
  response,
  stream: createInvokeDecoder,
  frames: createInvokeReader,
}

const dayMs = 24 * 60 * 60 * 1000

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token that is valid for a day, signed with the second half of the key. Its times are in milliseconds. */
function signToken(key: string, nowMs: number): string {
  const [id, secret, ...more] = key.split('.')
  if (!id || !secret || more.length > 0) throw invalidKey('id.secret')
  const head = encoded({ alg: 'HS256', sign_type: 'SIGN' })
  const payload = encoded({ api_key: id, exp: nowMs + dayMs, timestamp: nowMs })
  const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  return `${head}.${payload}.${signature}`
}
