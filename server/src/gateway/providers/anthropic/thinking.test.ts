import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { messagesBody } from './messages-body.ts'

const userMessage: ChatMessage = { role: 'user', content: 'q' }
const bodyOf = (request: Partial<ChatRequest> & { model: string }, setting: JsonObject = {}): JsonObject =>
  messagesBody({ messages: [userMessage], ...request }, request.model, setting).body

test('an effort becomes what the generation understands', () => {
  const summarized = { type: 'adaptive', display: 'summarized' }
  const cases: [model: string, effort: string, thinking: unknown, output_config: unknown][] = [
    ['claude-opus-4-5-20251101', 'high', { type: 'enabled', budget_tokens: 4096 }, undefined],
    ['claude-opus-4-5-20251101', 'max', { type: 'enabled', budget_tokens: 4096 }, undefined],
    ['claude-opus-4-5-20251101', 'medium', { type: 'enabled', budget_tokens: 2048 }, undefined],
    ['claude-opus-4-5-20251101', 'low', { type: 'enabled', budget_tokens: 1280 }, undefined],
    ['claude-opus-4-5-20251101', 'none', undefined, undefined],
    ['claude-3-5-haiku-20241022', 'high', undefined, undefined],
    ['claude-sonnet-4-6', 'minimal', summarized, { effort: 'low' }],
    ['claude-sonnet-4-6', 'high', summarized, { effort: 'high' }],
    ['claude-sonnet-4-6', 'xhigh', summarized, { effort: 'max' }],
    ['claude-sonnet-4-6', 'max', summarized, { effort: 'max' }],
    ['claude-sonnet-4-6', 'none', undefined, undefined],
    ['claude-opus-4-8', 'xhigh', summarized, { effort: 'xhigh' }],
    ['claude-opus-4-8', 'max', summarized, { effort: 'max' }],
    ['claude-opus-5', 'none', { type: 'disabled' }, undefined],
    ['claude-haiku-5-5', 'none', { type: 'disabled' }, undefined],
    ['claude-opus-5-5', 'none', undefined, { effort: 'low' }],
    ['claude-fable-5', 'none', undefined, { effort: 'low' }],
    ['claude-mythos-preview', 'none', undefined, { effort: 'low' }],
    ['claude-sonnet-5-5', 'none', { type: 'between_tools' }, undefined],
    ['claude-sonnet-5-5', 'medium', summarized, { effort: 'medium' }],
    ['claude-opus-5', 'whatever', undefined, undefined],
  ]
  for (const [model, reasoning_effort, thinking, output_config] of cases) {
    const body = bodyOf({ model, reasoning_effort, temperature: 0.3 })
    assert.deepEqual([body.thinking, body.output_config], [thinking, output_config], `${model} ${reasoning_effort}`)
  }
})

test('a budget is added to the limit of the text, up to the limit of the model', () => {
  const model = 'claude-opus-4-5-20251101'
  const limit = (request: object) => bodyOf({ model, reasoning_effort: 'high', ...request }).max_tokens
  assert.equal(limit({ max_tokens: 2000, temperature: 0.3 }), 6096)
  assert.equal(limit({}), 8192 + 4096)
  assert.equal(limit({ max_tokens: 63_000 }), 64_000)
  assert.equal(limit({ max_tokens: 70_000 }), 70_000)
})

test('a model that thinks samples as it likes', () => {
  const old = { model: 'claude-opus-4-5-20251101', reasoning_effort: 'high', temperature: 0.3, top_k: 5 }
  const sampled = (request: object) => {
    const { temperature, top_k, top_p } = bodyOf({ ...old, ...request })
    return { temperature, top_k, top_p }
  }
  assert.deepEqual(sampled({ top_p: 0.5 }), { temperature: undefined, top_k: undefined, top_p: undefined })
  assert.deepEqual(sampled({ top_p: 0.97 }), { temperature: undefined, top_k: undefined, top_p: 0.97 })
  for (const reasoning_effort of [undefined, 'high'])
    assert.deepEqual(sampled({ model: 'claude-opus-4-8', reasoning_effort, top_p: 1 }), {
      temperature: undefined,
      top_k: undefined,
      top_p: undefined,
    })
})

test('without the thinking blocks before a call the request has no thinking budget', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } } as const
  const history = (thinking_blocks?: ChatMessage['thinking_blocks']): ChatMessage[] => [
    userMessage,
    { role: 'assistant', content: null, tool_calls: [call], ...(thinking_blocks && { thinking_blocks }) },
    { role: 'tool', tool_call_id: 'c', content: 'r' },
  ]
  const thinking = (model: string, messages: ChatMessage[], request: object = { reasoning_effort: 'high' }) =>
    bodyOf({ model, messages, ...request }).thinking
  const kept = [{ type: 'thinking' as const, thinking: 't', signature: 's' }]
  assert.equal(thinking('claude-sonnet-4-5', history()), undefined)
  assert.equal(bodyOf({ model: 'claude-sonnet-4-5', messages: history(), reasoning_effort: 'high' }).max_tokens, 8192)
  assert.ok(thinking('claude-sonnet-4-5', history(kept)))
  assert.ok(thinking('claude-sonnet-4-5', history([{ type: 'redacted_thinking', data: 'd' }])))
  assert.ok(thinking('claude-sonnet-4-5', [...history(), { role: 'assistant', content: 'a' }, userMessage]))
  assert.ok(thinking('claude-sonnet-4-6', history()))
  const own = { thinking: { type: 'enabled', budget_tokens: 2000 } }
  assert.equal(thinking('claude-sonnet-4-5', history(), own), undefined)
})

