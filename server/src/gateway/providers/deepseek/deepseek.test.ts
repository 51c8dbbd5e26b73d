import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { deepseek } from './deepseek.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 43, base_url: 'https://api.deepseek.com', model: 'deepseek-flash', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, model = 'deepseek-flash') =>
  deepseek.chat?.request(call(fields), target({ model }))
const body = (fields: Partial<ChatRequest>, model?: string) => sent(fields, model)?.body as JsonObject
const thinking = (fields: Partial<ChatRequest>, model?: string) => {
  const { thinking, reasoning_effort } = body(fields, model)
  return [thinking, reasoning_effort]
}

test('effort is told in its own words', () => {
  assert.deepEqual(thinking({}), [undefined, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'none' }), [{ type: 'disabled' }, undefined])
  const efforts = { minimal: 'low', low: 'low', medium: 'high', high: 'high', xhigh: 'high', max: 'max' }
  for (const [given, effort] of Object.entries(efforts))
    assert.deepEqual(thinking({ reasoning_effort: given }), [undefined, effort])
  assert.deepEqual(thinking({ thinking: { type: 'adaptive', x: 1 } }), [{ type: 'adaptive', x: 1 }, undefined])
})

test('a name may set the effort, and retired names still work', () => {
  assert.deepEqual(thinking({}, 'deepseek-v4-pro-max'), [undefined, 'max'])
  assert.equal(body({}, 'deepseek-v4-pro-max').model, 'deepseek-v4-pro')
  assert.deepEqual(thinking({ reasoning_effort: 'low' }, 'deepseek-flash-none'), [undefined, 'low'])
  assert.equal(body({}, 'deepseek-chat').model, 'deepseek-flash')
  assert.deepEqual(thinking({}, 'deepseek-chat'), [{ type: 'disabled' }, undefined])
  assert.deepEqual(thinking({}, 'deepseek-reasoner'), [{ type: 'enabled' }, undefined])
})

test('reasoning is sent back while thinking is on, with a blank for what was lost', () => {
  const calls = [{ id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }]
  const messages: ChatRequest['messages'] = [
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'assistant', content: null, tool_calls: calls, reasoning_content: 'r' },
  ]
  const reasoning = (fields: Partial<ChatRequest>) =>
    (body({ messages, ...fields }).messages as JsonObject[]).map(({ reasoning_content }) => reasoning_content)
  assert.deepEqual(reasoning({}), [' ', 'r'])
  assert.deepEqual(reasoning({ reasoning_effort: 'none' }), [undefined, undefined])
})

test('log probabilities only come without thinking', () => {
  assert.equal('logprobs' in body({ logprobs: true, top_logprobs: 2 }), false)
  assert.equal(body({ logprobs: true, reasoning_effort: 'none' }).logprobs, true)
})

test('prefixes, strict tools and completions have an address of their own', () => {
  const strict = [{ type: 'function', function: { name: 'f', strict: true } }]
  assert.equal(sent({ tools: strict })?.url, 'https://api.deepseek.com/beta/chat/completions')
  assert.equal(sent({})?.url, 'https://api.deepseek.com/chat/completions')
  assert.equal(
    deepseek.single?.completions?.request({ prompt: 'p' }, target())?.url,
    'https://api.deepseek.com/beta/completions',
  )
  assert.equal(
    deepseek.models?.request(target({ base_url: 'https://api.deepseek.com/v1' })).url,
    'https://api.deepseek.com/models',
  )
})

test('a server that ran out of room failed if it said nothing, and was cut off if it had begun', () => {
  const choices = (content: string) => [
    { index: 0, message: { content }, finish_reason: 'insufficient_system_resource' },
  ]
  assert.throws(() => deepseek.chat?.response({ choices: choices('') }, facts), { kind: 'overloaded', status: 503 })
  assert.equal(deepseek.chat?.response({ choices: choices('x') }, facts).choices[0]?.finish_reason, 'length')
  const end = { data: '{"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}' }
  assert.throws(() => deepseek.chat?.stream(facts).push(end), { kind: 'overloaded' })
  const begun = deepseek.chat?.stream(facts)
  begun?.push({ data: '{"choices":[{"delta":{"content":"x"}}]}' })
  assert.equal(begun?.push(end)[0]?.choices[0]?.finish_reason, 'length')
})

