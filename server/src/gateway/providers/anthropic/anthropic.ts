import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { createThinkingToContent, thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { anthropicFailure } from './failure.ts'
import { anthropicHeaders } from './headers.ts'
import { readMessage } from './message-reply.ts'
import { createMessageDecoder } from './message-stream.ts'
import { messagesBody } from './messages-body.ts'
import { messagesRequest } from './messages-request.ts'
import { nativeMessages } from './native.ts'

const anthropicModels: NonNullable<Provider['models']> = {
  request(target, after) {
    const query = new URLSearchParams({ limit: '1000', ...(after && { after_id: after }) })
    const url = `${target.base_url.replace(/\/v1$/, '')}/v1/models?${query}`
    return { method: 'GET', url, headers: anthropicHeaders(target) }
  },
  response: (body) =>
    listOf(isObject(body) ? body.data : undefined)
      .map((model) => (isObject(model) ? textOf(model.id) : undefined))
      .filter((id) => id !== undefined),
  next: (body) => (isObject(body) && body.has_more === true ? textOf(body.last_id) : undefined),
}

const chat: ChatOperation = {
  request(ask, target) {
    const { body, betas } = messagesBody(ask, target.model, target.setting)
    return messagesRequest(body, target, betas)
  },
  response(body, facts) {
    const reply = readMessage(body, facts)
    return facts.setting?.thinking_to_content === true ? thinkingToContent(reply) : reply
  },
  stream(facts) {
    const decoder = createMessageDecoder(facts)
    if (facts.setting?.thinking_to_content !== true) return decoder
    const moveThinking = createThinkingToContent()
    return { push: (event) => decoder.push(event).map(moveThinking), end: () => decoder.end().map(moveThinking) }
  },
}

/** Anthropic, through its Messages API. */
export const anthropic: Provider = {
  chat,
  native: { anthropic: nativeMessages },
  countsTokens: 'anthropic',
  models: anthropicModels,
  failure: anthropicFailure,
}
