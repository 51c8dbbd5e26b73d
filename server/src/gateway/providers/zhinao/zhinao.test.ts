import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { ChatRequest } from '../../forms/chat.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { zhinao } from './zhinao.ts'

const target = testTarget({ type: 19, base_url: 'https://api.360.cn', model: '360gpt-pro' })
const sent = (fields: Partial<ChatRequest>) =>
  zhinao.chat?.request({ model: '360gpt-pro', messages: [{ role: 'user', content: 'q' }], ...fields }, target)

test('texts become one text, and usage is not requested', () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  const request = sent({
    messages: [{ role: 'user', content }],
    stream: true,
    stream_options: { include_usage: true },
  })
  assert.equal(request?.url, 'https://api.360.cn/v1/chat/completions')
  assert.deepEqual(request?.body, {
    model: '360gpt-pro',
    messages: [{ role: 'user', content: 'a\nb' }],
    stream: true,
  })
})

test('a stream without usage is a complete response', () => {
  const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
  const events = [
    '{"choices":[{"delta":{"content":"x"}}]}',
    '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
    '[DONE]',
  ]
  const chunks = chunksOfEvents(zhinao.chat?.stream(facts), events)
  assert.deepEqual(
    chunks.map(({ choices: [choice], usage }) => [choice?.delta.content, choice?.finish_reason, usage]),
    [
      ['x', null, undefined],
      [undefined, 'stop', undefined],
    ],
  )
  const encoder = openaiDialect.stream({ body: {}, ...facts, promptEstimate: 1 })
  assert.match(chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end(), /"content":"x".*\[DONE\]/s)
})

test('older ranges hold, and what it does not know is left out', () => {
  const body = sent({
    temperature: 1.5,
    top_p: 1,
    max_completion_tokens: 9,
    top_k: 3,
    repetition_penalty: 1.1,
    user: 'u',
    logit_bias: {},
    logprobs: true,
    parallel_tool_calls: false,
    reasoning_effort: 'low',
  })?.body
  assert.deepEqual(body, {
    model: '360gpt-pro',
    messages: [{ role: 'user', content: 'q' }],
    temperature: 1,
    top_p: 1,
    max_tokens: 9,
    top_k: 3,
    repetition_penalty: 1.1,
    user: 'u',
  })
})

test('pictures are refused', () => {
  const content = [{ type: 'image_url', image_url: { url: 'https://x/a.png' } }]
  assert.throws(() => sent({ messages: [{ role: 'user', content }] }), { kind: 'unsupported', status: 400 })
})

test('its errors are told apart', () => {
  const error = (message: string) => ({ error: { code: '1001', message, type: 'invalid_request_error' } })
  const kinds: [number, string, string][] = [
    [400, 'bad', 'bad_request'],
    [400, 'the input has sensitive content', 'content_refused'],
    [400, '输入内容包含敏感词', 'content_refused'],
    [401, 'm', 'bad_key'],
    [403, 'm', 'no_permission'],
    [403, '账户余额不足', 'no_balance'],
    [429, 'm', 'rate_limited'],
    [500, 'm', 'overloaded'],
  ]
  for (const [status, message, kind] of kinds)
    assert.equal(zhinao.failure(status, error(message), {}).kind, kind, message)
  const { code, type } = zhinao.failure(400, error('敏感'), {})
  assert.deepEqual([code, type], ['content_filter', 'invalid_request_error'])
})
