import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest } from '../../forms/chat.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { yi } from './yi.ts'

const target = testTarget({ type: 31, base_url: 'https://api.lingyiwanwu.com', model: 'yi-lightning' })
const messages: ChatRequest['messages'] = [{ role: 'user', content: 'hi' }]
const sent = (fields: Partial<ChatRequest>, model = 'yi-lightning') =>
  yi.chat?.request({ model, messages, ...fields }, { ...target, model })?.body

test('ranges are open at their ends', () => {
  assert.deepEqual(sent({ top_p: 1, temperature: 2 }), {
    model: 'yi-lightning',
    messages,
    top_p: 0.99,
    temperature: 1.99,
  })
  assert.deepEqual(sent({ top_p: 0, temperature: 0 }), { model: 'yi-lightning', messages, top_p: 0.01, temperature: 0 })
})

test('the chunk that says so is the last, and the text so far is no one’s business', () => {
  const last =
    '{"choices":[{"delta":{"content":"lo"}}],"content":"Hello","lastOne":true,"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}'
  for (const marker of [['[DONE]'], []]) {
    const chunks = chunksOfEvents(yi.chat?.stream({ id: 'chatcmpl-1', now: 9, model: 'm' }), [last, ...marker])
    assert.deepEqual(
      chunks.map(({ choices: [choice], usage, extra }) => [
        choice?.delta.content,
        choice?.finish_reason,
        usage?.output,
        extra,
      ]),
      [
        ['lo', null, 2, undefined],
        [undefined, 'stop', undefined, undefined],
      ],
    )
  }
})

test('a stream that ends before its last chunk is broken', () => {
  const decoder = yi.chat?.stream({ id: 'chatcmpl-1', now: 9, model: 'm' })
  decoder?.push({ data: '{"choices":[{"delta":{"content":"lo"}}],"content":"Hello","lastOne":false}' })
  assert.throws(() => decoder?.end(), { kind: 'network' })
})

test('tools are refused where they would be ignored', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  assert.throws(() => sent({ tools }), { kind: 'unsupported', status: 400, param: 'tools' })
  assert.deepEqual(sent({ tools }, 'yi-large-fc'), { model: 'yi-large-fc', messages, tools })
  assert.deepEqual(sent({ tools: [] }), { model: 'yi-lightning', messages, tools: [] })
})

test('what it does not know is left out', () => {
  const unknown = { logit_bias: {}, logprobs: true, seed: 1, n: 2, stream_options: {}, reasoning_effort: 'low' }
  assert.deepEqual(sent(unknown), { model: 'yi-lightning', messages })
})

test('its errors are told apart', () => {
  const kinds: [number, unknown, string][] = [
    [400, { error: { message: 'm' } }, 'bad_request'],
    [401, { code: 'x', message: 'm' }, 'bad_key'],
    [404, { error: { message: 'm' } }, 'no_model'],
    [429, { error: { message: 'm' } }, 'rate_limited'],
    [429, { error: { message: 'insufficient balance' } }, 'no_balance'],
    [529, { code: 529, message: 'm' }, 'overloaded'],
  ]
  for (const [status, body, kind] of kinds) assert.equal(yi.failure(status, body, {}).kind, kind)
})
