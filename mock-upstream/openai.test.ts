import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, post, postJson, spoken, upstreamFor } from './test-client.ts'

const path = '/v1/chat/completions'
const user = (content: unknown) => [{ role: 'user', content }]
const weather = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}
const chat = (more: object = {}) => ({ model: 'gpt-4o-mini', messages: user('hello there'), ...more })

test('a chat response echoes the user, with usage', async (t) => {
  const { url } = await upstreamFor(t)
  const { status, body } = await postJson(url + path, chat())
  assert.equal(status, 200)
  assert.match(body.id, /^chatcmpl-.{24}$/)
  assert.deepEqual([body.object, body.model], ['chat.completion', 'gpt-4o-mini'])
  assert.equal(body.choices[0].message.content, 'hello there')
  assert.equal(body.choices[0].finish_reason, 'stop')
  assert.deepEqual([body.usage.prompt_tokens, body.usage.completion_tokens, body.usage.total_tokens], [3, 3, 6])
})

test('a chat stream has a role, pieces, an end and a marker; usage only on request', async (t) => {
  const { url } = await upstreamFor(t)
  const plain = await events(url + path, chat({ stream: true }))
  assert.equal(plain[0]?.data.choices[0].delta.role, 'assistant')
  assert.equal(spoken(plain), 'hello there')
  assert.ok(plain.length >= 5)
  assert.equal(plain.at(-2)?.data.choices[0].finish_reason, 'stop')
  assert.equal(plain.at(-1)?.data, '[DONE]')
  assert.ok(plain.every(({ data }) => data.usage === undefined))

  const counted = await events(url + path, chat({ stream: true, stream_options: { include_usage: true } }))
  assert.deepEqual(counted.at(-2)?.data.choices, [])
  assert.equal(counted.at(-2)?.data.usage.total_tokens, 6)
  assert.ok(counted.slice(0, -2).every(({ data }) => data.usage === null))
  assert.equal(new Set(counted.slice(0, -1).map(({ data }) => data.id)).size, 1)
})

test('tools are called as the user says, in parallel, and their results are quoted', async (t) => {
  const { url } = await upstreamFor(t)
  const request = chat({
    tools: [weather],
    messages: user('call weather with {"city":"Oslo"} and call weather with {"city":"Rome"}'),
  })
  const { body } = await postJson(url + path, request)
  const [first, second] = body.choices[0].message.tool_calls
  assert.equal(body.choices[0].message.content, null)
  assert.equal(body.choices[0].finish_reason, 'tool_calls')
  assert.deepEqual([first.function.arguments, second.function.arguments], ['{"city":"Oslo"}', '{"city":"Rome"}'])

  const chunks = await events(url + path, { ...request, stream: true })
  const deltas = chunks.flatMap(({ data }) => data.choices?.[0]?.delta?.tool_calls ?? [])
  assert.deepEqual(
    deltas.filter(({ id }) => id).map(({ index }) => index),
    [0, 1],
  )
  assert.equal(
    deltas
      .filter(({ index }) => index === 1)
      .map((delta) => delta.function.arguments)
      .join(''),
    '{"city":"Rome"}',
  )

  const results = ['sunny', 'rain'].map((content, index) => ({
    role: 'tool',
    tool_call_id: [first, second][index].id,
    content,
  }))
  const after = await postJson(url + path, {
    ...request,
    messages: [...request.messages, body.choices[0].message, ...results],
  })
  assert.equal(after.body.choices[0].message.content, 'The tool weather said: sunny. The tool weather said: rain.')
})

test('a parameter that OpenAI does not know is refused, in the words of the model', async (t) => {
  const { url, urlOf } = await upstreamFor(t)
  const older = await postJson(url + path, chat({ top_k: 1, enable_thinking: true }))
  assert.equal(older.status, 400)
  assert.deepEqual(older.body.error, {
    message: 'Unrecognized request arguments supplied: enable_thinking, top_k',
    type: 'invalid_request_error',
    param: null,
    code: null,
  })
  const reasoning = await postJson(url + path, chat({ model: 'o4-mini', top_k: 1 }))
  assert.deepEqual(reasoning.body.error, {
    message: "Unknown parameter: 'top_k'.",
    type: 'invalid_request_error',
    param: 'top_k',
    code: 'unknown_parameter',
  })
  const elsewhere = await postJson(urlOf('compatible') + path, chat({ top_k: 1 }))
  assert.equal(elsewhere.status, 200)
})

