import { messages } from '../anthropic/messages.ts'
import { absentModel, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { modelList } from '../openai/models.ts'
import { readChat } from '../openai/read-chat.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'invalid_authentication_error',
  403: 'permission_denied_error',
  404: 'resource_not_found_error',
  429: 'rate_limit_reached_error',
}

const moonshotError = (status: number, message: string, type = types[status] ?? 'server_error'): Refusal =>
  new Refusal(status, { error: { type, message } })

/** OpenAI's format. Older models report the usage of a stream inside its last choice, newer ones as OpenAI does. */
function chat(call: Call): MockResponse {
  const { model } = call
  checkMoonshotChat(call.body, model)
  const generation = generationOf(model)
  // The newest generation ignores the older name of the limit.
  const body = generation.isK3 ? { ...call.body, max_tokens: undefined } : call.body
  const writing = styleChat(
    { ...call, body },
    {
      thinks: isThinking(body, generation),
      thinkingField: 'reasoning_content',
      choices: Number(body.n ?? 1),
      usage: usageOf,
      ...(generation.isFirst && { usageIn: 'choice' }),
    },
  )
  if (writing.responses[0]?.finish === 'filter')
    throw moonshotError(400, 'The request was rejected because it was considered high risk', 'content_filter')
  return chatResponse(body, writing, moonshotError)
}

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  ...(counts.cached > 0 && { cached_tokens: counts.cached }),
})

const estimate = ({ body }: Call): MockResponse =>
  json({ code: 0, data: { total_tokens: tokensOf(readChat(body).characters) }, scode: '0x0', status: true })

const balance = (): MockResponse =>
  json({
    code: 0,
    data: { available_balance: 49.5, voucher_balance: 46.5, cash_balance: 3 },
    scode: '0x0',
    status: true,
  })

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/tokenizers/estimate-token-count': estimate,
  'POST /anthropic/v1/messages': messages,
  'GET /v1/models': modelList(['kimi-k3', 'kimi-k2.6', 'moonshot-v1-8k']),
  'GET /v1/users/me/balance': balance,
}

export const moonshot: Vendor = {
  name: 'moonshot',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw moonshotError(401, 'Invalid Authentication')
  },
  refuse: moonshotError,
  find: (method, path) => routes[`${method} ${path}`],
}

/** The generations accept different parameters. */
type Generation = { isFirst: boolean; isFixed: boolean; isK3: boolean; isAlwaysThinking: boolean }

const generationOf = (model: string): Generation => ({
  isFirst: model.startsWith('moonshot-v1'),
  isFixed: /^kimi-k(2\.[5-9]|[3-9])/.test(model),
  isK3: model.startsWith('kimi-k3'),
  isAlwaysThinking: /^kimi-k(2\.7|3)/.test(model),
})

const isSwitchedOff = ({ thinking }: JsonObject): boolean => isObject(thinking) && thinking.type === 'disabled'

const isThinking = (body: JsonObject, { isFixed, isAlwaysThinking }: Generation): boolean =>
  isAlwaysThinking || (isFixed && !isSwitchedOff(body))

/** `medium` is read as `high`, and `xhigh` as `max`. */
const effortsKnown = ['low', 'medium', 'high', 'xhigh', 'max']

const fixedValues: Record<string, number> = {
  temperature: 1,
  top_p: 0.95,
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
}

// Pictures are inline or have the id of an uploaded file, never another URL.
const kimiMessages = { userParts: ['text', 'image_url', 'video_url'], imageUrl: /^(ms:\/\/|data:image\/)/ }

/** Refuses what this vendor would refuse. */
function checkMoonshotChat(body: JsonObject, model: string): void {
  if (model === '') throw moonshotError(400, 'Invalid request: model is required')
  if (model === absentModel) throw moonshotError(404, `Not found the model ${model} or Permission denied`)
  const generation = generationOf(model)
  const messages = objectsIn(body.messages)
  for (const message of messages) checkTurn(message)
  checkMessages(body, kimiMessages)
  if (generation.isFixed) checkFixed(body)
  else checkRanges(body)
  const stops = typeof body.stop === 'string' ? [body.stop] : Array.isArray(body.stop) ? body.stop.map(String) : []
  if (stops.length > 5 || stops.some((stop) => Buffer.byteLength(stop) > 32))
    throw moonshotError(400, 'Invalid request: stop takes 5 entries of 32 bytes')
  if (body.tool_choice === 'required' && !generation.isFixed)
    throw moonshotError(400, "tool_choice 'required' is not supported by this model")
  if (objectsIn(body.tools).length > 128) throw moonshotError(400, 'Invalid request: at most 128 tools')
  // https://dev.to/aihubmix/kimi-k31-pro-migration-guide-five-400s-one-404-and-the-claude-code-codex-config-13k and, for
  // K2.7, https://docs.rs/synaps-engine/0.11.0/src/agent_engine/runtime/openai/catalog/kimi.rs.html, 2026-11-18
  if (generation.isAlwaysThinking && isSwitchedOff(body))
    throw moonshotError(400, 'invalid thinking: only type=enabled is allowed for this model')
  const effort = body.reasoning_effort
  if (generation.isK3 && given(body, 'reasoning_effort') && !effortsKnown.includes(textOf(effort)))
    throw moonshotError(400, `invalid reasoning_effort: ${effort}`)
  if (!isThinking(body, generation)) return
  for (const [index, message] of messages.entries()) {
    if (objectsIn(message.tool_calls).length > 0 && textOf(message.reasoning_content) === '') {
      throw moonshotError(
        400,
        `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
      )
    }
  }
}

function checkTurn({ role, content }: JsonObject): void {
  if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role)))
    throw moonshotError(400, `Invalid request: invalid role: ${role}`)
  if (role === 'assistant' && content === '')
    throw moonshotError(400, 'Invalid request: message with role assistant must not be empty')
}

function checkFixed(body: JsonObject): void {
  for (const [name, only] of Object.entries(fixedValues)) {
    if (given(body, name) && body[name] !== only)
      throw moonshotError(400, `invalid ${name}: only ${only} is allowed for this model`)
  }
}

function checkRanges({ temperature, n }: JsonObject): void {
  if (typeof temperature !== 'number') return
  if (temperature < 0 || temperature > 1) throw moonshotError(400, 'invalid temperature: must be between 0 and 1')
  if (Number(n ?? 1) > 1 && temperature < 0.3)
    throw moonshotError(400, 'invalid n: with a temperature below 0.3 only 1 is allowed')
}
