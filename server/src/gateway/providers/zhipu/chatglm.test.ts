import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { chunksOfStream, required, testTarget } from '../testing.ts'
import { chatglm } from './chatglm.ts'
import { zhipu } from './zhipu.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({
    type: 16,
    key: 'id0001.secret0001',
    base_url: 'https://open.bigmodel.cn',
    model: 'chatglm_turbo',
    ...fields,
  })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const invoke = chatglm.variant?.(target())
const chat = invoke?.chat
assert.ok(chat)
const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'U' }],
  ...fields,
})

test('later models have the later API, with the same key', () => {
  for (const model of ['glm-4.6', 'cogview-4', 'embedding-3', 'rerank'])
    assert.equal(chatglm.variant?.(target({ model })), zhipu)
  for (const model of ['chatglm_turbo', 'chatglm_pro']) assert.notEqual(chatglm.variant?.(target({ model })), zhipu)
})

test('a request is signed with a token of milliseconds, without a scheme', async () => {
  const { sign, headers } = chat.request(call(), target())
  assert.deepEqual(headers, {})
  const sent = { method: 'POST', url: '', headers, body: '' }
  assert.deepEqual(await sign?.(sent, 1_700_000_000), {
    headers: {
      authorization:
        'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.' +
        'eyJhcGlfa2V5IjoiaWQwMDAxIiwiZXhwIjoxNzAwMDg2NDAwMDAwLCJ0aW1lc3RhbXAiOjE3MDAwMDAwMDAwMDB9.' +
        'hxMpjf2lVgkENSW0PvTcegiL8kWd42k5In3HwHuwx0w',
    },
  })
})

test('a key of another form is refused before anything is sent', () => {
  for (const key of ['plain', 'a.b.c', '.b', 'a.'])
    assert.throws(() => chat.request(call(), target({ key })), { kind: 'bad_key', code: 'channel:invalid_key' })
})

test('the user confirms a system prompt, and sampling stays within its bounds', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'U' },
  ]
  const request = chat.request(call({ messages, top_p: 1 }), target())
  assert.equal(request.url, 'https://open.bigmodel.cn/api/paas/v3/model-api/chatglm_turbo/invoke')
  assert.deepEqual(request.body, {
    prompt: [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'Okay' },
      { role: 'user', content: 'U' },
    ],
    top_p: 0.99,
  })
  const { temperature, top_p } = chat.request(call({ temperature: 0, top_p: 0 }), target()).body as JsonObject
  assert.deepEqual([temperature, top_p], [0.01, 0.01])
})

test('a stream has an address of its own and only news in its events', () => {
  const request = chat.request(call({ stream: true, max_tokens: 5, tools: [] }), target())
  assert.equal(request.url, 'https://open.bigmodel.cn/api/paas/v3/model-api/chatglm_turbo/sse-invoke')
  assert.deepEqual(request.body, { prompt: [{ role: 'user', content: 'U' }], incremental: true })
})

test('only text can be sent, and no name of a model leads elsewhere', () => {
  const image = { type: 'image_url', image_url: { url: 'u' } } as const
  assert.throws(() => chat.request(call({ messages: [{ role: 'user', content: [image] }] }), target()), {
    kind: 'unsupported',
  })
  assert.throws(() => chat.request(call(), target({ model: '..' })), { kind: 'unsupported' })
  assert.match(chat.request(call(), target({ model: 'a/../b' })).url, /model-api\/a%2F\.\.%2Fb\/invoke$/)
})

test('a text loses the quotes around it', () => {
  const response = (content: string) => {
    const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 }
    const data = { task_id: 't', task_status: 'SUCCESS', choices: [{ role: 'assistant', content }], usage }
    return chat.response({ code: 200, msg: 'ok', success: true, data }, facts)
  }
  const { choices, usage, id } = response('"Hello"')
  assert.deepEqual(choices, [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }])
  assert.deepEqual([id, usage?.input, usage?.output], ['t', 2, 3])
  const text = (content: string) => response(content).choices[0]?.message.content
  assert.equal(text('"a\\n\\"b\\""'), 'a\n"b"')
  assert.equal(text('"a "b" c"'), 'a "b" c')
  assert.equal(text('plain'), 'plain')
})

test('a failure comes with status 200', () => {
  const failing = { code: 1261, msg: 'too long', success: false }
  assert.throws(() => chat.response(failing, facts), { kind: 'too_long', message: 'too long', status: 400 })
  assert.equal(invoke?.failureIn?.(failing)?.kind, 'too_long')
  assert.throws(() => chat.response({ msg: 'no', success: false }, facts), { kind: 'overloaded', message: 'no' })
  assert.throws(() => chat.response({ code: 1113, msg: '欠费', success: false }, facts), { kind: 'no_balance' })
  assert.throws(() => chat.response({ data: {} }, facts), { kind: 'bad_response' })
})

const decode = (text: string, size?: number): ChatChunk[] =>
  chunksOfStream(required(chat), Buffer.from(text), facts, size)
const seen = (chunks: ChatChunk[]) =>
  chunks.map(({ choices: [choice], usage }) => [choice?.delta.content, choice?.finish_reason, usage?.input])

const stream =
  'event:add\nid:1\ndata:He\n\nevent:add\ndata:llo\n\nevent:finish\ndata:\n' +
  'meta:{"usage":{"prompt_tokens":2,"completion_tokens":2,"total_tokens":4}}\n\n'

test('a stream of raw text, and its usage in a line of its own, however it is cut', () => {
  const wanted = [
    ['', null, undefined],
    ['He', null, undefined],
    ['llo', null, undefined],
    [undefined, 'stop', 2],
  ]
  for (const size of [1, 2, 7, stream.length]) assert.deepEqual(seen(decode(stream, size)), wanted)
  assert.deepEqual(seen(decode(stream.replaceAll('\n', '\r\n'))), wanted)
})

test('several lines are one text, and a blank before a word belongs to it', () => {
  const text = seen(decode(`event:add\ndata: one\ndata:\ndata:two\n\n${stream}`))[1]?.[0]
  assert.equal(text, ' one\n\ntwo')
})

test('a stream that is interrupted was filtered; one that fails or breaks off is a failure', () => {
  assert.equal(
    decode('event:add\ndata:a\n\nevent:interrupted\ndata:\n\n').at(-1)?.choices[0]?.finish_reason,
    'content_filter',
  )
  assert.throws(() => decode('event:error\ndata:{"code":1305,"msg":"busy"}\n\n'), {
    kind: 'overloaded',
    message: 'busy',
  })
  assert.throws(() => decode('event:error\ndata:broken\n\n'), { kind: 'overloaded', message: 'broken' })
  assert.throws(() => decode('event:add\ndata:a\n\n'), { kind: 'network' })
  assert.throws(() => decode('event:finish\nmeta:{"usa\n\n'), { kind: 'bad_response' })
})