test('a tool that the request names is the one that is called', async (t) => {
  const { url } = await upstreamFor(t)
  const time = { type: 'function', function: { name: 'time' } }
  const called = async (tool_choice: unknown) => {
    const { body } = await postJson(url + path, chat({ tools: [weather, time], tool_choice }))
    return body.choices[0].message.tool_calls?.map((call: { function: { name: string } }) => call.function.name)
  }
  assert.deepEqual(await called({ type: 'function', function: { name: 'time' } }), ['time'])
  assert.deepEqual(await called('required'), ['weather'])
  assert.equal(await called('auto'), undefined)
})

test('legacy functions get a function call', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(
    url + path,
    chat({ functions: [weather.function], messages: user('call weather with {"city":"Oslo"}') }),
  )
  assert.deepEqual(body.choices[0].message.function_call, { name: 'weather', arguments: '{"city":"Oslo"}' })
  assert.equal(body.choices[0].finish_reason, 'function_call')
})

test('formats, media, choices, caps and stops are honoured', async (t) => {
  const { url } = await upstreamFor(t)
  const content = async (more: object) => (await postJson(url + path, chat(more))).body.choices[0]
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
  const format = { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } }
  assert.deepEqual(JSON.parse((await content({ response_format: format })).message.content), { a: 'hello there' })
  const asJson = await content({ response_format: { type: 'json_object' }, messages: user('as json') })
  assert.deepEqual(JSON.parse(asJson.message.content), { echo: 'as json' })

  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }
  const remote = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
  const seen = await content({ messages: user([{ type: 'text', text: 'what?' }, picture, remote]) })
  assert.equal(seen.message.content, 'Received 2 media (image/png, by address). what?')

  assert.equal((await content({ max_tokens: 1 })).finish_reason, 'length')
  assert.equal((await content({ stop: 'there' })).message.content, 'hello ')
  const { body } = await postJson(url + path, chat({ n: 3 }))
  assert.deepEqual(
    body.choices.map(({ index }: { index: number }) => index),
    [0, 1, 2],
  )
  assert.equal(body.usage.completion_tokens, 9)
})

test('OpenAI models think unseen, others show it, and cached tokens are reported', async (t) => {
  const { url } = await upstreamFor(t)
  const hidden = await postJson(url + path, { model: 'gpt-5.1', reasoning_effort: 'low', messages: user('cached 64') })
  assert.ok(hidden.body.usage.completion_tokens_details.reasoning_tokens > 0)
  assert.equal('reasoning_content' in hidden.body.choices[0].message, false)
  assert.equal(hidden.body.usage.prompt_tokens_details.cached_tokens, 64)
  const shown = await postJson(url + path, { model: 'some-model', reasoning_effort: 'low', messages: user('hi') })
  assert.match(shown.body.choices[0].message.reasoning_content, /hi/)
})

