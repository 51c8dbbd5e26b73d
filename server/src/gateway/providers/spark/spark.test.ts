import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Provider, Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { signAddress } from './sign.ts'
import { spark } from './spark.ts'

const signingKey = 'APPID|as-demo-0001|ak-demo-0001'
const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 18, key: signingKey, base_url: '', model: 'Spark-Max', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }

function providerOf(key = signingKey): Provider {
  const provider = spark.variant?.(target({ key }))
  assert.ok(provider)
  return provider
}
const bySocket = providerOf()
const byHttp = providerOf('password:secret')

const sent = (call: Partial<ChatRequest>, fields: Partial<Target> = {}) => {
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'U' }], ...call }
  const sending = providerOf(fields.key).chat?.request(request, target(fields))
  assert.ok(sending)
  return { ...sending, body: sending.body as JsonObject }
}
const sentByHttp = (request: Partial<ChatRequest>, fields: Partial<Target> = {}) =>
  sent(request, { key: 'password:secret', ...fields })

test('a key of three parts signs, one without parts is a password, and others are refused unsent', () => {
  assert.match(sent({}).url, /^wss:/)
  assert.equal(sentByHttp({}).headers.authorization, 'Bearer password:secret')
  for (const key of ['', 'a|b', 'a|b|c|d', 'a||c'])
    assert.throws(() => providerOf(key), { kind: 'bad_key', code: 'channel:invalid_key' }, key)
})

const signedAddress =
  'wss://spark-api.xf-yun.com/v3.5/chat?authorization=YXBpX2tleT0iYWstZGVtby0wMDAxIiwgYWxnb3JpdGhtPSJobWFjLXNoYTI1NiIsIGhlYWRlcnM9Imhvc3QgZGF0ZSByZXF1ZXN0LWxpbmUiLCBzaWduYXR1cmU9Ikxsc3phdUlkaGU0UlNKOUh2Qlo0T3NhMDZMOFFDSVQzYytMclUyMk9LQU09Ig%3D%3D&date=Tue%2C+14+Nov+2023+22%3A13%3A20+GMT&host=spark-api.xf-yun.com'

test('the address of a connection is signed with the time', async () => {
  const { url, headers, sign } = sent({})
  assert.equal(url, 'wss://spark-api.xf-yun.com/v3.5/chat')
  const signed = await sign?.({ method: 'GET', url, headers, body: '' }, 1_700_000_000)
  assert.equal(signed?.url, signedAddress)
  const claim = Buffer.from(new URL(signedAddress).searchParams.get('authorization') ?? '', 'base64').toString()
  assert.ok(claim.includes('signature="LlszauIdhe4RSJ9HvBZ4Osa06L8QCIT3c+LrU22OKAM="'), claim)
  const other = signAddress('ws://proxy.example:81/spark/v3.5/chat', {
    path: '/v3.5/chat',
    apiKey: 'k',
    apiSecret: 's',
    now: 1,
  })
  assert.equal(new URL(other).searchParams.get('host'), 'proxy.example:81')
})

test('instructions are told by the user where they have no role, and the temperature is bounded', () => {
  const { url, body } = sent(
    {
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'U' },
      ],
      temperature: 1.5,
    },
    { model: 'SparkDesk-v3.1' },
  )
  assert.equal(url, 'wss://spark-api.xf-yun.com/v3.1/chat')
  assert.deepEqual(body, {
    header: { app_id: 'APPID' },
    parameter: { chat: { domain: 'generalv3', temperature: 1 } },
    payload: {
      message: {
        text: [
          { role: 'user', content: 'S' },
          { role: 'assistant', content: 'Okay' },
          { role: 'user', content: 'U' },
        ],
      },
    },
  })
  const messages: ChatRequest['messages'] = [{ role: 'developer', content: 'S' }]
  for (const model of ['Spark-Max', 'Spark-4.0-Ultra', 'spark-x'])
    assert.deepEqual(sent({ messages }, { model }).body.payload, {
      message: { text: [{ role: 'system', content: 'S' }] },
    })
})

