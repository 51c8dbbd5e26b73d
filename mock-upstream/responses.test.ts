import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, postJson, upstreamFor } from './test-client.ts'

const path = '/v1/responses'
const weather = { type: 'function', name: 'weather', strict: false, parameters: { type: 'object', properties: {} } }

test('a response holds reasoning, a message and usage', async (t) => {
  const { url } = await upstreamFor(t)
  const { status, body } = await postJson(url + path, {
    model: 'gpt-5.6',
    input: 'hello',
    reasoning: { effort: 'low', summary: 'auto' },
  })
  assert.equal(status, 200)
  const [reasoning, message] = body.output
  assert.match(reasoning.summary[0].text, /hello/)
  assert.equal(message.content[0].text, 'hello')
  assert.equal(body.usage.output_tokens_details.reasoning_tokens + 2, body.usage.output_tokens)
  assert.equal(body.status, 'completed')
})

test('a stream tells its events in order, numbered, without an end marker', async (t) => {
  const { url } = await upstreamFor(t)
  const list = await events(url + path, { model: 'gpt-4.1', input: 'Hi', stream: true })
  const types = list.map(({ event }) => event?.replace('response.', ''))
  assert.deepEqual(
    [...new Set(types)],
    [
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ],
  )
  assert.deepEqual(
    list.map(({ data }) => data.sequence_number),
    list.map((_, index) => index),
  )
  assert.ok(list.every(({ event, data }) => event === data.type))
  assert.equal(list.at(-1)?.data.response.usage.total_tokens, 2)
})

test('functions are called, and the call needs its result', async (t) => {
  const { url } = await upstreamFor(t)
  const input = [{ role: 'user', content: [{ type: 'input_text', text: 'call weather with {"a":1}' }] }]
  const request = { model: 'gpt-4.1', input, tools: [weather] }
  const list = await events(url + path, { ...request, stream: true })
  const pieces = list.filter(({ event }) => event === 'response.function_call_arguments.delta')
  assert.equal(pieces.map(({ data }) => data.delta).join(''), '{"a":1}')
  const [call] = (await postJson(url + path, request)).body.output
  assert.equal(call.type, 'function_call')

  const alone = await postJson(url + path, { ...request, input: [...input, call] })
  assert.match(alone.body.error.message, /No tool output found for function call/)
  const responded = await postJson(url + path, {
    ...request,
    input: [...input, call, { type: 'function_call_output', call_id: call.call_id, output: 'sun' }],
  })
  assert.equal(responded.body.output[0].content[0].text, 'The tool weather said: sun.')
  const orphan = await postJson(url + path, {
    ...request,
    input: [...input, { type: 'function_call_output', call_id: 'c9', output: 'x' }],
  })
  assert.match(orphan.body.error.message, /No tool call found .* c9/)
})

test('a cap that is reached leaves the response incomplete', async (t) => {
  const { url } = await upstreamFor(t)
  const request = { model: 'gpt-4.1', input: 'say 40 words', max_output_tokens: 16 }
  const { body } = await postJson(url + path, request)
  assert.deepEqual([body.status, body.incomplete_details.reason], ['incomplete', 'max_output_tokens'])
  const list = await events(url + path, { ...request, stream: true })
  assert.equal(list.at(-1)?.event, 'response.incomplete')
})

test('a conversation and sealed reasoning go on with the account they began with', async (t) => {
  const { url } = await upstreamFor(t)
  const first = await postJson(url + path, { model: 'gpt-5.6', input: 'a', include: ['reasoning.encrypted_content'] })
  const [reasoning] = first.body.output
  const next = { model: 'gpt-5.6', input: 'b', previous_response_id: first.body.id }
  const other = { authorization: 'Bearer sk-other' }
  assert.equal((await postJson(url + path, next)).status, 200)
  assert.equal((await postJson(url + path, next, other)).body.error.code, 'previous_response_not_found')
  const replay = { model: 'gpt-5.6', input: [reasoning, { role: 'user', content: 'b' }] }
  assert.equal((await postJson(url + path, replay)).status, 200)
  assert.equal((await postJson(url + path, replay, other)).body.error.code, 'invalid_encrypted_content')
  const unkept = await postJson(url + path, { model: 'gpt-5.6', input: 'a', store: false })
  assert.equal((await postJson(url + path, { ...next, previous_response_id: unkept.body.id })).status, 400)
})