const refusals: [string, object, number, string | null, string | null][] = [
  ['no model', { model: undefined }, 400, null, null],
  ['no messages', { messages: undefined }, 400, 'missing_required_parameter', 'messages'],
  ['messages that are no list', { messages: 'hi' }, 400, 'invalid_type', 'messages'],
  ['a message that is no object', { messages: ['hi'] }, 400, 'invalid_type', 'messages[0]'],
  [
    'a file without data',
    { messages: user([{ type: 'file', file: {} }]) },
    400,
    'missing_required_parameter',
    'messages[0].content[0].file.file_id',
  ],
  [
    'audio of an odd format',
    { messages: user([{ type: 'input_audio', input_audio: { data: 'x', format: 'ogg' } }]) },
    400,
    'invalid_value',
    'messages[0].content[0].input_audio.format',
  ],
  [
    'a part of another turn',
    { messages: user([{ type: 'refusal', refusal: 'x' }]) },
    400,
    'invalid_value',
    'messages[0].content[0].type',
  ],
  [
    'a choice of a tool that is not there',
    { tools: [weather], tool_choice: { type: 'function', function: { name: 'f' } } },
    400,
    'invalid_value',
    'tool_choice',
  ],
  [
    'a tool with an odd name',
    { tools: [{ type: 'function', function: { name: 'a b' } }] },
    400,
    'invalid_value',
    'tools[0].function.name',
  ],
  [
    'a strict tool that is open',
    { tools: [{ type: 'function', function: { ...weather.function, strict: true } }] },
    400,
    'invalid_json_schema',
    'tools[0].function.parameters',
  ],
  ['five stops', { stop: ['a', 'b', 'c', 'd', 'e'] }, 400, 'array_above_max_length', 'stop'],
  ['no choices', { n: 0 }, 400, 'invalid_value', 'n'],
  ['a cap of nothing', { max_tokens: 0 }, 400, 'integer_below_min_value', 'max_tokens'],
  [
    'a schema without a name',
    { response_format: { type: 'json_schema', json_schema: { schema: {} } } },
    400,
    'missing_required_parameter',
    'response_format.json_schema.name',
  ],
  ['tuning a model that searches', { model: 'gpt-4o-search-preview', temperature: 1 }, 400, null, 'temperature'],
  ['verbosity on older models', { verbosity: 'low' }, 400, 'unsupported_value', 'verbosity'],
  ['empty messages', { messages: [] }, 400, 'empty_array', 'messages'],
  ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, 400, 'invalid_value', 'messages[0].role'],
  ['null content of a user', { messages: user(null) }, 400, 'invalid_type', 'messages[0].content'],
  [
    'an image that is a bare string',
    { messages: user([{ type: 'image_url', image_url: 'https://x' }]) },
    400,
    'invalid_type',
    'messages[0].content[0].image_url',
  ],
  [
    'a tool result without a call',
    { messages: [...user('x'), { role: 'tool', tool_call_id: 'c', content: '1' }] },
    400,
    null,
    'messages[1].role',
  ],
  [
    'a call without a result',
    {
      messages: [
        ...user('x'),
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
      ],
    },
    400,
    null,
    'messages',
  ],
  ['stream options without a stream', { stream_options: { include_usage: true } }, 400, null, 'stream_options'],
  ['both caps', { max_tokens: 1, max_completion_tokens: 1 }, 400, 'invalid_parameter_combination', 'max_tokens'],
  ['too high a temperature', { temperature: 3 }, 400, 'decimal_above_max_value', 'temperature'],
  ['JSON without the word', { response_format: { type: 'json_object' } }, 400, null, 'messages'],
  ['empty tools', { tools: [] }, 400, 'empty_array', 'tools'],
  ['a tool choice without tools', { tool_choice: 'auto' }, 400, null, 'tool_choice'],
  ['the old cap on a reasoning model', { model: 'gpt-5.1', max_tokens: 5 }, 400, 'unsupported_parameter', 'max_tokens'],
  ['a temperature on a reasoning model', { model: 'o3', temperature: 0.2 }, 400, 'unsupported_value', 'temperature'],
  ['stop on a reasoning model', { model: 'o3', stop: 'x' }, 400, 'unsupported_parameter', 'stop'],
  [
    'an effort that the model lacks',
    { model: 'gpt-5.6', reasoning_effort: 'minimal' },
    400,
    'unsupported_value',
    'reasoning_effort',
  ],
  ['functions with reasoning on a newer model', { model: 'gpt-5.6', tools: [weather] }, 400, null, 'reasoning_effort'],
  ['functions without an effort', { model: 'gpt-5.5', tools: [weather] }, 400, null, 'reasoning_effort'],
  [
    'functions on a model that always reasons',
    { model: 'gpt-6-astra', tools: [weather], reasoning_effort: 'low' },
    400,
    null,
    'reasoning_effort',
  ],
  [
    'no reasoning of a model that always reasons',
    { model: 'gpt-6.1-sol', reasoning_effort: 'none' },
    400,
    'unsupported_value',
    'reasoning_effort',
  ],
  [
    'the effort of Responses',
    { model: 'gpt-5.6', reasoning_effort: 'max' },
    400,
    'unsupported_value',
    'reasoning_effort',
  ],
  ['a temperature while reasoning', { model: 'gpt-5.5', temperature: 0 }, 400, 'unsupported_value', 'temperature'],
  [
    'effort on a model that does not reason',
    { reasoning_effort: 'low' },
    400,
    'unsupported_parameter',
    'reasoning_effort',
  ],
  ['a model that only Responses has', { model: 'gpt-5.5-pro' }, 404, null, 'model'],
  ['a model that nobody has', { model: 'no-such-model' }, 404, 'model_not_found', null],
]
for (const [what, more, status, code, param] of refusals) {
  test(`chat refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const response = await postJson(url + path, chat(more))
    assert.equal(response.status, status)
    assert.deepEqual([response.body.error.code, response.body.error.param], [code, param])
    assert.equal(response.body.error.type, 'invalid_request_error')
  })
}

test('a model whose default is not to reason may be tuned and call functions', async (t) => {
  const { url } = await upstreamFor(t)
  const { status, body } = await postJson(url + path, chat({ model: 'gpt-5.4', tools: [weather], temperature: 0.3 }))
  assert.deepEqual([status, body.usage.completion_tokens_details.reasoning_tokens], [200, 0])
})

test('functions on a newer model are fine once it does not reason', async (t) => {
  const { url } = await upstreamFor(t)
  const { status } = await postJson(
    url + path,
    chat({ model: 'gpt-5.6', tools: [weather], reasoning_effort: 'none', temperature: 0.3 }),
  )
  assert.equal(status, 200)
})

test('a missing, a blank and a wrong key are refused, and so is a body that is no JSON', async (t) => {
  const { url } = await upstreamFor(t)
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer sk-invalid' }] as Record<
    string,
    string
  >[]) {
    const { status, body } = await postJson(url + path, chat(), headers)
    assert.deepEqual([status, body.error.type], [401, 'invalid_request_error'])
  }
  assert.equal((await postJson(url + path, '{"model":')).status, 400)
  assert.equal((await post(url + path, chat(), { ...bearer, 'content-type': 'text/plain' })).status, 400)
  assert.equal((await postJson(`${url}/v1/nothing`, {})).status, 404)
})

test('legacy completions stop after sixteen tokens unless told otherwise', async (t) => {
  const { url } = await upstreamFor(t)
  const complete = (more: object) => ({ model: 'gpt-3.5-turbo-instruct', prompt: 'say 30 words', ...more })
  const { body } = await postJson(`${url}/v1/completions`, complete({}))
  assert.deepEqual([body.choices[0].finish_reason, body.usage.completion_tokens], ['length', 16])
  const streamed = await events(
    `${url}/v1/completions`,
    complete({ max_tokens: 40, stream: true, stream_options: { include_usage: true } }),
  )
  assert.equal(
    streamed
      .map(({ data }) => data.choices?.[0]?.text ?? '')
      .join('')
      .split(' ').length,
    30,
  )
  assert.equal(streamed.at(-2)?.data.usage.completion_tokens, 30)
  const two = await postJson(`${url}/v1/completions`, complete({ prompt: ['a', 'b'] }))
  assert.deepEqual(
    two.body.choices.map(({ text }: { text: string }) => text),
    ['a', 'b'],
  )
})

test('models are listed and looked up', async (t) => {
  const { url } = await upstreamFor(t)
  const get = async (path: string) => JSON.parse(await (await fetch(url + path, { headers: bearer })).text())
  assert.equal((await get('/v1/models')).object, 'list')
  assert.equal((await get('/v1/models/gpt-4.1')).id, 'gpt-4.1')
  assert.equal((await get('/v1/models/no-such-model')).error.code, 'model_not_found')
})

test('the balance is what the limit leaves after what was used', async (t) => {
  const { url } = await upstreamFor(t)
  const get = async (path: string) => JSON.parse(await (await fetch(url + path, { headers: bearer })).text())
  const { hard_limit_usd } = await get('/v1/dashboard/billing/subscription')
  const { total_usage } = await get('/v1/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-30')
  assert.equal(hard_limit_usd - total_usage / 100, 100)
  assert.equal((await get('/v1/dashboard/billing/usage')).error.param, 'start_date')
})
