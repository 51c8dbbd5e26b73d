import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { type FailureTable, type FailureTexts, failureByText, failureOf } from '../../translate/response/failure-of.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { ChatOperation, Provider, SingleKind, Target } from '../provider.ts'
import { addressOf, bearer } from './address.ts'
import { modelList } from './models.ts'
import type { RequestQuirks, ResponseQuirks } from './quirks.ts'
import { readChatResponse } from './read-response.ts'
import { createChatDecoder } from './read-stream.ts'
import { shapeChat } from './shape-chat.ts'
import { type EndpointOf, type SingleQuirks, singleOperations } from './single.ts'

/** An upstream of the OpenAI format with differences. */
export type Shape = {
  /** The chat path, if it is not OpenAI's. */
  chatPath?: string | ((request: ChatRequest, target: Target) => string)
  request: RequestQuirks | ((request: ChatRequest, target: Target) => RequestQuirks)
  response?: ResponseQuirks
  /** Changes that no quirk can express: modifies the shaped body in place. */
  adjust?(body: JsonObject, request: ChatRequest, target: Target): void
  /** Single requests the upstream takes at OpenAI's paths. */
  single?: readonly SingleKind[]
  singleQuirks?: Partial<Record<SingleKind, SingleQuirks>>
  /** The path of the model list, if it is not OpenAI's; false: there is no list. */
  modelsPath?: string | false
  /** The meanings of the upstream's own error codes and types. */
  failures?: FailureTable
  /** The meanings of error messages whose status and code mislead. */
  failureTexts?: FailureTexts
  /** The upstream still accepts legacy functions. */
  keepsFunctions?: true
}

export const bearerEndpoint: EndpointOf = (target, path) => ({ url: addressOf(target, path), headers: bearer(target) })

export function shapedChat(shape: Shape & { endpointOf?: EndpointOf<Target> }): ChatOperation {
  const { chatPath = '/v1/chat/completions', request, adjust, failures, endpointOf = bearerEndpoint } = shape
  const response = failures ? { failures, ...shape.response } : shape.response
  return {
    request(chat, target) {
      const chatRequest = shape.keepsFunctions ? chat : withTools(chat)
      const body = shapeChat(
        chatRequest,
        target,
        typeof request === 'function' ? request(chatRequest, target) : request,
      )
      adjust?.(body, chatRequest, target)
      const path = typeof chatPath === 'function' ? chatPath(chatRequest, target) : chatPath
      return { method: 'POST', ...endpointOf(target, path), body }
    },
    response: (body, facts) => readChatResponse(body, facts, response),
    stream: (facts) => createChatDecoder(facts, response),
  }
}

export function openAiShaped(shape: Shape & { endpointOf?: EndpointOf }): Provider {
  const { single, singleQuirks, response, endpointOf = bearerEndpoint, modelsPath, failures, failureTexts } = shape
  const failureIn = response?.failureIn
  const { request } = shape
  const lacksSearch = typeof request === 'object' && request.droppedFields?.includes('web_search_options') === true
  return {
    chat: shapedChat(shape),
    ...(lacksSearch && { lacksSearch }),
    ...(single && { single: singleOperations(single, endpointOf, singleQuirks) }),
    ...(modelsPath !== false && { models: modelList(endpointOf, modelsPath) }),
    failure: (status, body, headers) => failureByText(failureOf(status, body, headers, failures), failureTexts),
    ...(failureIn && { failureIn: (body: unknown) => (isObject(body) ? failureIn(body) : undefined) }),
  }
}