test('its errors are told apart', () => {
  const kinds: [number, string][] = [
    [400, 'bad_request'],
    [401, 'bad_key'],
    [402, 'no_balance'],
    [422, 'bad_request'],
    [429, 'rate_limited'],
    [500, 'overloaded'],
    [503, 'overloaded'],
  ]
  for (const [status, kind] of kinds) assert.equal(deepseek.failure(status, { error: { message: 'm' } }, {}).kind, kind)
})

test('the balance is the yuan of the account, or whatever it has', () => {
  const yuan = { currency: 'CNY', total_balance: '110.00' }
  const dollars = { currency: 'USD', total_balance: '3.5' }
  assert.equal(deepseek.balance?.request([], target(), 1)?.url, 'https://api.deepseek.com/user/balance')
  assert.deepEqual(deepseek.balance?.response([{ balance_infos: [dollars, yuan] }], target()), {
    amount: 110,
    currency: 'CNY',
  })
  assert.deepEqual(deepseek.balance?.response([{ balance_infos: [dollars] }], target()), {
    amount: 3.5,
    currency: 'USD',
  })
  for (const nonsense of [null, {}, { balance_infos: [] }, { balance_infos: [{ total_balance: 'x' }] }])
    assert.throws(() => deepseek.balance?.response([nonsense], target()), { kind: 'bad_response' })
})

test('a conversation that merely ends with an assistant message is an ordinary one', () => {
  const messages: ChatRequest['messages'] = [{ role: 'assistant', content: 'a' }]
  assert.equal(sent({ messages })?.url, 'https://api.deepseek.com/chat/completions')
  assert.equal(
    sent({ messages: [{ role: 'user', content: 'a', prefix: true }] })?.url,
    'https://api.deepseek.com/chat/completions',
  )
})

test('without thinking there is no effort; with it, no log probabilities; without tools, no choice', () => {
  const off = body({ thinking: { type: 'disabled' }, reasoning_effort: 'high', logprobs: true })
  assert.deepEqual([off.thinking, 'reasoning_effort' in off, off.logprobs], [{ type: 'disabled' }, false, true])
  assert.equal('top_logprobs' in body({ top_logprobs: 2 }), false)
  const bare = body({ tools: [{ type: 'custom', custom: { name: 'c' } }], tool_choice: 'auto' })
  assert.deepEqual(['tools' in bare, 'tool_choice' in bare], [false, false])
})

test('completions know nothing of thinking, whatever the name says', () => {
  const request = deepseek.single?.completions?.request({ prompt: 'p' }, target({ model: 'deepseek-chat' }))
  assert.deepEqual(request?.body, { model: 'deepseek-flash', prompt: 'p' })
})

// https://api-docs.deepseek.com/guides/json_mode, 2026-11-18: `json_object` only, and the prompt names JSON.
test('a schema becomes an instruction and JSON mode, whose prompt always names JSON', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const held = body({ response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } })
  assert.deepEqual(held.response_format, { type: 'json_object' })
  const [system, user] = held.messages as JsonObject[]
  assert.ok(String(system?.content).includes(JSON.stringify(schema)))
  assert.deepEqual([system?.role, user], ['system', { role: 'user', content: 'q' }])
  const firstOf = (content: string) =>
    (
      body({ messages: [{ role: 'user', content }], response_format: { type: 'json_object' } }).messages as JsonObject[]
    )[0]
  assert.match(String(firstOf('q')?.content), /JSON/)
  assert.deepEqual(firstOf('q as json'), { role: 'user', content: 'q as json' })
})
