import { given, isObject, type JsonObject } from '../exchange/json.ts'
import { invalidValue, missingParameter, openaiError } from './errors.ts'

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

/** The differences of a vendor of this dialect from OpenAI. */
type MessageDialect = { userParts: string[]; imageUrl: RegExp }

const openaiDialect: MessageDialect = {
  userParts: ['text', 'image_url', 'input_audio', 'file'],
  imageUrl: /^(https?:\/\/|data:image\/[\w.+-]+;base64,)/,
}

/** Refuses a conversation that OpenAI would refuse. */
export function checkMessages(body: JsonObject, dialect = openaiDialect): void {
  const { messages } = body
  if (messages === undefined) throw missingParameter('messages')
  if (!Array.isArray(messages)) throw invalidType('messages', 'an array of objects')
  if (messages.length === 0) {
    throw openaiError(400, "Invalid 'messages': empty array. Expected an array with minimum length 1.", {
      param: 'messages',
      code: 'empty_array',
    })
  }
  /** Calls of the last assistant turn that still lack a tool message. */
  let open = new Set<string>()
  messages.forEach((message: unknown, index) => {
    const at = `messages[${index}]`
    if (!isObject(message)) throw invalidType(at, 'an object')
    checkMessage(message, at, dialect)
    if (message.role === 'tool') {
      closeCall(message, open, at)
      return
    }
    if (open.size > 0) throw missingResults(open)
    open = openCalls(message, at)
  })
  if (open.size > 0) throw missingResults(open)
}

function checkMessage(message: JsonObject, at: string, dialect: MessageDialect): void {
  const role = String(message.role)
  if (!roles.includes(role)) throw invalidValue(`${at}.role`, `'${role}' is not one of ${roles.join(', ')}.`)
  const isSpeechless =
    role === 'assistant' && ['tool_calls', 'function_call', 'refusal', 'audio'].some((key) => given(message, key))
  if (!given(message, 'content')) {
    if (!isSpeechless) throw invalidType(`${at}.content`, 'a string or an array of parts, but got null')
    return
  }
  if (typeof message.content === 'string') return
  if (!Array.isArray(message.content)) throw invalidType(`${at}.content`, 'a string or an array of parts')
  for (const [index, part] of message.content.entries()) checkPart(part, role, `${at}.content[${index}]`, dialect)
}

function checkPart(part: unknown, role: string, at: string, { userParts, imageUrl }: MessageDialect): void {
  if (!isObject(part)) throw invalidType(at, 'an object')
  const allowed = role === 'user' ? userParts : role === 'assistant' ? ['text', 'refusal'] : ['text']
  if (!allowed.includes(String(part.type))) {
    throw invalidValue(`${at}.type`, `'${part.type}' is not allowed here. Supported values are: ${allowed.join(', ')}.`)
  }
  if (part.type === 'text' && typeof part.text !== 'string') throw missingParameter(`${at}.text`)
  if (part.type === 'image_url') checkImage(part.image_url, at, imageUrl)
  if (part.type === 'input_audio') {
    const audio = isObject(part.input_audio) ? part.input_audio : {}
    if (typeof audio.data !== 'string') throw missingParameter(`${at}.input_audio.data`)
    if (!['wav', 'mp3'].includes(String(audio.format))) throw invalidValue(`${at}.input_audio.format`, 'wav or mp3.')
  }
  if (part.type === 'file') {
    const file = isObject(part.file) ? part.file : {}
    if (!given(file, 'file_id') && !given(file, 'file_data')) throw missingParameter(`${at}.file.file_id`)
  }
}

function checkImage(image: unknown, at: string, allowed: RegExp): void {
  if (!isObject(image)) throw invalidType(`${at}.image_url`, 'an object, but got a string instead')
  if (!allowed.test(String(image.url))) {
    throw openaiError(400, 'Invalid image URL: expected a base64 data URL with an image MIME type or an http(s) URL.', {
      param: `${at}.image_url.url`,
      code: 'invalid_image_url',
    })
  }
}

function openCalls(message: JsonObject, at: string): Set<string> {
  const ids = new Set<string>()
  if (message.role !== 'assistant' || !given(message, 'tool_calls')) return ids
  if (!Array.isArray(message.tool_calls) || message.tool_calls.length === 0)
    throw invalidType(`${at}.tool_calls`, 'a non-empty array')
  for (const [index, call] of message.tool_calls.entries()) {
    const where = `${at}.tool_calls[${index}]`
    if (!isObject(call) || typeof call.id !== 'string') throw missingParameter(`${where}.id`)
    if (call.type === undefined) throw missingParameter(`${where}.type`)
    const { function: called } = call
    if (call.type === 'function') {
      if (!isObject(called) || typeof called.name !== 'string') throw missingParameter(`${where}.function.name`)
      if (typeof called.arguments !== 'string') throw invalidType(`${where}.function.arguments`, 'a string')
    }
    ids.add(call.id)
  }
  return ids
}

function closeCall(message: JsonObject, open: Set<string>, at: string): void {
  if (typeof message.tool_call_id !== 'string') throw missingParameter(`${at}.tool_call_id`)
  if (open.delete(message.tool_call_id)) return
  throw openaiError(
    400,
    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    { param: `${at}.role` },
  )
}

const missingResults = (open: Set<string>) =>
  openaiError(
    400,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
    { param: 'messages' },
  )

const invalidType = (param: string, expected: string) =>
  openaiError(400, `Invalid type for '${param}': expected ${expected}.`, { param, code: 'invalid_type' })