test('a search of the web is an item of its own', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(url + path, {
    model: 'gpt-4.1',
    input: 'search the web for cats',
    tools: [{ type: 'web_search' }],
  })
  assert.deepEqual(body.output[0].action, { type: 'search', query: 'cats' })
  assert.equal(body.output[1].content[0].annotations[0].type, 'url_citation')
})

for (const [what, more, param] of [
  ['chat messages', { messages: [] }, 'messages'],
  ['the chat cap', { max_tokens: 5 }, 'max_tokens'],
  ['the chat format', { response_format: { type: 'text' } }, 'response_format'],
  ['stop', { stop: 'x' }, 'stop'],
  ['a small cap', { max_output_tokens: 5 }, 'max_output_tokens'],
  ['a nested tool', { tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools[0].name'],
  [
    'input parts in an assistant message',
    { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }] },
    'input[0].content[0].type',
  ],
  ['chat parts', { input: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }, 'input[0].content[0].type'],
  ['stream usage', { stream: true, stream_options: { include_usage: true } }, 'stream_options.include_usage'],
  ['tuning a model that reasons', { model: 'gpt-5.6', temperature: 0.5 }, 'temperature'],
  ['effort on a model that does not reason', { reasoning: { effort: 'low' } }, 'reasoning.effort'],
  ['an effort that the model lacks', { model: 'gpt-6-astra', reasoning: { effort: 'none' } }, 'reasoning.effort'],
  ['verbosity on older models', { text: { verbosity: 'low' } }, 'text.verbosity'],
  ['what it does not know', { top_k: 1 }, 'top_k'],
  ['an unknown tool', { tools: [{ type: 'hammer' }] }, 'tools[0].type'],
  ['a schema without a name', { text: { format: { type: 'json_schema', schema: {} } } }, 'text.format.name'],
  ['no input', { input: undefined }, 'input'],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const { status, body } = await postJson(url + path, { model: 'gpt-4.1', input: 'x', ...more })
    assert.deepEqual([status, body.error.param], [400, param])
  })
}

test('a model that does not reason this once may be tuned', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(url + path, {
    model: 'gpt-5.6',
    input: 'x',
    reasoning: { effort: 'none' },
    temperature: 0.5,
  })
  assert.deepEqual([body.usage.output_tokens_details.reasoning_tokens, body.temperature], [0, 0.5])
})

test('compaction keeps what the user said', async (t) => {
  const { url } = await upstreamFor(t)
  const input = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
  ]
  const { body } = await postJson(`${url}/v1/responses/compact`, { model: 'gpt-5.6', input })
  assert.deepEqual(
    body.output.map(({ type, role }: { type?: string; role?: string }) => role ?? type),
    ['user', 'compaction'],
  )
})

test('tools may stand in a namespace, among the items, and behind a search of the client', async (t) => {
  const { url } = await upstreamFor(t)
  const space = { type: 'namespace', name: 'town', description: '', tools: [weather] }
  const input = [{ role: 'user', content: 'call town.weather with {"a":1}' }]
  for (const request of [
    { input, tools: [space] },
    { input: [{ type: 'additional_tools', role: 'developer', tools: [space] }, ...input] },
  ]) {
    const { body } = await postJson(url + path, { model: 'gpt-4.1', ...request })
    const [{ type, namespace, name }] = body.output
    assert.deepEqual([type, namespace, name], ['function_call', 'town', 'weather'])
  }
  const search = { type: 'tool_search', execution: 'client', parameters: { type: 'object', properties: {} } }
  const { body } = await postJson(url + path, {
    model: 'gpt-4.1',
    input: 'call tool_search with {"q":2}',
    tools: [search],
  })
  assert.deepEqual([body.output[0].type, body.output[0].arguments], ['tool_search_call', { q: 2 }])
  const bad = await postJson(url + path, { model: 'gpt-4.1', input, tools: [{ ...space, description: undefined }] })
  assert.equal(bad.body.error.param, 'tools[0].description')
})
