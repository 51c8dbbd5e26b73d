import type { RequestContext } from '../../dialects/dialect.ts'
import type { ChatChunk, ChatDelta, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { ResponseContext, StreamDecoder, Target } from '../provider.ts'
import { generateBody } from './request/generate-body.ts'

/** The facts of the calls in this folder's tests. */
export const responseContext: ResponseContext = { id: 'req_1', now: 0, model: 'asked' }
export const requestContext: RequestContext = { body: {}, model: 'asked', id: 'req_1', now: 0, promptEstimate: 3 }

export const targetOf = (model: string, setting: JsonObject = {}, other = ''): Target => ({
  type: 24,
  key: 'AIza-1',
  base_url: 'https://generativelanguage.googleapis.com',
  other,
  openai_organization: '',
  model,
  setting,
})

export const user = (content: ChatRequest['messages'][number]['content']): ChatRequest['messages'][number] => ({
  role: 'user',
  content,
})

/** The body for a chat of one greeting, with the given fields. */
export const bodyOf = (request: JsonObject, model = 'gemini-2.5-flash', setting: JsonObject = {}): JsonObject =>
  generateBody({ model, messages: [user('hi')], ...request }, model, setting)

export const frame = (body: unknown) => ({ data: JSON.stringify(body) })

export const frameOf = (...parts: JsonObject[]): JsonObject => ({ candidates: [{ content: { role: 'model', parts } }] })

/** All chunks of a decoder for some frames. */
export function decoded(decoder: StreamDecoder, frames: readonly unknown[]): ChatChunk[] {
  const chunks = frames.flatMap((each) => decoder.push(frame(each)))
  return [...chunks, ...decoder.end()]
}

export const deltasOf = (chunks: readonly ChatChunk[]): ChatDelta[] =>
  chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))

export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is not there')
  return value
}
