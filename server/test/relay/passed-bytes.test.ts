import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { useRelay } from '../harness/relay-harness.ts'
import { settledBooks } from './books.ts'
import { type Loose, send } from './send.ts'
import { type SteeredRequest, startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite', {}, ({ options }) => options({ RetryTimes: '1' }))

const long = 'He said: "the toll is a penny"\\ — not even the ferryman’s horse 🐎 paid.\n'.repeat(80)
/** As no serialiser of ours writes it, so that the client's own bytes can be told from ours. */
const oddly = (value: unknown) => JSON.stringify(value, null, 1).replaceAll('horse', '\\u0068orse')

const messages = oddly([
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: long }] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'paid' },
])
const contents = oddly([{ role: 'user', parts: [{ text: long }] }])
const turns = oddly([{ role: 'user', content: [{ type: 'text', text: long, cache_control: { type: 'ephemeral' } }] }])

const completion = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 1, total_tokens: 1001 },
}
const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'text', text: 'yes' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1000, output_tokens: 1 },
}
const generated = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'yes' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 1, totalTokenCount: 1001 },
}

type Way = { type?: number; model?: string; path?: string; mapping?: object; setting?: object; response?: object }

/** Sends the body through a channel, responds to it, and gives the request that reached the upstream. */
async function passed(t: TestContext, body: string | Buffer, way: Way = {}, headers: Record<string, string> = {}) {
  const {
    type = 1,
    model = 'gpt-4o',
    path = '/v1/chat/completions',
    mapping,
    setting,
    response: result = completion,
  } = way
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ type, models: model, base_url: upstream.url, model_mapping: mapping, setting })
  const mine = await here.key()
  const sent = { key: mine.key, body, headers: { 'content-type': 'application/json', ...headers } }
  const response = send(relay, path, sent)
  const arrived = await Promise.race([upstream.next(), response.then(({ text }) => assert.fail(text))])
  arrived.response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
  const { status, text } = await response
  assert.equal(status, 200, text)
  const { rows } = await settledBooks(relay, mine)
  assert.equal(rows.length, 1)
  return { arrived: arrived as SteeredRequest, text }
}

const request = (more = '') => `{ "model" : "gpt-4o", "messages" : ${messages}${more} }`

test('a long request in which nothing changes reaches the upstream in its own bytes', async (t) => {
  const { arrived, text } = await passed(t, request(', "temperature": 0.5'))
  assert.equal(arrived.text, request(', "temperature": 0.5'))
  assert.equal(arrived.request.headers['content-type'], 'application/json')
  assert.equal(Number(arrived.request.headers['content-length']), Buffer.byteLength(arrived.text))
  assert.equal(text, JSON.stringify(completion))
})

test('where only the model is another, the messages pass', async (t) => {
  const { arrived } = await passed(t, request(), { mapping: { 'gpt-4o': 'gpt-4o-mini' } })
  assert.ok(arrived.text.includes(messages))
  assert.deepEqual(arrived.body, { model: 'gpt-4o-mini', messages: JSON.parse(messages) as Loose })
})

test('a stream requests its usage, and the messages pass', async (t) => {
  const { arrived } = await passed(t, request(',"stream":true,"stream_options":{"include_usage":false}'))
  assert.ok(arrived.text.includes(messages))
  assert.deepEqual(arrived.body.stream_options, { include_usage: true })
})

test('what the gate drops does not pass with the bytes', async (t) => {
  const { arrived } = await passed(
    t,
    request(',"api_base":"http://127.0.0.1","max_tokens":0,"tools":[],"service_tier":"flex"'),
  )
  assert.ok(arrived.text.includes(messages))
  assert.deepEqual(Object.keys(arrived.body), ['model', 'messages'])
})

test('a byte-order mark and compression are the client’s, not the upstream’s', async (t) => {
  const marked = await passed(t, `\ufeff${request()}`)
  assert.equal(marked.arrived.text, request())
  const packed = await passed(t, brotliCompressSync(request()), {}, { 'content-encoding': 'br' })
  assert.equal(packed.arrived.text, request())
  assert.equal(packed.arrived.request.headers['content-encoding'], undefined)
})

test('a message that the translation changes is written anew', async (t) => {
  const picture = `{"model":"gpt-4o","messages":${oddly([{ role: 'user', name: null, content: long }])}}`
  const { arrived } = await passed(t, picture)
  assert.deepEqual(arrived.body.messages, [{ role: 'user', content: long }])
})

test('Anthropic’s and Gemini’s requests pass to upstreams of their dialects', async (t) => {
  const claude = { type: 14, model: 'claude-sonnet-4-5', path: '/v1/messages', response: message }
  const sent = `{"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": ${turns}}`
  assert.equal((await passed(t, sent, claude)).arrived.text, sent)
  const gemini = { type: 24, model: 'gemini-2.5-flash', path: '/v1beta/models/gemini-2.5-flash:generateContent' }
  const { arrived } = await passed(t, `{"contents": ${contents}}`, { ...gemini, response: generated })
  assert.ok(arrived.text.includes(contents))
})

test('where the upstream speaks another dialect, the request is translated', async (t) => {
  const claude = { type: 14, model: 'claude-sonnet-4-5', response: message }
  const sent = `{"model":"claude-sonnet-4-5","messages":${oddly([{ role: 'user', content: long }])}}`
  const { arrived } = await passed(t, sent, claude)
  assert.equal(arrived.body.max_tokens > 0, true)
  assert.deepEqual(arrived.body.messages[0].role, 'user')
})

test('a second channel gets the same bytes when the first one fails', async (t) => {
  const [first, second] = [await startSteeredUpstream(t), await startSteeredUpstream(t)]
  const here = relay.place()
  await here.channel({ base_url: first.url, priority: 2 })
  await here.channel({ base_url: second.url, priority: 1 })
  const mine = await here.key()
  const response = send(relay, '/v1/chat/completions', { key: mine.key, body: request() })
  const failed = await first.next()
  failed.response.writeHead(500).end('{}')
  const served = await Promise.race([second.next(), response.then(({ text }) => assert.fail(text))])
  served.response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
  assert.equal((await response).status, 200)
  assert.equal(failed.text, request())
  assert.equal(served.text, request())
})
