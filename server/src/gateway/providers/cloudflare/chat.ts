import type { ChatChunk, ChatResponse } from '../../forms/chat.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation } from '../provider.ts'
import { accountEndpoint } from './address.ts'
import { failureIn } from './failure.ts'

const shaped = shapedChat({
  endpointOf: accountEndpoint,
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    dropsExtensions: true,
    streamOptions: 'drop',
    reasoning: 'drop',
    droppedFields: ['logit_bias', 'n', 'user', 'parallel_tool_calls'],
  },
  response: { failureIn },
})

/** Responses name a model in several ways. Clients know one of them. */
const named = <Response extends ChatResponse | ChatChunk>(response: Response, model: string): Response => ({
  ...response,
  model,
})

/** The OpenAI format. Images must be inline. */
export const chat: ChatOperation = {
  ...shaped,
  inlinesMedia: true,
  response: (body, facts) => named(shaped.response(body, facts), facts.model),
  stream(facts) {
    const decoder = shaped.stream(facts)
    const rename = (chunks: ChatChunk[]) => chunks.map((chunk) => named(chunk, facts.model))
    return { push: (event) => rename(decoder.push(event)), end: () => rename(decoder.end()) }
  },
}
