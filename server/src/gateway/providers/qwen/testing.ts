import assert from 'node:assert/strict'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { createFrameReader } from '../../forms/sse.ts'
import type { Provider, ResponseContext, SingleKind, SingleOperation, Target } from '../provider.ts'
import { qwen } from './qwen.ts'

export const target = (fields: Partial<Target> = {}): Target => ({
  type: 17,
  key: 'sk-1',
  base_url: 'https://dashscope.aliyuncs.com',
  other: '',
  openai_organization: '',
  model: 'qwen-plus',
  setting: {},
  ...fields,
})
export const facts: ResponseContext = { id: 'chatcmpl-1', now: 1_700_000_000, model: 'm' }

export function providerOf(fields: Partial<Target> = {}): Provider {
  const provider = qwen.variant?.(target(fields))
  assert.ok(provider)
  return provider
}

/** What is sent for a chat. */
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

/** The chunks of a stream, whole or cut into pieces of any size. */
export function chunksOf(
  stream: string,
  { setting, ...about }: ResponseContext = facts,
  size = stream.length,
): ChatChunk[] {
  const decoder = providerOf({ setting: { dashscope_native: true } }).chat?.stream({
    ...about,
    ...(setting && { setting }),
  })
  assert.ok(decoder)
  const bytes = Buffer.from(stream)
  const reader = createFrameReader()
  const chunks: ChatChunk[] = []
  const take = (frames: ReturnType<typeof reader.push>) => {
    for (const { event } of frames) if (event) chunks.push(...decoder.push(event))
  }
  for (let at = 0; at < bytes.length; at += size) take(reader.push(bytes.subarray(at, at + size)))
  take(reader.end())
  return [...chunks, ...decoder.end()]
}
