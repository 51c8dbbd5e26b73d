import type { ChatRequest, ContentPart, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { isDataUrl } from '../../translate/text/data-url.ts'
import { openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { createDecoder } from './stream.ts'

/** The codes of its errors, most of which come with status 500. */
const failures: FailureTable = {
  403: 'bad_key',
  514: 'bad_key',
  502: 'no_balance',
  503: 'no_balance',
  504: 'no_balance',
  505: 'no_balance',
}

const isInline = (part: ContentPart): boolean =>
  part.type === 'image_url' && isObject(part.image_url) && isDataUrl(String(part.image_url.url))

/** The app has its own model, and fetches pictures itself. */
function adjust(body: JsonObject, request: ChatRequest): void {
  for (const { content } of request.messages)
    if (Array.isArray(content) && content.some(isInline))
      throw unsupported('this upstream takes pictures by address only', 'messages')
  body.detail = typeof request.detail === 'boolean' ? request.detail : false
  if (body.chatId === '') delete body.chatId
}

const response: ResponseQuirks = {
  failures,
  failureIn: (body) =>
    typeof body.code === 'number' && body.code !== 200 && !Array.isArray(body.choices)
      ? failureOf(200, body, {}, failures)
      : undefined,
  // The counts are placeholders.
  counts: () => ({}),
}

const shape: Shape = {
  request: {
    developerToSystem: true,
    contentParts: ['image_url', 'file_url'],
    dropsExtensions: true,
    streamOptions: 'drop',
    reasoning: 'drop',
  },
  adjust,
  response,
  failures,
  modelsPath: false,
}

const shaped = openAiShaped(shape)
const chat = shaped.chat as ChatOperation // a shape has a chat

/** One app of FastGPT, named by its key. */
export const fastgpt: Provider = {
  ...shaped,
  chat: { ...chat, stream: (facts) => createDecoder(facts, response) },
}
