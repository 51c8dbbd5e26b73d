import assert from 'node:assert/strict'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Provider, ResponseContext, SingleKind, SingleOperation, Target } from '../provider.ts'
import { chunksOfStream, required, testTarget } from '../testing.ts'
import { qwen } from './qwen.ts'

export const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 17, key: 'sk-1', base_url: 'https://dashscope.aliyuncs.com', model: 'qwen-plus', ...fields })
export const facts: ResponseContext = { id: 'chatcmpl-1', now: 1_700_000_000, model: 'm' }

export function providerOf(fields: Partial<Target> = {}): Provider {
  const provider = qwen.variant?.(target(fields))
  assert.ok(provider)
  return provider
}

/** The request for a chat. */
export function sent(given: Partial<ChatRequest>, fields: Partial<Target> = {}) {
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], ...given }
  const sending = providerOf(fields).chat?.request(request, target(fields))
  assert.ok(sending)
  return { ...sending, body: sending.body as JsonObject }
}

export function singleOf(kind: SingleKind, fields: Partial<Target> = {}): SingleOperation {
  const operation = providerOf(fields).single?.[kind]
  assert.ok(operation)
  return operation
}

/** The chunks of a native stream that arrives in pieces of `size` bytes. */
export const chunksOf = (stream: string, about: ResponseContext = facts, size?: number): ChatChunk[] =>
  chunksOfStream(required(providerOf({ setting: { dashscope_native: true } }).chat), Buffer.from(stream), about, size)