/** Path and domain, which must agree. */
const lineOf = (fields: Partial<Target>) => {
  const { url, body } = sent({}, fields)
  const { chat } = body.parameter as { chat: JsonObject }
  return [new URL(url).pathname, chat.domain]
}

test('the model’s name, then the channel, say the version', () => {
  const lines: [string, string, string][] = [
    ['SparkDesk-v1.1', '/v1.1/chat', 'lite'],
    ['SparkDesk-v2.1', '/v2.1/chat', 'generalv2'],
    ['SparkDesk-v3.1', '/v3.1/chat', 'generalv3'],
    ['SparkDesk-v3.1-128K', '/chat/pro-128k', 'pro-128k'],
    ['SparkDesk-v3.5', '/v3.5/chat', 'generalv3.5'],
    ['SparkDesk-v3.5-32K', '/chat/max-32k', 'max-32k'],
    ['SparkDesk-v4.0', '/v4.0/chat', '4.0Ultra'],
    ['SparkDesk-v5.0', '/v5.0/chat', 'generalv5.0'],
    ['Spark-Lite', '/v1.1/chat', 'lite'],
    ['Spark-Pro', '/v3.1/chat', 'generalv3'],
    ['Spark-Pro-128K', '/chat/pro-128k', 'pro-128k'],
    ['Spark-Max', '/v3.5/chat', 'generalv3.5'],
    ['Spark-Max-32K', '/chat/max-32k', 'max-32k'],
    ['Spark-4.0-Ultra', '/v4.0/chat', '4.0Ultra'],
    ['spark-x', '/v1/x1', 'spark-x'],
    ['SparkDesk', '/v2.1/chat', 'generalv2'],
  ]
  for (const [model, path, domain] of lines) assert.deepEqual(lineOf({ model }), [path, domain], model)
  assert.deepEqual(lineOf({ model: 'SparkDesk', other: 'v4.0' }), ['/v4.0/chat', '4.0Ultra'])
  assert.deepEqual(lineOf({ model: 'Spark-Lite', other: 'v4.0' }), ['/v1.1/chat', 'lite'])
  assert.throws(() => lineOf({ model: 'SparkDesk', other: '../x' }), { kind: 'bad_key' })
})

test('a client’s own version counts most, and one that is none is passed over', () => {
  const other = (version: string) => spark.chooses?.('v3.1', { 'api-version': version }) ?? ''
  assert.deepEqual(lineOf({ model: 'Spark-Lite', other: other('v4.0') }), ['/v4.0/chat', '4.0Ultra'])
  assert.deepEqual(lineOf({ model: 'SparkDesk', other: other('../../x') }), ['/v3.1/chat', 'generalv3'])
  assert.equal(spark.chooses?.('v3.1', {}), 'v3.1')
})

test('what has no place in a message is left out, and the rest has its own', () => {
  const { body } = sent({
    user: 'u'.repeat(40),
    max_tokens: 9,
    max_completion_tokens: 7,
    temperature: 0,
    top_k: 5,
    n: 3,
    top_p: 0.5,
    stop: 'x',
    seed: 1,
    response_format: { type: 'json_object' },
  })
  assert.deepEqual(body.header, { app_id: 'APPID', uid: 'u'.repeat(32) })
  assert.deepEqual(body.parameter, { chat: { domain: 'generalv3.5', max_tokens: 7, top_k: 5 } })
  assert.deepEqual(sent({ n: 3, top_k: 7 }).body.parameter, { chat: { domain: 'generalv3.5' } })
})

