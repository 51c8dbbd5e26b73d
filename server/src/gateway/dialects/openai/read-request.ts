import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { readMessage } from './read-message.ts'

const tokensMax = 1_073_741_823
const countMax = 128

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const isLimit = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= tokensMax
const isTool = (tool: unknown) =>
  isObject(tool) && typeof tool.type === 'string' && (tool.function === undefined || isFunction(tool.function))
const isFunction = (value: unknown) => isObject(value) && typeof value.name === 'string'

/** The fields that ChatRequest has a type for, and their valid values. All may be absent, and null means absent. */
const checks: Readonly<Record<string, [isValid: (value: unknown) => boolean, expected: string]>> = {
  stream: [(value) => typeof value === 'boolean', 'true or false'],
  stream_options: [isObject, 'an object'],
  max_tokens: [isLimit, `a whole number from 0 to ${tokensMax}`],
  max_completion_tokens: [isLimit, `a whole number from 0 to ${tokensMax}`],
  temperature: [isNumber, 'a number'],
  top_p: [isNumber, 'a number'],
  presence_penalty: [isNumber, 'a number'],
  frequency_penalty: [isNumber, 'a number'],
  n: [
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= countMax,
    `a whole number up to ${countMax}`,
  ],
  stop: [
    (value) =>
      typeof value === 'string' || (Array.isArray(value) && value.every((sequence) => typeof sequence === 'string')),
    'a string or a list of strings',
  ],
  tools: [(value) => Array.isArray(value) && value.every(isTool), 'a list of tools, each with a type and a name'],
  functions: [(value) => Array.isArray(value) && value.every(isFunction), 'a list of functions, each with a name'],
  tool_choice: [(value) => typeof value === 'string' || isObject(value), 'a string or an object'],
  parallel_tool_calls: [(value) => typeof value === 'boolean', 'true or false'],
  response_format: [(value) => isObject(value) && typeof value.type === 'string', 'an object with a type'],
  reasoning_effort: [(value) => typeof value === 'string', 'a string'],
}

/**
 * An OpenAI chat is nearly in the gateway's form: it is checked, variants are normalised, other fields pass unchanged.
 */
export function readRequest(body: JsonObject, model: string): ChatRequest {
  const isFill = typeof body.prefix === 'string' || typeof body.suffix === 'string'
  const messages = body.messages ?? (isFill ? [] : undefined)
  if (!Array.isArray(messages) || (messages.length === 0 && !isFill))
    throw new BadRequest('messages must be a list with at least one message', 'messages')
  const request: JsonObject = {}
  for (const name of Object.keys(body)) {
    const value = body[name]
    if (name === '__proto__') continue
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check && value === null) continue
    if (check && !check[0](value)) throw new BadRequest(`${name} must be ${check[1]}`, name)
    request[name] = value
  }
  return { ...request, model, messages: messages.map(readMessage) }
}
