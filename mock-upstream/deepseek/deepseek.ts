import { messages } from '../anthropic/messages.ts'
import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { eventStream, json, type MockResponse } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { completions } from '../openai/completions.ts'
import { openaiError } from '../openai/errors.ts'
import { modelList } from '../openai/models.ts'
import { responses } from '../openai/responses/responses.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatChunks, chatCompletion, plainUsage } from '../openai/write-chat.ts'
import { checkDeepseekChat, isThinking } from './rules.ts'

/** OpenAI's format with reasoning, two cache counts, and keep-alive comments while a call is queued. */
function chat(call: Call): MockResponse {
  const { max_completion_tokens: _unknown, ...body } = call.body
  checkDeepseekChat(body, call.model, call.path.startsWith('/beta/'))
  const writing = styleChat(
    { ...call, body },
    {
      thinks: isThinking(body),
      thinkingField: 'reasoning_content',
      usage: usageOf,
      usageIn: 'end',
      extra: { system_fingerprint: 'fp_mock' },
    },
  )
  if (body.stream !== true) {
    const response = json(chatCompletion(writing))
    return { ...response, body: `\n\n${response.body}` }
  }
  const { deltas } = writing
  const frames = chatChunks({
    ...writing,
    deltas: (response, choice) => [
      { role: 'assistant', content: null, reasoning_content: '' },
      ...splitText(response.thinking).map((piece) => ({ content: null, reasoning_content: piece })),
      ...splitText(response.text).map((piece) => ({ content: piece, reasoning_content: null })),
      ...deltas({ ...response, thinking: '', text: '' }, choice).slice(1),
    ],
  })
  return eventStream([{ comment: 'keep-alive' }, ...frames], openaiError)
}

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  prompt_cache_hit_tokens: counts.cached,
  prompt_cache_miss_tokens: counts.input - counts.cached,
  completion_tokens_details: { reasoning_tokens: counts.reasoning },
})

/** Amounts are strings, in two currencies. */
const balance = (): MockResponse =>
  json({
    is_available: true,
    balance_infos: [
      { currency: 'USD', total_balance: '15.00', granted_balance: '5.00', topped_up_balance: '10.00' },
      { currency: 'CNY', total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' },
    ],
  })

const models = modelList(['deepseek-flash', 'deepseek-v4-pro'])

const routes: Record<string, Handler> = {
  'POST /chat/completions': chat,
  'POST /v1/chat/completions': chat,
  'POST /beta/chat/completions': chat,
  'POST /beta/completions': completions,
  'POST /responses': responses,
  'POST /anthropic/v1/messages': messages,
  'GET /models': models,
  'GET /v1/models': models,
  'GET /user/balance': balance,
}

export const deepseek: Vendor = {
  name: 'deepseek',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) {
      throw openaiError(401, 'Authentication Fails, Your api key is invalid', {
        type: 'authentication_error',
        code: 'invalid_request_error',
      })
    }
  },
  refuse: openaiError,
  find: (method, path) => routes[`${method} ${path}`],
}
