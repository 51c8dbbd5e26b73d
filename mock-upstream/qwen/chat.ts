import type { Call } from '../exchange/call.ts'
import { given } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'
import { qwenError } from './errors.ts'
import { checkFormat, checkModel, checkRoles, checkSampling, checkThinking, checkTools, isThinking } from './rules.ts'

/** OpenAI's format with reasoning. A stream reports its usage only on request. */
export function chat(call: Call): MockResponse {
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