test('tools are functions of the lines that have them, and results come from the user', () => {
  const parameters = { type: 'object', properties: {} }
  const tools = [{ type: 'function', function: { name: 'f', description: 'd', parameters } }]
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: 'q' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'r' },
  ]
  assert.deepEqual(sent({ tools, messages }).body.payload, {
    message: {
      text: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'f({})' },
        { role: 'user', content: 'r' },
      ],
    },
    functions: { text: [{ name: 'f', description: 'd', parameters }] },
  })
  assert.throws(() => sent({ tools }, { model: 'Spark-Lite' }), { kind: 'unsupported' })
  const pictures: ChatRequest['messages'] = [
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x/1.png' } }] },
  ]
  assert.throws(() => sent({ messages: pictures }), { kind: 'unsupported' })
})

/** The chunks of messages, and whether the decoder took the last one for the end. */
function decoded(messages: object[], provider = bySocket) {
  const decoder = provider.chat?.stream(facts)
  assert.ok(decoder)
  const chunks: ChatChunk[] = messages.flatMap((message) => decoder.push({ data: JSON.stringify(message) }))
  const isOver = decoder.isOver?.()
  return { chunks: [...chunks, ...decoder.end()], isOver }
}
const seen = ({ chunks }: ReturnType<typeof decoded>) =>
  chunks.map(({ choices: [choice] }) => [choice?.delta.content, choice?.finish_reason])

test('messages are the chunks of the response, and the one with status 2 ends it', () => {
  const first = {
    header: { code: 0, status: 0 },
    payload: { choices: { status: 0, text: [{ content: 'Hi', role: 'assistant' }] } },
  }
  const usage = { text: { question_tokens: 1, prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 } }
  const last = {
    header: { code: 0, status: 2 },
    payload: { choices: { status: 2, text: [{ content: '!', role: 'assistant' }] }, usage },
  }
  const response = decoded([first, last])
  assert.deepEqual(seen(response), [
    ['Hi', null],
    ['!', 'stop'],
  ])
  assert.deepEqual([response.chunks[1]?.usage?.input, response.chunks[1]?.usage?.output], [4, 2])
  assert.equal(response.isOver, true)
  assert.throws(() => decoded([first]), { kind: 'network' })
  assert.equal(bySocket.chat?.onlyStreams, true)
})

test('reasoning and calls have their own places', () => {
  const message = (text: object, status: number) => ({
    header: { code: 0, status },
    payload: { choices: { status, text: [text] } },
  })
  const { chunks } = decoded([
    message({ reasoning_content: 'r', content: '' }, 0),
    message({ content: '', function_call: { name: 'f', arguments: '{}' } }, 2),
  ])
  const [first, last] = chunks.map(({ choices: [choice] }) => choice)
  assert.equal(first?.delta.reasoning_content, 'r')
  assert.deepEqual(last?.delta.tool_calls?.[0]?.function, { name: 'f', arguments: '{}' })
  assert.equal(last?.finish_reason, 'tool_calls')
})

test('a code that is not 0 is a failure, but for output that was stopped', () => {
  const failing = (code: number) => () => decoded([{ header: { code, message: 'm', sid: 's' } }])
  assert.throws(() => decoded([{ header: { code: 11_200, message: 'AppIdNoAuthError' } }]), {
    status: 401,
    kind: 'bad_key',
    code: '11200',
    type: 'authentication_error',
  })
  const kinds = {
    bad_request: [10_003, 10_004, 10_005, 10_163],
    rate_limited: [10_006, 10_007, 11_201, 11_202, 11_203],
    overloaded: [10_008, 10_110, 10_012, 10_000, 10_001, 10_002, 10_009, 10_010, 10_011],
    content_refused: [10_013, 10_021],
    bad_key: [10_015, 10_016, 11_200],
    no_model: [10_404],
    too_long: [10_907],
  }
  for (const [kind, codes] of Object.entries(kinds))
    for (const code of codes) assert.throws(failing(code), { kind }, `${code}`)
  const said = { header: { code: 0, status: 1 }, payload: { choices: { status: 1, text: [{ content: 'x' }] } } }
  for (const code of [10_014, 10_019]) {
    const response = decoded([said, { header: { code, message: 'm' } }])
    assert.deepEqual(seen(response).at(-1), [undefined, 'content_filter'])
    assert.equal(response.isOver, true)
  }
})

