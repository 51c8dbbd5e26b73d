import { messages } from '../anthropic/messages.ts'
import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import { completions } from '../openai/completions.ts'
import { modelList } from '../openai/models.ts'
import { responses } from '../openai/responses/responses.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'
import { compatibleRerank, embeddings, nativeRerank, speak } from './endpoints.ts'
import { qwenError } from './errors.ts'
import { multimodalChat, textChat } from './native-chat.ts'
import { beginDrawing, beginEditing, drawAtOnce, taskStatus } from './pictures.ts'
import { checkFormat, checkModel, checkRoles, checkSampling, checkThinking, checkTools, isThinking } from './rules.ts'

/** OpenAI's format with reasoning. A stream reports its usage only on request. */
function chat(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model, qwenError)
  checkRoles(body.messages, qwenError)
  checkSampling(body, qwenError)
  checkFormat(body, body.messages, qwenError)
  checkTools(body, qwenError)
  checkThinking(body, model, body.stream === true, qwenError)
  for (const name of ['frequency_penalty', 'max_completion_tokens'])
    if (given(body, name)) throw qwenError(400, `Unrecognized request argument supplied: ${name}`)
  const writing = styleChat(call, {
    thinks: isThinking(body, model),
    thinkingField: 'reasoning_content',
    choices: Number(body.n ?? 1),
    usage: usageOf,
    extra: { system_fingerprint: null },
  })
  if (writing.responses[0]?.finish === 'filter')
    throw qwenError(400, 'Output data may contain inappropriate content.', 'data_inspection_failed')
  return chatResponse(body, writing, qwenError)
}

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  prompt_tokens_details: {
    cached_tokens: counts.cached,
    ...(counts.cacheWrite > 0 && { cache_creation_input_tokens: counts.cacheWrite, cache_type: 'ephemeral' }),
  },
  ...(counts.reasoning > 0 && { completion_tokens_details: { reasoning_tokens: counts.reasoning } }),
})

/** One URL for all models of vision, pictures and speech. */
function multimodal(call: Call): MockResponse | Promise<MockResponse> {
  if (call.model.includes('tts')) return speak(call)
  return /image|^wan/.test(call.model) ? drawAtOnce(call) : multimodalChat(call)
}

const routes: Record<string, Handler> = {
  'POST /compatible-mode/v1/chat/completions': chat,
  'POST /compatible-mode/v1/completions': completions,
  'POST /compatible-mode/v1/embeddings': embeddings,
  'GET /compatible-mode/v1/models': modelList(['qwen3.7-max', 'qwen-plus', 'qwen-max', 'text-embedding-v4']),
  'POST /compatible-api/v1/reranks': compatibleRerank,
  'POST /api/v2/apps/protocols/compatible-mode/v1/responses': responses,
  'POST /apps/anthropic/v1/messages': messages,
  'POST /api/v1/services/aigc/text-generation/generation': textChat,
  'POST /api/v1/services/aigc/multimodal-generation/generation': multimodal,
  'POST /api/v1/services/aigc/text2image/image-synthesis': beginDrawing,
  'POST /api/v1/services/aigc/image2image/image-synthesis': beginDrawing,
  'POST /api/v1/services/aigc/image-generation/generation': beginEditing,
  'POST /api/v1/services/rerank/text-rerank/text-rerank': nativeRerank,
}

/** Alibaba's Model Studio: the OpenAI format under one path, its own under another. */
export const qwen: Vendor = {
  name: 'qwen',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw qwenError(401, 'Incorrect API key provided.')
  },
  refuse: qwenError,
  find: (method, path) =>
    method === 'GET' && path.startsWith('/api/v1/tasks/') ? taskStatus : routes[`${method} ${path}`],
}
