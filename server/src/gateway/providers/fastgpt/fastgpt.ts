import type { ChatRequest, ContentPart, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { isDone, parseEventData } from '../../translate/response/bad-response.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { isDataUrl } from '../../translate/text/data-url.ts'
import { openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import type { ChatOperation, Provider, ResponseContext, StreamDecoder } from '../provider.ts'

/** FastGPT's error codes. Most come with status 500. */
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

/** The app has its own model and fetches images itself. */
function adjust(body: JsonObject, request: ChatRequest): void {
  for (const { content } of request.messages)
    if (Array.isArray(content) && content.some(isInline))
      throw unsupported('this provider accepts images by URL only', 'messages')
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

/** Events of a detailed stream whose data is a chunk; a stream without details has no names. */
const responses: ReadonlySet<string | undefined> = new Set([undefined, 'message', 'answer', 'fastAnswer'])

/** A detailed stream reports every node of the app, even after the end of the text. */
function createDecoder(facts: ResponseContext, quirks: ResponseQuirks): StreamDecoder {
  const chunks = createChatDecoder(facts, quirks)
  let isOver = false
  return {
    push(event) {
      if (isOver) return []
      if (event.event === 'error') throw failureOf(200, parseEventData(event.data), {}, quirks.failures)
      if (!responses.has(event.event)) return []
      isOver = isDone(event.data)
      return chunks.push(event)
    },
    end: () => chunks.end(),
  }
}
