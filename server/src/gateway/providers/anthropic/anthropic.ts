import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { chatResponses } from '../chat-responses.ts'
import type { ChatOperation, NativeOperation, Provider } from '../provider.ts'
import { anthropicFailure } from './failure.ts'
import { anthropicHeaders } from './headers.ts'
import { readMessage } from './message-response.ts'
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
  request(request, target) {
    const { body, betas } = messagesBody(request, target.model, target.setting)
    return messagesRequest(body, target, betas)
  },
  ...chatResponses({ response: readMessage, stream: createMessageDecoder }),
}

/**
 * Anthropic stores threads. Of the hosts whose credentials this type takes, Claude Platform on AWS and Microsoft Foundry
 * store them too; Bedrock, Google's own Claude models and other vendors do not
 * (platform.claude.com/docs/en/build-with-claude/message-threads, read 2026-11-18). So the hosts that share
 * `nativeMessages` do not inherit this.
 */
const storingMessages: NativeOperation = { ...nativeMessages, storesResponses: true }

/** Anthropic, through its Messages API. */
export const anthropic: Provider = {
  chat,
  native: { anthropic: storingMessages },
  countsTokens: 'anthropic',
  models: anthropicModels,
  failure: anthropicFailure,
}
