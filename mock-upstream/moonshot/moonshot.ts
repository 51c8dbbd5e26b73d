import { messages } from '../anthropic/messages.ts'
import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { modelList } from '../openai/models.ts'
import { readChat } from '../openai/read-chat.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'
import { moonshotError } from './errors.ts'
import { checkMoonshotChat, generationOf, isThinking } from './rules.ts'

/** OpenAI's format. Older models report the usage of a stream inside its last choice, newer ones as OpenAI does. */
function chat(call: Call): MockResponse {
  const { model } = call
  checkMoonshotChat(call.body, model)
  const generation = generationOf(model)
  // The newest generation ignores the older name of the limit.
  const body = generation.isK3 ? { ...call.body, max_tokens: undefined } : call.body
  const writing = styleChat(
    { ...call, body },
    {
      thinks: isThinking(body, generation),
      thinkingField: 'reasoning_content',
      choices: Number(body.n ?? 1),
      usage: usageOf,
      ...(generation.isFirst && { usageIn: 'choice' }),
    },
  )
  if (writing.responses[0]?.finish === 'filter')
    throw moonshotError(400, 'The request was rejected because it was considered high risk', 'content_filter')
  return chatResponse(body, writing, moonshotError)
}

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  ...(counts.cached > 0 && { cached_tokens: counts.cached }),
})

const estimate = ({ body }: Call): MockResponse =>
  json({ code: 0, data: { total_tokens: tokensOf(readChat(body).characters) }, scode: '0x0', status: true })

const balance = (): MockResponse =>
  json({
    code: 0,
    data: { available_balance: 49.5, voucher_balance: 46.5, cash_balance: 3 },
    scode: '0x0',
    status: true,
  })

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/tokenizers/estimate-token-count': estimate,
  'POST /anthropic/v1/messages': messages,
  'GET /v1/models': modelList(['kimi-k3', 'kimi-k2.6', 'moonshot-v1-8k']),
  'GET /v1/users/me/balance': balance,
}

export const moonshot: Vendor = {
  name: 'moonshot',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw moonshotError(401, 'Invalid Authentication')
  },
  refuse: moonshotError,
  find: (method, path) => routes[`${method} ${path}`],
}
