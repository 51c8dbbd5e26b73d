import type { ChatChunk, ChatDelta, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { testTarget } from '../testing.ts'
import { generateBody } from './request/generate-body.ts'
import type { GoogleHost } from './request/model-families.ts'

export const targetOf = (model: string, setting: JsonObject = {}, other = '') =>
  testTarget({ type: 24, key: 'AIza-1', base_url: 'https://generativelanguage.googleapis.com', other, model, setting })

export const user = (content: ChatRequest['messages'][number]['content']): ChatRequest['messages'][number] => ({
  role: 'user',
  content,
})

/** The body for a chat of one greeting, with the given fields. */
export const bodyOf = (
  request: JsonObject,
  model = 'gemini-2.5-flash',
  setting: JsonObject = {},
  host: GoogleHost = 'gemini',
): JsonObject => generateBody({ model, messages: [user('hi')], ...request }, { model, host, setting })

export const frame = (body: unknown) => ({ data: JSON.stringify(body) })

export const frameOf = (...parts: JsonObject[]): JsonObject => ({ candidates: [{ content: { role: 'model', parts } }] })

export const deltasOf = (chunks: readonly ChatChunk[]): ChatDelta[] =>
  chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
