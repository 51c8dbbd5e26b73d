import type { JsonObject } from '../../forms/chat.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { anthropicHeaders } from '../anthropic/headers.ts'
import { readMessage } from '../anthropic/message-response.ts'
import { createMessageDecoder } from '../anthropic/message-stream.ts'
import { messagesBody } from '../anthropic/messages-body.ts'
import { nativeMessages } from '../anthropic/native.ts'
import { chatResponses } from '../chat-responses.ts'
import type { ActionRequest } from '../gemini/address.ts'
import { chatOperation } from '../gemini/gemini.ts'
import { nativeOperation } from '../gemini/native.ts'
import { nativeResponses, sealedReasoning } from '../openai/native-responses.ts'
import { readResponse } from '../openai/responses-output.ts'
import { toResponses } from '../openai/responses-request.ts'
import { createResponsesDecoder } from '../openai/responses-stream.ts'
import { rewriteChat } from '../openai/rewrite-chat.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, ClientRequestHead, NativeOperation, Target } from '../provider.ts'
import { endpointOf } from './endpoint.ts'
import type { Route } from './routes.ts'

export type Format = 'openai' | 'anthropic' | 'responses' | 'gemini'

/** Anthropic's headers beside the credential, which the route has. */
function messagesHeaders(target: Target, betas: readonly string[], call?: Pick<ClientRequestHead, 'headers'>) {
  const { 'x-api-key': _, authorization: __, ...headers } = anthropicHeaders(target, betas, call)
  return headers
}

/** Google's action is in the path. A route knows those that generate. */
const actionOn =
  (route: Route): ActionRequest =>
  (target, action, body, query = {}) => {
    if (action !== 'generateContent' && action !== 'streamGenerateContent')
      throw unsupported('This channel has no route for this action')
    const { url, headers } = endpointOf(route, target, target.model, (path) =>
      path.replace(/:(?:streamG|g)enerateContent$/, `:${action}`),
    )
    const search = new URLSearchParams(query).toString()
    return { method: 'POST', url: search ? `${url}${url.includes('?') ? '&' : '?'}${search}` : url, headers, body }
  }

/** Chats of all clients, in the format of the route's upstream. */
export const chatOn: Readonly<Record<Format, (route: Route) => ChatOperation>> = {
  openai: (route) =>
    shapedChat({
      request: { streamOptions: 'include_usage', reasoning: 'keep' },
      adjust: (body, _, { model }) => rewriteChat(body, model),
      endpointOf: (target) => endpointOf(route, target, target.model),
    }),
  anthropic: (route) => ({
    request(request, target) {
      const { body, betas } = messagesBody(request, target.model, target.setting)
      const { url, headers } = endpointOf(route, target, target.model)
      return { method: 'POST', url, headers: { ...messagesHeaders(target, betas), ...headers }, body }
    },
    ...chatResponses({ response: readMessage, stream: createMessageDecoder }),
  }),
  responses: (route) => ({
    request: (request, target) => ({
      method: 'POST',
      ...endpointOf(route, target, target.model),
      body: toResponses(request, target, target.model),
    }),
    response: readResponse,
    stream: createResponsesDecoder,
    bound: sealedReasoning,
  }),
  gemini: (route) => chatOperation(actionOn(route), 'gemini'),
}

/** Requests of clients whose format is that of the route's upstream. */
export const nativeOn: Readonly<Record<Exclude<Format, 'openai'>, (route: Route) => NativeOperation>> = {
  anthropic: (route) => ({
    ...nativeMessages,
    request(body, target, call) {
      if (call.action === 'countTokens') throw unsupported('This channel does not count tokens')
      const request = nativeMessages.request(body, target, call)
      const { url, headers } = endpointOf(route, target, target.model)
      const search = new URL(request.url).search
      return {
        ...request,
        url: url.includes('?') ? url : url + search,
        headers: { ...messagesHeaders(target, [], call), ...headers },
      }
    },
  }),
  responses: (route) => {
    const native = nativeResponses((target) => endpointOf(route, target, target.model))
    return {
      ...native,
      request(body: JsonObject, target, call) {
        if (call.action === 'compact') throw unsupported('This channel cannot compact a conversation')
        return native.request(body, target, call)
      },
    }
  },
  gemini: (route) => nativeOperation(actionOn(route)),
}
