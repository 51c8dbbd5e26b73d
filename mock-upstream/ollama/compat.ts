import { messages } from '../anthropic/messages.ts'
import { absentModel, type Call, type Handler } from '../exchange/call.ts'
import type { MockResponse } from '../exchange/response.ts'
import { completions } from '../openai/completions.ts'
import { embeddings } from '../openai/embeddings.ts'
import { openaiError } from '../openai/errors.ts'
import { imageGenerations } from '../openai/images.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { modelList } from '../openai/models.ts'
import { responses } from '../openai/responses/responses.ts'
import { styleChat, wantsThinking } from '../openai/style-chat.ts'
import { chatResponse } from '../openai/write-chat.ts'
import { pulled } from './models.ts'

/** Reasoning has another field name, and only the older name of the output limit is known. */
function chat(call: Call): MockResponse {
  const { max_completion_tokens: _unknown, ...body } = call.body
  if (call.model === absentModel) throw openaiError(404, `model '${call.model}' not found`)
  checkMessages(body)
  const writing = styleChat(
    { ...call, body },
    { thinks: wantsThinking(body), thinkingField: 'reasoning', extra: { system_fingerprint: 'fp_ollama' } },
  )
  return chatResponse(body, writing, openaiError)
}

/** The dialects of other vendors that an Ollama server supports. */
export const compatRoutes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/completions': completions,
  'POST /v1/embeddings': embeddings,
  'POST /v1/images/generations': imageGenerations,
  'POST /v1/responses': responses,
  'POST /v1/messages': messages,
  'GET /v1/models': modelList(pulled),
}
