import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, type Loose, lines, post, postJson, spoken, upstreamFor } from './test-client.ts'

const user = (content: unknown, more: object = {}) => ({ role: 'user', content, ...more })
const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }
const request = (more: object = {}) => ({ model: 'qwen3', stream: false, messages: [user('hello there')], ...more })

test('a chat response comes whole when streaming is switched off', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(`${url}/api/chat`, request({ think: true }), {})
  assert.equal(body.message.content, 'hello there')
  assert.match(body.message.thinking, /hello there/)
  assert.deepEqual([body.done, body.done_reason, body.prompt_eval_count], [true, 'stop', 3])
})

test('it streams lines of JSON unless told not to', async (t) => {
  const { url } = await upstreamFor(t)
  const response = await post(`${url}/api/chat`, request({ stream: undefined }), {})
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson')
  const list = lines(await response.text())
  assert.equal(list.map(({ message }) => message.content).join(''), 'hello there')
  assert.deepEqual(
    list.map(({ done }) => done),
    [false, false, true],
  )
  assert.deepEqual([list.at(-1).eval_count, list.at(-1).prompt_eval_count], [3, 3])
})

test('tools are called with arguments that are objects, one line each', async (t) => {
  const { url } = await upstreamFor(t)
  const messages = [user('call weather with {"a":1} and call weather with {"a":2}')]
  const list = lines(
    await (await post(`${url}/api/chat`, request({ stream: true, tools: [weather], messages }), {})).text(),
  )
  const calls = list.flatMap(({ message }) => message.tool_calls ?? [])
  assert.deepEqual(
    calls.map((call) => call.function.arguments),
    [{ a: 1 }, { a: 2 }],
  )
  const history = [
    ...messages,
    { role: 'assistant', content: '', tool_calls: calls },
    { role: 'tool', tool_name: 'weather', content: 'sun' },
  ]
  const { body } = await postJson(`${url}/api/chat`, request({ tools: [weather], messages: history }), {})
  assert.equal(body.message.content, 'The tool weather said: sun.')
})

test('a cached prefix is counted within the prompt, and apart', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(`${url}/api/chat`, request({ messages: [user('cached 50')] }), {})
  assert.deepEqual([body.prompt_eval_count, body.prompt_eval_cached_count], [53, 50])
})

test('options, formats and pictures are honoured', async (t) => {
  const { url } = await upstreamFor(t)
  const response = async (more: object): Promise<Loose> => (await postJson(`${url}/api/chat`, request(more), {})).body
  assert.equal((await response({ options: { num_predict: 1 } })).done_reason, 'length')
  assert.equal((await response({ options: { stop: ['there'] } })).message.content, 'hello ')
  assert.deepEqual(JSON.parse((await response({ format: 'json' })).message.content), { echo: 'hello there' })
  const seen = await response({ messages: [user('what?', { images: ['QUJD'] })] })
  assert.equal(seen.message.content, 'Received 1 media (image). what?')
})

for (const [what, more, status, reason] of [
  ['content in parts', { messages: [user([{ type: 'text', text: 'x' }])] }, 400, /cannot unmarshal/],
  [
    'arguments that are text',
    { messages: [{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] }] },
    400,
    /ToolCallFunctionArguments/,
  ],
  [
    'a picture as a data URL',
    { messages: [user('x', { images: ['data:image/png;base64,QUJD'] })] },
    400,
    /illegal base64 data at input byte 4/,
  ],
  ['pictures that are no list', { messages: [user('x', { images: 'QUJD' })] }, 400, /ImageData/],
  ['options that are none', { options: 'fast' }, 400, /options/],
  ['an unknown format', { format: 'xml' }, 400, /invalid format/],
  ['no model', { model: undefined }, 400, /model is required/],
  ['an unknown way to think', { model: 'gpt-oss:20b', think: 'hard' }, 400, /invalid think value/],
  ['a developer', { messages: [{ role: 'developer', content: 'x' }] }, 400, /invalid message role/],
  ['a stop that is no list', { options: { stop: 'x' } }, 400, /"stop" must be of type array/],
  ['thinking where there is none', { model: 'llama3.2', think: true }, 400, /does not support thinking/],
  ['levels where there are none', { think: 'high' }, 400, /not supported for this model/],
  ['tools where there are none', { model: 'llama2', tools: [weather] }, 400, /does not support tools/],
  ['chat with a model that embeds', { model: 'nomic-embed-text' }, 400, /does not support chat/],
  ['a model that was not pulled', { model: 'no-such-model' }, 404, /try pulling it first/],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const response = await postJson(`${url}/api/chat`, request(more), {})
    assert.equal(response.status, status)
    assert.match(response.body.error, reason)
  })
}

test('it completes, embeds and lists', async (t) => {
  const { url } = await upstreamFor(t)
  const done = lines(await (await post(`${url}/api/generate`, { model: 'qwen3', prompt: 'hi you' }, {})).text())
  assert.equal(done.map(({ response }) => response).join(''), 'hi you')
  assert.equal((await postJson(`${url}/api/generate`, { model: 'qwen3' }, {})).body.done_reason, 'load')
  const cut = await postJson(
    `${url}/api/generate`,
    { model: 'qwen3', prompt: 'hi you', stream: false, think: true, options: { num_predict: 40, stop: ['you'] } },
    {},
  )
  assert.equal(cut.body.response, 'hi ')
  assert.match(cut.body.thinking, /hi you/)
  const { body } = await postJson(`${url}/api/embed`, { model: 'nomic-embed-text', input: ['a', 'b'] }, {})
  assert.deepEqual([body.embeddings.length, body.embeddings[0].length, body.prompt_eval_count], [2, 768, 2])
  const tags: Loose = await (await fetch(`${url}/api/tags`)).json()
  assert.ok(tags.models.some(({ name }: { name: string }) => name === 'gpt-oss:20b'))
  assert.deepEqual((await postJson(`${url}/api/show`, { model: 'llava' }, {})).body.capabilities, ['completion'])
  assert.deepEqual((await postJson(`${url}/api/show`, { model: 'qwen3' }, {})).body.capabilities, [
    'completion',
    'tools',
    'thinking',
  ])
})

test('its OpenAI endpoints show reasoning under another name and need no key', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const base = urlOf('ollama')
  const { body } = await postJson(`${base}/v1/chat/completions`, request({ reasoning_effort: 'low' }), {})
  assert.match(body.choices[0].message.reasoning, /hello there/)
  assert.equal(spoken(await events(`${base}/v1/chat/completions`, request({ stream: true }), {})), 'hello there')
  const message = await postJson(`${base}/v1/messages`, { model: 'qwen3', max_tokens: 9, messages: [user('hi')] }, {})
  assert.equal(message.body.content[0].text, 'hi')
  assert.equal((await postJson(`${base}/api/chat`, request(), { authorization: 'Bearer invalid' })).status, 401)
})
