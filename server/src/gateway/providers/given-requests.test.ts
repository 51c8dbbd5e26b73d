import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import type { ChatRequest, JsonObject } from '../forms/chat.ts'
import type { NativeOperation, Provider, Target } from './provider.ts'
import { loadedProvider, loadProviders } from './registry.ts'
import { testTarget } from './testing.ts'

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner)
  return value
}

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]
const call = { id: 'c1', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
const callModel = frozen<ChatRequest>({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ],
  tools,
  stop: ['x'],
  temperature: 3,
  max_tokens: 9,
  stream: true,
})
const bodies: Readonly<Record<string, JsonObject>> = frozen({
  anthropic: {
    model: 'claude-sonnet-4-5',
    max_tokens: 9,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
  },
  gemini: { contents: [{ parts: [{ text: 'hello' }] }], generationConfig: { candidateCount: 1 } },
  responses: {
    model: 'gpt-4o',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'hello' }] }],
    store: true,
  },
})

/** A provider may refuse this request, or this key; it must not try to change what it was given. */
function leavesAsGiven(request: () => unknown, name: string): void {
  try {
    request()
  } catch (error) {
    const isChange =
      error instanceof TypeError && /read only|not extensible|Cannot delete|Cannot add/.test(error.message)
    assert.ok(!isChange, `${name}: ${error}`)
  }
}

/** Some formats are told by the key, and no key here is theirs. */
function variantOf(provider: Provider, target: Target): Provider {
  try {
    return provider.variant?.(target) ?? provider
  } catch {
    return provider
  }
}

test('no provider changes a request that it is given: what is the same object is sent as the client’s bytes', async () => {
  await loadProviders(channelTypeOrder)
  for (const type of channelTypeOrder) {
    const { label, base_url } = channelTypes[type] as { label: string; base_url?: string }
    const target = testTarget({ type, key: 'a|b|c', base_url: base_url || 'http://127.0.0.1', model: 'gpt-4o' })
    const own = loadedProvider(type)
    const provider = variantOf(own, target)
    leavesAsGiven(() => provider.chat?.request(callModel, target), label)
    for (const [dialect, operation] of Object.entries(provider.native ?? {}) as [string, NativeOperation][])
      leavesAsGiven(
        () => operation.request(bodies[dialect] ?? {}, target, { headers: {}, query: {} }),
        `${label}, ${dialect}`,
      )
  }
})
