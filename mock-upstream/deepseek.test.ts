import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, claudeKey, eventsIn, type Loose, post, postJson, upstreamFor } from './test-client.ts'

const user = (content: unknown) => ({ role: 'user', content })
const weather = (strict = false) => ({
  type: 'function',
  function: { name: 'weather', strict, parameters: { type: 'object', properties: {} } },
})
const request = (more: object = {}) => ({ model: 'deepseek-flash', messages: [user('hello there')], ...more })

test('it thinks unless told not to, and the queue shows as blank lines', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const text = await (await post(`${urlOf('deepseek')}/chat/completions`, request())).text()
  assert.ok(text.startsWith('\n\n{'))
  const { message } = JSON.parse(text).choices[0]
  assert.match(message.reasoning_content, /hello there/)
  assert.equal(message.content, 'hello there')
  const quiet = await postJson(`${urlOf('deepseek')}/v1/chat/completions`, request({ thinking: { type: 'disabled' } }))
  assert.equal('reasoning_content' in quiet.body.choices[0].message, false)
})

test('a stream begins with a comment, thinks before it speaks, and ends with usage', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const text = await (
    await post(`${urlOf('deepseek')}/chat/completions`, request({ stream: true, messages: [user('cached 40')] }))
  ).text()
  assert.ok(text.startsWith(': keep-alive\n\n'))
  const list = eventsIn(text)
  const deltas = list.slice(0, -2).map(({ data }) => data.choices[0].delta)
  const firstSpoken = deltas.findIndex(({ content }) => content)
  assert.ok(deltas.slice(0, firstSpoken).every(({ content }) => content === null))
  assert.ok(deltas.slice(firstSpoken).every(({ reasoning_content }) => reasoning_content === null))
  const usage: Loose = list.at(-2)?.data.usage
  assert.deepEqual(
    [usage.prompt_cache_hit_tokens, usage.prompt_cache_hit_tokens + usage.prompt_cache_miss_tokens],
    [40, usage.prompt_tokens],
  )
})

const call = (reasoning?: string) => ({
  role: 'assistant',
  content: null,
  reasoning_content: reasoning,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } }],
})
const result = { role: 'tool', tool_call_id: 'c', content: 'sun' }
for (const [what, path, more, status, reason] of [
  ['a model that was retired', '/chat/completions', { model: 'deepseek-chat' }, 400, /Model Not Exist/],
  [
    'a developer',
    '/chat/completions',
    { messages: [{ role: 'developer', content: 'x' }] },
    422,
    /unknown variant `developer`/,
  ],
  [
    'calls without their thoughts',
    '/chat/completions',
    { tools: [weather()], messages: [user('x'), call(), result] },
    400,
    /Missing `reasoning_content`/,
  ],
  [
    'a prefix outside of beta',
    '/chat/completions',
    { messages: [user('x'), { role: 'assistant', content: 'y', prefix: true }] },
    400,
    /beta/,
  ],
  ['strict tools outside of beta', '/chat/completions', { tools: [weather(true)] }, 400, /beta/],
  ['a schema', '/chat/completions', { response_format: { type: 'json_schema', json_schema: {} } }, 400, /unavailable/],
  ['JSON without the word', '/chat/completions', { response_format: { type: 'json_object' } }, 400, /word 'json'/],
  [
    'pictures on a model without eyes',
    '/chat/completions',
    { model: 'deepseek-v4-pro', messages: [user([{ type: 'image_url', image_url: { url: 'https://x/a.png' } }])] },
    422,
    /image_url/,
  ],
  ['logprobs while thinking', '/chat/completions', { logprobs: true }, 400, /thinking mode/],
  ['an effort it does not know', '/chat/completions', { reasoning_effort: 'medium' }, 422, /reasoning_effort/],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const response = await postJson(urlOf('deepseek') + path, request(more))
    assert.equal(response.status, status)
    assert.match(response.body.error.message, reason)
  })
}

test('beta takes a prefix and strict tools, and calls come back with their thoughts', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const beta = `${urlOf('deepseek')}/beta/chat/completions`
  assert.equal(
    (await postJson(beta, request({ messages: [user('x'), { role: 'assistant', content: 'y', prefix: true }] })))
      .status,
    200,
  )
  assert.equal((await postJson(beta, request({ tools: [weather(true)] }))).status, 200)
  const loop = await postJson(beta, request({ tools: [weather()], messages: [user('x'), call(' '), result] }))
  assert.equal(loop.body.choices[0].message.content, 'The tool weather said: sun.')
})

test('the balance is text in two currencies, and the other dialects are spoken too', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const base = urlOf('deepseek')
  const balance: Loose = await (await fetch(`${base}/user/balance`, { headers: bearer })).json()
  assert.equal(
    balance.balance_infos.find(({ currency }: { currency: string }) => currency === 'CNY').total_balance,
    '110.00',
  )
  const message = await postJson(
    `${base}/anthropic/v1/messages`,
    { model: 'deepseek-flash', max_tokens: 9, messages: [user('hi')] },
    claudeKey,
  )
  assert.equal(message.body.content[0].text, 'hi')
  assert.equal((await postJson(`${base}/responses`, { model: 'deepseek-flash', input: 'hi' })).status, 200)
  assert.equal((await postJson(`${base}/chat/completions`, request(), {})).body.error.type, 'authentication_error')
})
