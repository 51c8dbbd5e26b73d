import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, type Loose, postJson, upstreamFor } from './test-client.ts'

const path = '/v1/chat/completions'
const user = (content: unknown) => ({ role: 'user', content })
const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }
const request = (more: object = {}) => ({ model: 'mistral-large-latest', messages: [user('hello there')], ...more })

test('the last chunk of a stream always has usage', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const list = await events(urlOf('mistral') + path, request({ stream: true }))
  const end = list.at(-2)?.data
  assert.deepEqual([end.choices[0].finish_reason, end.usage.total_tokens, list.at(-1)?.data], ['stop', 6, '[DONE]'])
  assert.ok(list.slice(0, -2).every(({ data }) => data.usage === undefined))
})

test('thinking is a part of the content, whole and in a stream', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const magistral = request({ model: 'magistral-medium-2509' })
  const { body } = await postJson(urlOf('mistral') + path, magistral)
  const [thought, response] = body.choices[0].message.content
  assert.match(thought.thinking[0].text, /hello there/)
  assert.deepEqual(response, { type: 'text', text: 'hello there' })
  const list = await events(urlOf('mistral') + path, { ...magistral, stream: true })
  assert.ok(list.some(({ data }) => data.choices?.[0]?.delta?.content?.[0]?.type === 'thinking'))
})

test('calls come whole, with identifiers of nine characters, and cached tokens have a name of their own', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const messages = [user('call weather with {"a":1}, cached 30')]
  const list = await events(urlOf('mistral') + path, request({ tools: [weather], messages, stream: true }))
  const [call] = list.flatMap(({ data }) => data.choices?.[0]?.delta?.tool_calls ?? [])
  assert.match(call.id, /^[a-zA-Z0-9]{9}$/)
  assert.equal(call.function.arguments, '{"a":1}')
  assert.equal(list.at(-2)?.data.usage.num_cached_tokens, 30)
  const history = [
    ...messages,
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, name: 'weather', content: 'sun' },
  ]
  const { body } = await postJson(urlOf('mistral') + path, request({ tools: [weather], messages: history }))
  assert.equal(body.choices[0].message.content, 'The tool weather said: sun.')
})

const call = (id: string, content: unknown = '') => ({
  role: 'assistant',
  content,
  tool_calls: [{ id, function: { name: 'weather', arguments: '{}' } }],
})
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })
const textOf = (body: Loose): string => JSON.stringify(body)
for (const [what, more, status, reason] of [
  ['fields it does not know', { user: 'u' }, 422, /extra_forbidden.*\["body","user"\]/],
  ['stream options', { stream: true, stream_options: {} }, 422, /stream_options/],
  ['a developer', { messages: [{ role: 'developer', content: 'x' }] }, 422, /union_tag_invalid/],
  [
    'a last word of the assistant',
    { messages: [user('x'), { role: 'assistant', content: 'y' }] },
    400,
    /Expected last role User or Tool/,
  ],
  [
    'an empty assistant',
    { messages: [user('x'), { role: 'assistant', content: '' }, user('y')] },
    400,
    /either content or tool_calls/,
  ],
  ['a call without a result', { messages: [user('x'), call('abcdefghi'), user('y')] }, 400, /Not the same number/],
  ['a call without a result at the end', { messages: [user('x'), call('abcdefghi')] }, 400, /Not the same number/],
  ['a result without a call', { messages: [user('x'), result('abcdefghi')] }, 400, /Unexpected tool call id/],
  ['no model', { model: undefined }, 422, /"model"/],
  ['no messages', { messages: undefined }, 422, /"messages"/],
  ['an unknown tool choice', { tools: [weather], tool_choice: 'maybe' }, 422, /tool_choice/],
  ['a choice without tools', { tool_choice: 'auto' }, 400, /no tools/],
  ['an unknown part', { messages: [user([{ type: 'video', video: 'x' }])] }, 422, /chunk type/],
  ['a model that nobody has', { model: 'no-such-model' }, 400, /Invalid model/],
  ['long identifiers', { messages: [user('x'), call('call_1234'), result('call_1234')] }, 400, /length of 9/],
  ['no content beside calls', { messages: [user('x'), call('abcdefghi', null), result('abcdefghi')] }, 422, /content/],
  [
    'a user right after a tool, on older models',
    { model: 'open-mixtral-8x7b', messages: [user('x'), call('abcdefghi'), result('abcdefghi'), user('y')] },
    400,
    /Unexpected role 'user' after role 'tool'/,
  ],
  ['empty tools', { tools: [] }, 422, /too_short/],
  ['greedy sampling with top_p', { temperature: 0, top_p: 0.9 }, 400, /greedy/],
  ['a high temperature', { temperature: 1.7 }, 422, /temperature/],
  ['effort on models without it', { reasoning_effort: 'high' }, 400, /reasoning_effort/],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const response = await postJson(urlOf('mistral') + path, request(more))
    assert.equal(response.status, status)
    assert.match(textOf(response.body), reason)
  })
}

test('a prefix may end the conversation, and a missing key has a shape of its own', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const prefix = { role: 'assistant', content: 'y', prefix: true }
  assert.equal((await postJson(urlOf('mistral') + path, request({ messages: [user('x'), prefix] }))).status, 200)
  const { status, body } = await postJson(urlOf('mistral') + path, request(), {})
  assert.deepEqual([status, body.message], [401, 'Unauthorized'])
})

test('the other endpoints: filling in, embedding, speaking', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const base = urlOf('mistral')
  const filled = await postJson(`${base}/v1/fim/completions`, { model: 'codestral-latest', prompt: 'a =', suffix: ';' })
  assert.equal(filled.body.choices[0].message.content, 'a =')
  const embedded = await postJson(`${base}/v1/embeddings`, {
    model: 'codestral-embed',
    input: 'x',
    output_dimension: 5,
  })
  assert.equal(embedded.body.data[0].embedding.length, 5)
  assert.equal(
    (await postJson(`${base}/v1/embeddings`, { model: 'codestral-embed', input: 'x', dimensions: 5 })).status,
    422,
  )
  const spoken = await postJson(`${base}/v1/audio/speech`, {
    model: 'voxtral-mini-tts-2603',
    input: 'hi',
    voice_id: 'v',
  })
  assert.ok(Buffer.from(spoken.body.audio_data, 'base64').length > 0)
  for (const more of [{ voice_id: 'v', voice: 'alloy' }, {}, { voice_id: 'v', input: '' }]) {
    assert.equal((await postJson(`${base}/v1/audio/speech`, { model: 'm', input: 'hi', ...more })).status, 422)
  }
})