test('a refused handshake is about the key', () => {
  for (const status of [401, 403])
    assert.equal(bySocket.failure(status, { message: 'HMAC signature cannot be verified' }, {}).kind, 'bad_key')
})

test('over HTTP the names are those of the vendor, and reasoning has its own path', () => {
  const named = (model: string, other = '') => {
    const { url, body } = sentByHttp({}, { model, other })
    return [url, body.model]
  }
  const first = 'https://spark-api-open.xf-yun.com/v1/chat/completions'
  assert.deepEqual(named('Spark-Lite'), [first, 'lite'])
  assert.deepEqual(named('SparkDesk-v3.5'), [first, 'generalv3.5'])
  assert.deepEqual(named('SparkDesk', 'v4.0'), [first, '4.0Ultra'])
  assert.deepEqual(named('4.0Ultra'), [first, '4.0Ultra'])
  assert.deepEqual(named('spark-x2.5'), [first, 'spark-x2.5'])
  assert.deepEqual(named('spark-x'), ['https://spark-api-open.xf-yun.com/v2/chat/completions', 'spark-x'])
  const tools = [{ type: 'web_search', web_search: { enable: true } }]
  const { body } = sentByHttp({ tools, top_k: 3, max_completion_tokens: 5, stream: true, thinking: { type: 'auto' } })
  assert.deepEqual(body, {
    model: 'generalv3.5',
    messages: [{ role: 'user', content: 'U' }],
    tools,
    top_k: 3,
    max_tokens: 5,
    stream: true,
    thinking: { type: 'auto' },
  })
})

test('over HTTP a code beside the choices is a failure too', () => {
  const chunk = { code: 0, message: 'Success', sid: 's', choices: [{ index: 0, delta: { content: 'x' } }] }
  assert.equal(
    decoded([chunk, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }], byHttp).chunks[0]?.extra,
    undefined,
  )
  const stopped = decoded([chunk, { code: 10_014, message: 'm', sid: 's' }], byHttp)
  assert.deepEqual(seen(stopped), [
    ['x', null],
    [undefined, 'content_filter'],
  ])
  assert.throws(() => decoded([{ code: 10_013, message: 'm', sid: 's' }], byHttp), { kind: 'content_refused' })
  assert.throws(() => byHttp.chat?.response({ code: 11_201, message: 'm' }, facts), {
    kind: 'rate_limited',
    status: 429,
  })
  assert.equal(byHttp.failure(400, { error: { message: 'm', code: '10907' } }, {}).kind, 'too_long')
})

// https://www.xfyun.cn/doc/spark/Spark-X2.5.html, 2026-11-18
test('the X2.5 line has fixed sampling, and its limit counts reasoning', () => {
  const sampling = { temperature: 0.5, top_p: 0.5, presence_penalty: 1, frequency_penalty: 1 }
  const { body } = sentByHttp({ ...sampling, max_tokens: 9 }, { model: 'spark-x2.5-4b' })
  assert.deepEqual(body, {
    model: 'spark-x2.5-4b',
    messages: [{ role: 'user', content: 'U' }],
    max_completion_tokens: 9,
  })
  assert.equal(sentByHttp({ max_tokens: 9, temperature: 0.5 }, { model: 'spark-x' }).body.max_tokens, 9)
})

test('a version in the base URL is that of the models without a known one', () => {
  const url = (model: string, base_url: string) => sentByHttp({}, { model, base_url }).url
  const host = 'https://spark-api-open.xf-yun.com'
  assert.equal(url('spark-x2.5', `${host}/v3`), `${host}/v3/chat/completions`)
  assert.equal(url('spark-x2.5', host), `${host}/v1/chat/completions`)
  assert.equal(url('spark-x', `${host}/v1`), `${host}/v2/chat/completions`)
})
