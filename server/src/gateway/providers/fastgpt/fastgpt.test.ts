import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, ContentPart, JsonObject } from '../../forms/chat.ts'
import type { ServerEvent } from '../../forms/sse.ts'
import { testTarget } from '../testing.ts'
import { fastgpt } from './fastgpt.ts'

const target = testTarget({ type: 22, key: 'fastgpt-k', base_url: 'https://api.fastgpt.in/api', model: 'x' })
const facts = { id: 'chatcmpl-1', now: 9, model: 'x' }
const messages: ChatRequest['messages'] = [{ role: 'user', content: 'hi' }]
const sent = (fields: Partial<ChatRequest>, base_url = target.base_url) =>
  fastgpt.chat?.request({ model: 'x', messages, ...fields }, { ...target, base_url })
const read = (...events: ServerEvent[]) => {
  const decoder = fastgpt.chat?.stream(facts)
  const chunks = [...events.flatMap((event) => decoder?.push(event) ?? []), ...(decoder?.end() ?? [])]
  return chunks.map(({ choices: [choice] }) => [choice?.delta.content, choice?.finish_reason])
}

test('a chat names its history and requests no details', () => {
  const request = sent({ chatId: 'c1', stream: true, stream_options: { include_usage: true } })
  assert.equal(request?.url, 'https://api.fastgpt.in/api/v1/chat/completions')
  assert.deepEqual(request?.body, { model: 'x', messages, chatId: 'c1', detail: false, stream: true })
  assert.equal(sent({}, 'https://api.fastgpt.in/api/v1')?.url, 'https://api.fastgpt.in/api/v1/chat/completions')
})

test('details come where the client wants them, and an empty history is none', () => {
  assert.deepEqual(sent({ detail: true, chatId: '', variables: { a: 1 } })?.body, {
    model: 'x',
    messages,
    detail: true,
    variables: { a: 1 },
  })
})

test('of a detailed stream only the text is read, up to its end', () => {
  const events = [
    { event: 'flowNodeStatus', data: '{"status":"running","name":"AI"}' },
    { event: 'toolResponse', data: '{"choices":[{"delta":{"content":"of a tool"}}]}' },
    { event: 'interactive', data: 'no JSON' },
    { event: 'answer', data: '{"choices":[{"delta":{"content":"a"}}]}' },
    { event: 'answer', data: '[DONE]' },
  ]
  const response = [
    ['a', null],
    [undefined, 'stop'],
  ]
  assert.deepEqual(read(...events), response)
  assert.deepEqual(read(...events, { event: 'flowResponses', data: '[{"moduleName":"AI"}]' }), response)
  assert.deepEqual(read(...events, { event: 'answer', data: '{"choices":[{"delta":{"content":"b"}}]}' }), response)
})

test('an error is one, wherever it comes', () => {
  const failed = { event: 'error', data: '{"code":514,"message":"Key is error"}' }
  assert.throws(() => read(failed), { kind: 'bad_key', message: 'Key is error' })
  const body = { code: 503, statusText: 'teamPoints', message: 'no points', data: null }
  assert.throws(() => fastgpt.chat?.response(body, facts), { kind: 'no_balance' })
})

test('its errors are told apart by the number in the body', () => {
  const kinds: [number, number, string][] = [
    [500, 514, 'bad_key'],
    [500, 403, 'bad_key'],
    [500, 502, 'no_balance'],
    [500, 505, 'no_balance'],
    [500, 500, 'overloaded'],
  ]
  for (const [status, code, kind] of kinds)
    assert.equal(fastgpt.failure(status, { code, statusText: 's', message: 'm', data: null }, {}).kind, kind)
  assert.equal(fastgpt.failure(502, '<html>', {}).kind, 'overloaded', 'a proxy knows nothing of accounts')
})

test('pictures are named by address', () => {
  const request = (part: ContentPart) => sent({ messages: [{ role: 'user', content: [part] }] })
  const picture = (url: string) => request({ type: 'image_url', image_url: { url } })
  assert.ok(picture('https://x/a.png'))
  assert.ok(request({ type: 'file_url', name: 'a', url: 'https://x/a.pdf' }))
  for (const refused of [
    () => picture('data:image/png;base64,AAAA'),
    () => request({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }),
  ])
    assert.throws(refused, { kind: 'unsupported', status: 400 })
})

test('usage means nothing, and content may be a list of texts', () => {
  const message: JsonObject = {
    role: 'assistant',
    content: [
      { type: 'text', text: { content: 'a' } },
      { type: 'tool', tools: [] },
      { type: 'text', text: { content: 'b' } },
    ],
  }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 }
  const response = fastgpt.chat?.response(
    { choices: [{ message, finish_reason: 'stop' }], usage, responseData: [] },
    facts,
  )
  assert.deepEqual([response?.choices[0]?.message.content, response?.usage], ['ab', undefined])
  assert.deepEqual(response?.extra, { responseData: [] })
})
