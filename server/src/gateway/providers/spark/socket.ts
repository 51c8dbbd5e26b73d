import type { JsonObject } from '../../forms/chat.ts'
import { createLineReader } from '../../forms/sse.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { definedOf, isObject, objectOf } from '../../translate/json/json-values.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import { socketAddress } from '../openai-shaped/address.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import { readChatResponse } from '../openai-shaped/read-response.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import type { ChatOperation, Provider, ResponseContext, StreamDecoder } from '../provider.ts'
import { failureIn, isStopped, socketFailure } from './failure.ts'
import { readSigningKey } from './key.ts'
import { lineOf } from './lines.ts'
import { signAddress } from './sign.ts'
import { socketBody } from './socket-request.ts'

const host = 'https://spark-api.xf-yun.com'
/** The status of the last message. */
const lastStatus = 2

const choicesOf = (body: JsonObject): JsonObject => objectOf(objectOf(body.payload)?.choices) ?? {}

const isLast = (body: JsonObject): boolean => choicesOf(body).status === lastStatus || isStopped(body)

/** A message in OpenAI's form. `question_tokens` counts the last turn alone and is ignored. */
function openAiForm(body: JsonObject): JsonObject {
  const { text } = choicesOf(body)
  const [said] = Array.isArray(text) ? text : []
  const { content, reasoning_content, function_call } = objectOf(said) ?? {}
  const { prompt_tokens, completion_tokens, total_tokens } =
    objectOf(objectOf(objectOf(body.payload)?.usage)?.text) ?? {}
  const finish = isStopped(body) ? 'content_filter' : 'stop'
  const call = isObject(function_call) ? function_call : undefined
  const choice = {
    index: 0,
    message: definedOf({ content, reasoning_content, function_call: call }),
    finish_reason: isLast(body) ? finish : null,
  }
  return {
    id: objectOf(body.header)?.sid,
    choices: isLast(body) || said !== undefined ? [choice] : [],
    ...(total_tokens !== undefined && { usage: { prompt_tokens, completion_tokens, total_tokens } }),
  }
}

const response: ResponseQuirks = { failureIn, reshape: openAiForm }

/** The upstream may leave the connection open after the last message. */
function createDecoder(facts: ResponseContext): StreamDecoder {
  let isOver = false
  const decoder = createChatDecoder(facts, {
    ...response,
    reshape(body) {
      isOver ||= isLast(body)
      return openAiForm(body)
    },
  })
  return { ...decoder, isOver: () => isOver }
}

const chat: ChatOperation = {
  request(chat, target) {
    const { appId, ...secrets } = readSigningKey(target.key)
    const line = lineOf(target)
    const { path } = line
    return {
      method: 'GET',
      url: socketAddress(target.base_url || host) + path,
      headers: {},
      body: socketBody(withJsonInstruction(withTools(chat), 'none'), line, appId),
      sign: ({ url }, now) => ({ url: signAddress(url, { path, ...secrets, now }) }),
    }
  },
  response: (body, facts) => readChatResponse(body, facts, response),
  stream: createDecoder,
  frames: createLineReader,
  onlyStreams: true,
}

/** Spark over a signed WebSocket, one for each call. */
export const sparkBySocket: Provider = { chat, failure: socketFailure, failureIn }
