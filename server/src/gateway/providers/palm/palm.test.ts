import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { required, responseContext, testTarget } from '../testing.ts'
import { palm } from './palm.ts'

// The format: discuss_service.proto, text_service.proto and safety.proto of v1beta2 in @google-ai/generativelanguage 2.0.0,
// read 2026-11-18.
const chat = required(palm.chat)
const embeddings = required(palm.single?.embeddings)
const targetOf = (model: string) => testTarget({ type: 11, key: 'AIza-1', base_url: 'https://palm.example', model })
const user = (content: unknown) => ({ role: 'user', content }) as { role: 'user'; content: string }
const sent = (request: JsonObject, model = 'chat-bison-001') =>
  chat.request({ model, messages: [user('hi')], ...request }, targetOf(model))
const isKind = (kind: string) => (error: unknown) => error instanceof UpstreamFailure && error.kind === kind

test('a chat becomes a message prompt with context and alternating authors', () => {
  const messages = [
    { role: 'system', content: 'S1' },
    { role: 'developer', content: 'S2' },
    user('one'),
    user([{ type: 'text', text: 'two' }]),
    { role: 'assistant', content: 'three' },
    user('four'),
  ]
  const request = sent({ messages, temperature: 2, n: 2, top_p: 0.5, top_k: 7, max_tokens: 9, stream: true })
  assert.equal(request.url, 'https://palm.example/v1beta2/models/chat-bison-001:generateMessage')
  assert.deepEqual(request.headers, { 'x-goog-api-key': 'AIza-1' })
  assert.deepEqual(request.body, {
    prompt: {
      context: 'S1\nS2',
      messages: [
        { author: '0', content: 'one\ntwo' },
        { author: '1', content: 'three' },
        { author: '0', content: 'four' },
      ],
    },
    temperature: 1,
    candidateCount: 2,
    topP: 0.5,
    topK: 7,
  })
})

test('a system prompt alone is the message', () => {
  assert.deepEqual(sent({ messages: [{ role: 'system', content: 'S' }] }).body, {
    prompt: { messages: [{ author: '0', content: 'S' }] },
  })
})

test('the name of the product means its chat model', () => {
  for (const model of ['PaLM-2', 'palm2', 'models/chat-bison-001'])
    assert.match(sent({}, model).url, /\/v1beta2\/models\/chat-bison-001:generateMessage$/, model)
  assert.match(sent({}, '../../x?y').url, /\/models\/\.\.%2F\.\.%2Fx%3Fy:generateMessage$/)
})

test('a text model continues one text', () => {
  const { url, body } = sent({ temperature: 0, max_tokens: 5, stop: ['a', '', 'b'] }, 'text-bison-001')
  assert.match(url, /\/text-bison-001:generateText$/)
  assert.deepEqual(body, { prompt: { text: 'hi' }, temperature: 0, maxOutputTokens: 5, stopSequences: ['a', 'b'] })
  const messages = [{ role: 'system', content: 'S' }, user('one'), { role: 'assistant', content: 'two' }, user('three')]
  assert.deepEqual(sent({ messages }, 'text-bison-001').body, {
    prompt: { text: 'S\n\nUser: one\nAssistant: two\nUser: three' },
  })
})

test('what these models lack goes to another channel', () => {
  const image = { type: 'image_url', image_url: { url: 'https://x/a.png' } }
  const requests: JsonObject[] = [
    { tools: [{ type: 'function', function: { name: 'f' } }] },
    { functions: [{ name: 'f' }] },
    { response_format: { type: 'json_object' } },
    { messages: [user([image])] },
  ]
  for (const request of requests) assert.throws(() => sent(request), isKind('unsupported'), JSON.stringify(request))
  assert.ok(sent({ tools: [], response_format: { type: 'text' } }))
})

const message = {
  candidates: [
    { author: '1', content: 'Hello' },
    { author: '1', content: 'Hi there' },
  ],
  messages: [{ author: '0', content: 'hi' }],
}

test('candidates are choices without usage', () => {
  const { choices, usage } = chat.response(message, responseContext)
  assert.deepEqual(choices, [
    { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
    { index: 1, message: { role: 'assistant', content: 'Hi there' }, finish_reason: 'stop' },
  ])
  assert.equal(usage, undefined)
  const text = chat.response({ candidates: [{ output: 'done', safetyRatings: [] }] }, responseContext)
  assert.equal(text.choices[0]?.message.content, 'done')
})

test('a blocked response is refused content', () => {
  const filters = [{ reason: 'SAFETY', message: 'blocked' }]
  assert.throws(() => chat.response({ filters }, responseContext), isKind('content_refused'))
  assert.throws(() => chat.response({ filters: [{}], candidates: [] }, responseContext), isKind('content_refused'))
  assert.throws(() => chat.response({}, responseContext), isKind('bad_response'))
  for (const body of [null, 'x', []]) assert.throws(() => chat.response(body, responseContext), isKind('bad_response'))
})

test('an error is read as a status of Google, whatever the response', () => {
  const error = { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' }
  assert.throws(() => chat.response({ error }, responseContext), isKind('rate_limited'))
  assert.throws(() => embeddings.response?.({ error }, {}), isKind('rate_limited'))
  assert.equal(
    palm.failure(400, { error: { ...error, code: 400, status: 'INVALID_ARGUMENT' } }, {}).kind,
    'bad_request',
  )
})

test('a response that a server in front sends as an event is the whole stream', () => {
  const decoder = chat.stream(responseContext)
  const chunks = [...decoder.push({ data: JSON.stringify(message) }), ...decoder.push({ data: '[DONE]' })]
  assert.deepEqual(
    chunks.flatMap(({ choices }) => choices.map(({ delta, finish_reason }) => [delta.content, finish_reason])),
    [
      ['Hello', 'stop'],
      ['Hi there', 'stop'],
    ],
  )
  assert.deepEqual(decoder.end(), [])
  assert.throws(() => chat.stream(responseContext).end(), UpstreamFailure)
})

test('texts are embedded one at a time', () => {
  const target = targetOf('embedding-gecko-001')
  const { url, body } = embeddings.request({ input: ['a'] }, target)
  assert.match(url, /\/v1beta2\/models\/embedding-gecko-001:embedText$/)
  assert.deepEqual(body, { text: 'a' })
  assert.deepEqual(embeddings.split?.({ model: 'm', input: ['a', 'b'] }, target), [
    { model: 'm', input: 'a' },
    { model: 'm', input: 'b' },
  ])
  assert.throws(() => embeddings.request({ input: ['a', 'b'] }, target), isKind('unsupported'))
  const list = embeddings.response?.({ embedding: { value: [0.5, 1] } }, { model: 'm' })
  assert.deepEqual(list?.data, [{ object: 'embedding', index: 0, embedding: [0.5, 1] }])
  for (const wrong of [null, {}, { embedding: {} }, { embedding: { value: 'x' } }])
    assert.throws(() => embeddings.response?.(wrong, {}), isKind('bad_response'), JSON.stringify(wrong))
})

test('models are listed page by page', () => {
  const { request, response, next } = required(palm.models)
  assert.equal(request(targetOf('')).url, 'https://palm.example/v1beta2/models?pageSize=1000')
  assert.match(request(targetOf(''), 'x y').url, /pageToken=x\+y$/)
  const page = { models: [{ name: 'models/chat-bison-001' }, { name: 'models/text-bison-001' }], nextPageToken: 'n' }
  assert.deepEqual(response(page), ['chat-bison-001', 'text-bison-001'])
  assert.equal(next?.(page), 'n')
})
