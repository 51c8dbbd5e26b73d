import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { moonshot } from './moonshot.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 25, base_url: 'https://api.moonshot.cn', model: 'kimi-k3', ...fields })
const request = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const body = (fields: Partial<ChatRequest>, model: string) =>
  moonshot.chat?.request(request(fields), target({ model })).body as JsonObject

test('an account without money is told by its type, in the words clients know', () => {
  const failure = moonshot.failure(429, { error: { type: 'exceeded_current_quota_error', message: 'm' } }, {})
  assert.deepEqual(
    [failure.status, failure.kind, failure.type, failure.code],
    [429, 'no_balance', 'insufficient_quota', 'insufficient_quota'],
  )
})

test('its errors are told apart', () => {
  const kinds: [number, string, string][] = [
    [400, 'content_filter', 'content_refused'],
    [400, 'invalid_request_error', 'bad_request'],
    [401, 'invalid_authentication_error', 'bad_key'],
    [401, 'incorrect_api_key_error', 'bad_key'],
    [403, 'permission_denied_error', 'no_permission'],
    [404, 'resource_not_found_error', 'no_model'],
    [429, 'engine_overloaded_error', 'overloaded'],
    [429, 'rate_limit_reached_error', 'rate_limited'],
    [500, 'unexpected_output', 'overloaded'],
  ]
  for (const [status, type, kind] of kinds)
    assert.equal(moonshot.failure(status, { error: { type, message: 'm' } }, {}).kind, kind, type)
  const long = { error: { type: 'invalid_request_error', message: 'Your request exceeded model token limit: 8192' } }
  assert.equal(moonshot.failure(400, long, {}).kind, 'too_long')
})

test('effort is a level for K3, a switch for K2.5 and nothing before', () => {
  const k3 = { none: 'low', minimal: 'low', low: 'low', medium: 'high', high: 'high', xhigh: 'max', max: 'max' }
  for (const [given, effort] of Object.entries(k3))
    assert.equal(body({ reasoning_effort: given }, 'kimi-k3.1-pro').reasoning_effort, effort)
  assert.deepEqual(body({ reasoning_effort: 'low' }, 'kimi-k2.6').thinking, { type: 'enabled', keep: 'all' })
  assert.deepEqual(body({ reasoning_effort: 'low' }, 'kimi-k2.5').thinking, { type: 'enabled' })
  assert.deepEqual(body({ reasoning_effort: 'none' }, 'kimi-k2.5').thinking, { type: 'disabled' })
  assert.deepEqual(body({ thinking: { type: 'disabled' } }, 'kimi-k2.5').thinking, { type: 'disabled' })
  const before = body({ reasoning_effort: 'high' }, 'moonshot-v1-8k')
  assert.deepEqual(['reasoning_effort' in before, 'thinking' in before], [false, false])
})

test('what later models fix is not sent to them', () => {
  const fields = { temperature: 0.7, top_p: 0.9, n: 1, presence_penalty: 0, frequency_penalty: 0, max_tokens: 5 }
  assert.deepEqual(Object.keys(body(fields, 'kimi-k2.5')).sort(), ['max_tokens', 'messages', 'model'])
  assert.deepEqual(Object.keys(body(fields, 'kimi-k3')).sort(), ['max_completion_tokens', 'messages', 'model'])
  assert.equal(Object.keys(body(fields, 'moonshot-v1-32k')).length, 8)
})

test('several choices need a higher temperature', () => {
  assert.equal(body({ n: 2, temperature: 0 }, 'moonshot-v1-8k').temperature, 0.3)
  assert.equal(body({ n: 1, temperature: 0 }, 'moonshot-v1-8k').temperature, 0)
})

test('thinking models get the reasoning back that the client kept, and a blank for what it lost', () => {
  const calls = [{ id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }]
  const messages: ChatRequest['messages'] = [{ role: 'assistant', content: '', tool_calls: calls }]
  const response = (fields: Partial<ChatRequest>, model: string) =>
    (body({ messages, ...fields }, model).messages as JsonObject[])[0]
  assert.deepEqual(response({}, 'kimi-k2.6'), {
    role: 'assistant',
    content: null,
    reasoning_content: ' ',
    tool_calls: calls,
  })
  assert.equal(response({ thinking: { type: 'disabled' } }, 'kimi-k2.6')?.reasoning_content, undefined)
  assert.equal(response({}, 'moonshot-v1-8k')?.reasoning_content, undefined)
})

test('a required tool choice is only sent to models that support it', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  assert.equal(body({ tools, tool_choice: 'required' }, 'kimi-k3').tool_choice, 'required')
  assert.equal(body({ tools, tool_choice: 'required' }, 'kimi-k2.5').tool_choice, 'auto')
})

test('the balance is in the currency of the site', () => {
  const response = {
    code: 0,
    data: { available_balance: 49.5, voucher_balance: 46.5, cash_balance: 3 },
    scode: '0x0',
    status: true,
  }
  assert.equal(moonshot.balance?.request([], target(), 1)?.url, 'https://api.moonshot.cn/v1/users/me/balance')
  assert.deepEqual(moonshot.balance?.response([response], target()), { amount: 49.5, currency: 'CNY' })
  const abroad = target({ base_url: 'https://api.moonshot.ai' })
  assert.deepEqual(moonshot.balance?.response([response], abroad), { amount: 49.5, currency: 'USD' })
  assert.throws(() => moonshot.balance?.response([{ data: { available_balance: '1' } }], target()), {
    kind: 'bad_response',
  })
})

// https://docs.rs/synaps-engine/0.11.0/src/agent_engine/runtime/openai/catalog/kimi.rs.html, 2026-11-18
test('a model that always thinks is never switched off: K3 thinks least, and K2.7 as usual', () => {
  const sent = (fields: Partial<ChatRequest>, model: string) => {
    const { thinking, reasoning_effort } = body(fields, model)
    return [thinking, reasoning_effort]
  }
  const off = { thinking: { type: 'disabled' } }
  for (const model of ['kimi-k3', 'kimi-k3.1-pro']) {
    assert.deepEqual(sent(off, model), [undefined, 'low'])
    assert.deepEqual(sent({ ...off, reasoning_effort: 'max' }, model), [undefined, 'max'])
    assert.deepEqual(sent({ thinking: { type: 'enabled' } }, model), [undefined, undefined])
  }
  for (const model of ['kimi-k2.7-code', 'kimi-k2.7-code-highspeed']) {
    assert.deepEqual(sent(off, model), [undefined, undefined])
    assert.deepEqual(sent({ reasoning_effort: 'none' }, model), [undefined, undefined])
    assert.deepEqual(sent({ thinking: { type: 'enabled' } }, model), [{ type: 'enabled' }, undefined])
  }
})