test("a client's own words about thinking pass, with room for them when it sets no limit", () => {
  const thinking = { type: 'enabled', budget_tokens: 10_000 }
  const body = bodyOf({ model: 'claude-sonnet-4-5', thinking, reasoning_effort: 'low' })
  assert.deepEqual([body.thinking, body.max_tokens], [thinking, 18_192])
  assert.equal(bodyOf({ model: 'claude-sonnet-4-5', thinking, max_tokens: 12_000 }).max_tokens, 12_000)
  const between = { type: 'between_tools' }
  const newer = bodyOf({ model: 'claude-sonnet-5-5', thinking: between, output_config: { effort: 'max', x: 1 } })
  assert.deepEqual([newer.thinking, newer.output_config], [between, { effort: 'max', x: 1 }])
})

test('a channel may set its own budgets, but none below the least', () => {
  const request = { model: 'claude-sonnet-4-5', reasoning_effort: 'high' }
  const budget = (high: unknown) => bodyOf(request, { thinking_budgets: { high } }).thinking
  assert.deepEqual(budget(16_000), { type: 'enabled', budget_tokens: 16_000 })
  assert.deepEqual(budget(5), { type: 'enabled', budget_tokens: 1024 })
  assert.deepEqual(budget('many'), { type: 'enabled', budget_tokens: 4096 })
})

// @ai-sdk/anthropic 3.0.138, `getModelCapabilities`, read 2026-11-18: these models refuse a budget, `disabled`, or both.
test('a type of thinking that the model refuses becomes the nearest one that it accepts', () => {
  const budget = (budget_tokens: number) => ({ type: 'enabled', budget_tokens })
  const summarized = { type: 'adaptive', display: 'summarized' }
  const off = { type: 'disabled' }
  const cases: [model: string, thinking: object, sent: unknown, output_config: unknown][] = [
    ['claude-sonnet-4-5', { type: 'adaptive' }, budget(4096), undefined],
    ['claude-sonnet-4-6', budget(4096), budget(4096), undefined],
    ['claude-sonnet-4-6', { type: 'adaptive' }, { type: 'adaptive' }, undefined],
    ['claude-opus-5-5', budget(1024), summarized, { effort: 'low' }],
    ['claude-sonnet-5-5', budget(2048), summarized, { effort: 'medium' }],
    ['claude-fable-5', budget(4096), summarized, { effort: 'high' }],
    ['claude-haiku-5-5', budget(32_000), summarized, { effort: 'high' }],
    [
      'claude-opus-4-7',
      { ...budget(9000), display: 'omitted' },
      { type: 'adaptive', display: 'omitted' },
      { effort: 'high' },
    ],
    ['claude-opus-5', off, off, undefined],
    ['claude-haiku-5-5', off, off, undefined],
    ['claude-fable-5', off, undefined, { effort: 'low' }],
    ['claude-opus-5-5', off, undefined, { effort: 'low' }],
    ['claude-sonnet-5-5', off, { type: 'between_tools' }, undefined],
  ]
  for (const [model, thinking, sent, output_config] of cases) {
    const body = bodyOf({ model, thinking })
    assert.deepEqual([body.thinking, body.output_config], [sent, output_config], `${model} ${JSON.stringify(thinking)}`)
  }
  const low = bodyOf({ model: 'claude-opus-4-5', thinking: { type: 'adaptive' }, reasoning_effort: 'low' })
  assert.deepEqual(low.thinking, budget(1280))
  const raised = bodyOf({ model: 'claude-sonnet-4-6', thinking: { type: 'adaptive' }, reasoning_effort: 'xhigh' })
  assert.deepEqual(raised.output_config, { effort: 'max' })
  const named = bodyOf({ model: 'claude-opus-5-5', thinking: budget(1024), reasoning_effort: 'max' })
  assert.deepEqual([named.thinking, named.output_config], [summarized, { effort: 'max' }])
})

test('without thinking the effort is at most high where the model refuses more', () => {
  const off = { type: 'disabled' }
  const config = (model: string) => bodyOf({ model, thinking: off, reasoning_effort: 'max' }).output_config
  for (const model of ['claude-opus-5', 'claude-haiku-5-5', 'claude-sonnet-5-5'])
    assert.deepEqual(config(model), { effort: 'high' }, model)
  assert.deepEqual(config('claude-opus-4-8'), { effort: 'max' })
})
