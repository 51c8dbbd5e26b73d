import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { type FailureTable, failureOf } from '../../translate/answer/failure-of.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { ChatOperation, Provider, SingleKind, Target } from '../provider.ts'
import { addressOf, bearer } from './address.ts'
import { modelList } from './models.ts'
import type { ReplyQuirks, RequestQuirks } from './quirks.ts'
import { readChatReply } from './read-reply.ts'
import { createChatDecoder } from './read-stream.ts'
import { shapeChat } from './shape-chat.ts'
import { type Reach, singleOperations } from './single.ts'

/** An upstream of the OpenAI format with differences. */
export type Shape = {
  /** The path of chats, where it is not OpenAI's. */
  chatPath?: string | ((ask: ChatRequest, target: Target) => string)
  request: RequestQuirks | ((ask: ChatRequest, target: Target) => RequestQuirks)
  reply?: ReplyQuirks
  /** Changes that no quirk can express: modifies the shaped body in place. */
  adjust?(body: JsonObject, ask: ChatRequest, target: Target): void
  /** Single requests the upstream takes at OpenAI's paths. */
  single?: readonly SingleKind[]
  modelsPath?: string
  /** What the upstream's own error codes and types mean. */
  failures?: FailureTable
  /** The upstream still accepts legacy functions. */
  keepsFunctions?: true
}

export const reachByBearer: Reach = (target, path) => ({ url: addressOf(target, path), headers: bearer(target) })

export function shapedChat(shape: Shape & { reach?: Reach<Target> }): ChatOperation {
  const { chatPath = '/v1/chat/completions', request, adjust, reach = reachByBearer, failures } = shape
  const reply: ReplyQuirks = {
    ...(failures && { failureOf: (body) => failureOf(200, body, {}, failures) }),
    ...shape.reply,
  }
  return {
    request(chat, target) {
      const ask = shape.keepsFunctions ? chat : withTools(chat)
      const body = shapeChat(ask, target, typeof request === 'function' ? request(ask, target) : request)
      adjust?.(body, ask, target)
      const path = typeof chatPath === 'function' ? chatPath(ask, target) : chatPath
      return { method: 'POST', ...reach(target, path), body }
    },
    response: (body, facts) => readChatReply(body, facts, reply),
    stream: (facts) => createChatDecoder(facts, reply),
  }
}

export function openAiShaped(shape: Shape & { reach?: Reach }): Provider {
  const { single, reach = reachByBearer, modelsPath, failures } = shape
  return {
    chat: shapedChat(shape),
    ...(single && { single: singleOperations(single, reach) }),
    models: modelList(reach, modelsPath),
    failure: (status, body, headers) => failureOf(status, body, headers, failures),
  }
}
