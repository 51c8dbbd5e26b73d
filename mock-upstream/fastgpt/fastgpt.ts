import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, type Frame, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatChunks, chatCompletion } from '../openai/write-chat.ts'

/** Most errors have status 500; the number in the body distinguishes them. */
const fastgptError = (status: number, message: string, statusText = 'error', code = status): Refusal =>
  new Refusal(status, { code, statusText, message, data: null })

function checkMedia(body: JsonObject): void {
  for (const { content } of objectsIn(body.messages))
    for (const part of objectsIn(content)) {
      const image = isObject(part.image_url) ? textOf(part.image_url.url) : ''
      if (part.type === 'image_url' && !/^https?:\/\//.test(image)) throw fastgptError(500, 'Invalid image url')
      if (!['text', 'image_url', 'file_url'].includes(textOf(part.type)))
        throw fastgptError(500, 'Invalid content type')
    }
}

/** An app has its own model. The model in the request and the usage counts mean nothing. */
function chat(call: Call): MockResponse {
  const { body } = call
  if (objectsIn(body.messages).length === 0) throw fastgptError(500, 'messages is empty')
  if (body.chatId === '') throw fastgptError(500, 'chatId is empty')
  if (given(body, 'stream_options')) throw fastgptError(500, 'stream_options is unknown')
  checkMedia(body)
  const usage = () => ({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 })
  // The app decides about tools and formats and ignores those in the request.
  const { tools: _, tool_choice: __, response_format: ___, ...requested } = body
  const writing = styleChat({ ...call, body: requested }, { thinks: false, usage, usageIn: 'nowhere' })
  const isDetailed = body.detail === true
  if (body.stream !== true)
    return json({ ...chatCompletion(writing), ...(isDetailed && { responseData: [], newVariables: {} }) })
  const frames = chatChunks(writing)
  return eventStream(isDetailed ? withNodes(frames) : frames, (status, message) => ({
    event: 'error',
    ...dataFrame({ code: status, message }),
  }))
}

/** Every event has a name, and events about the app's nodes come before and after the text. */
const withNodes = (frames: Frame[]): Frame[] => [
  { event: 'flowNodeStatus', data: '{"status":"running","name":"AI"}' },
  ...frames.map((frame) => ({ event: 'answer', ...frame })),
  { event: 'flowResponses', data: '[]' },
]

const routes: Record<string, Handler> = { 'POST /v1/chat/completions': chat }

export const fastgpt: Vendor = {
  name: 'fastgpt',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw fastgptError(500, 'Key is error', 'unAuthApiKey', 514)
  },
  refuse: fastgptError,
  find: (method, path) => routes[`${method} ${path}`],
}
