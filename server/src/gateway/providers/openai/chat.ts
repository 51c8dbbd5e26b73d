import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { ServerEvent } from '../../forms/sse.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { acceptedEffort, familyOf, isReasoning, type ModelFamily } from '../../translate/openai-families.ts'
import type { RequestQuirks } from '../openai-shaped/quirks.ts'
import { readChatResponse } from '../openai-shaped/read-response.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import { shapeChat } from '../openai-shaped/shape-chat.ts'
import type { EndpointOf } from '../openai-shaped/single.ts'
import type { ChatOperation, ResponseContext, StreamDecoder, Target } from '../provider.ts'
import { customNames, restoreCustomCalls } from './custom-tools.ts'
import { sealedReasoning } from './native-responses.ts'
import { readResponse } from './responses-output.ts'
import { toResponses } from './responses-request.ts'
import { createResponsesDecoder } from './responses-stream.ts'
import { rewriteChat } from './rewrite-chat.ts'

/** Differences between the hosts of OpenAI's models. */
export type Host = {
  endpointOf: EndpointOf<Target>
  quirks(target: Target): RequestQuirks
  /** The name that decides which model rules apply. */
  ruleName(request: ChatRequest, target: Target): string
}

/** Whether this chat goes to the Responses endpoint. A channel whose server has none is set to `chat_only`. */
export function goesToResponses(host: Host, request: ChatRequest, target: Target): boolean {
  return target.setting.chat_only !== true && prefersResponses(request, host.ruleName(request, target))
}

/** Chat with an OpenAI model, through the chat or the Responses endpoint. */
export function openAiChat(host: Host): ChatOperation {
  return {
    request(request, target) {
      if (goesToResponses(host, request, target)) {
        const body = toResponses(request, target, host.ruleName(request, target))
        return { method: 'POST', ...host.endpointOf(target, '/v1/responses'), body }
      }
      return { method: 'POST', ...host.endpointOf(target, '/v1/chat/completions'), body: toChat(host, request, target) }
    },
    response: (body, facts) => (isResponse(body) ? readResponse(body, facts) : readChatResponse(body, facts)),
    stream: createEitherDecoder,
    bound: sealedReasoning,
  }
}

function toChat(host: Host, request: ChatRequest, target: Target): JsonObject {
  const model = host.ruleName(request, target)
  const body = shapeChat(request, target, host.quirks(target))
  // Without the Responses endpoint, functions are only accepted without reasoning.
  if (!acceptsFunctions(request, model)) body.reasoning_effort = 'none'
  rewriteChat(body, model)
  body.messages = restoreCustomCalls(body.messages as ChatRequest['messages'], customNames(request.tools))
  return body
}

const isResponse = (body: unknown): boolean => isObject(body) && body.object === 'response'

/** The first event of a stream tells which endpoint it is from. */
function createEitherDecoder(facts: ResponseContext): StreamDecoder {
  let decoder: StreamDecoder | undefined
  return {
    push(event) {
      decoder ??= isResponsesEvent(event) ? createResponsesDecoder(facts) : createChatDecoder(facts)
      return decoder.push(event)
    },
    end: () => decoder?.end() ?? [],
    plain: {
      read: (bytes, at, delta, passes) => decoder?.plain?.read(bytes, at, delta, passes) ?? 0,
      see: (delta, bytes) => decoder?.plain?.see?.(delta, bytes),
      usage: () => decoder?.plain?.usage?.(),
    },
  }
}

/** Quotes inside a text are escaped, so that only a member matches. Some servers name no event, and write the type last. */
const isResponsesEvent = ({ event, data }: ServerEvent): boolean =>
  event === 'error' || event?.startsWith('response.') || /"type"\s*:\s*"response\./.test(data)

const hasFunctions = ({ tools, functions }: ChatRequest): boolean =>
  tools?.some(({ type }) => type === 'function') || (Array.isArray(functions) && functions.length > 0)

/** Whether the chat endpoint accepts the functions of this chat. */
function acceptsFunctions(request: ChatRequest, model: string): boolean {
  const family = familyOf(model)
  if (!family || family.chatFunctions === 'always' || !hasFunctions(request)) return true
  return family.chatFunctions === 'without reasoning' && !isReasoning(family, effortOf(request, family))
}

const effortOf = ({ reasoning_effort }: ChatRequest, { efforts }: ModelFamily): string | undefined =>
  acceptedEffort(reasoning_effort, efforts)

/** True when OpenAI accepts this chat only through Responses. */
function prefersResponses(request: ChatRequest, model: string): boolean {
  const family = familyOf(model)
  if (!family) return false
  return family.lacksChat === true || effortOf(request, family) === 'max' || !acceptsFunctions(request, model)
}
