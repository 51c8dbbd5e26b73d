import { absentModel, type Call } from '../exchange/call.ts'
import { given, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { styleChat, wantsThinking } from '../openai/style-chat.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'
import { cloudflareError, wrapped } from './errors.ts'

const refusedFields = ['logit_bias', 'n', 'user', 'parallel_tool_calls', 'stream_options', 'max_completion_tokens']
const ownMessages = { userParts: ['text', 'image_url'], imageUrl: /^data:image\/[\w.+-]+;base64,/ }

/** OpenAI's format: usage is always reported, and the model has another name. */
export function chat(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model)
  for (const name of refusedFields) if (given(body, name)) throw cloudflareError(400, `AiError: Bad input: ${name}`)
  for (const { role } of objectsIn(body.messages))
    if (role === 'developer') throw cloudflareError(400, 'AiError: Bad input: role developer')
  checkMessages(body, ownMessages)
  const writing = styleChat(call, {
    thinks: wantsThinking(body),
    thinkingField: 'reasoning_content',
    usageIn: 'end',
  })
  const written = { ...writing, model: `served-as-${model}` }
  return chatResponse(body, written, cloudflareError)
}

export function checkModel(model: string): void {
  if (model === '' || model === absentModel) throw cloudflareError(400, `No such model ${model} or task`, 5007)
}

const defaultMaxTokens = 256

/** Continues a text: in one response, or in pieces with meaningless padding. */
export function complete(call: Call): MockResponse {
  const { body } = call
  const prompt = textOf(body.prompt)
  if (prompt === '') throw cloudflareError(400, 'AiError: Bad input: prompt', 5006)
  const outputMax = numberOf(body.max_tokens) ?? defaultMaxTokens
  const request = { prompt, characters: prompt.length, media: [], tools: [], results: [], outputMax }
  const { text, counts } = completionFor(request, call.counts)
  const usage = call.usage(plainUsage(counts))
  if (body.stream !== true) return json(wrapped({ response: text, usage }))
  const frames = splitText(text).map((response) => dataFrame({ response, p: 'abcdef' }))
  return eventStream([...frames, dataFrame({ response: '', usage }), { data: '[DONE]' }], cloudflareError)
}
