import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claudeKey, events, type Loose, postJson, upstreamFor } from './test-client.ts'

const path = '/v1/messages'
const weather = { name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const request = (more: object = {}) => ({
  model: 'claude-opus-4-5',
  max_tokens: 200,
  messages: [user('hello there')],
  ...more,
})

test('a message echoes the user, with usage', async (t) => {
  const { url } = await upstreamFor(t)
  const { status, body } = await postJson(url + path, request(), claudeKey)
  assert.equal(status, 200)
  assert.deepEqual(body.content, [{ type: 'text', text: 'hello there' }])
  assert.deepEqual([body.stop_reason, body.usage.input_tokens, body.usage.output_tokens], ['end_turn', 3, 3])
})

test('a stream tells each block from start to stop, with a ping and totals at the end', async (t) => {
  const { url } = await upstreamFor(t)
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const list = await events(url + path, request({ stream: true, max_tokens: 2000, thinking }), claudeKey)
  assert.ok(list.every(({ event, data }) => event === data.type))
  assert.deepEqual(
    list.slice(0, 2).map(({ event }) => event),
    ['message_start', 'ping'],
  )
  assert.equal(list[0]?.data.message.usage.output_tokens, 1)
  const deltas = list.filter(({ event }) => event === 'content_block_delta').map(({ data }) => data)
  assert.equal(
    deltas
      .filter(({ index }) => index === 1)
      .map(({ delta }) => delta.text)
      .join(''),
    'hello there',
  )
  assert.equal(deltas.filter(({ index }) => index === 0).at(-1).delta.type, 'signature_delta')
  const end = list.at(-2)?.data
  assert.equal(end.delta.stop_reason, 'end_turn')
  assert.equal(end.usage.output_tokens, end.usage.output_tokens_details.thinking_tokens + 3)
  assert.equal(list.at(-1)?.event, 'message_stop')
})

test('tools are called, in a stream by pieces of JSON, and results are quoted', async (t) => {
  const { url } = await upstreamFor(t)
  const messages = [user('call weather with {"city":"Oslo"} then call weather')]
  const list = await events(url + path, request({ tools: [weather], messages, stream: true }), claudeKey)
  const starts = list.filter(({ event }) => event === 'content_block_start').map(({ data }) => data.content_block)
  assert.deepEqual(
    starts.map(({ type, input }) => [type, input]),
    [
      ['tool_use', {}],
      ['tool_use', {}],
    ],
  )
  const pieces = (index: number) =>
    list
      .filter(({ event, data }) => event === 'content_block_delta' && data.index === index)
      .map(({ data }) => data.delta.partial_json)
  assert.equal(pieces(0).join(''), '{"city":"Oslo"}')
  assert.equal(pieces(1).join(''), '', 'a call without arguments sends no JSON')

  const { body } = await postJson(url + path, request({ tools: [weather], messages }), claudeKey)
  assert.equal(body.stop_reason, 'tool_use')
  const results = body.content.map(({ id }: { id: string }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: 'sun' }],
  }))
  const after = await postJson(
    url + path,
    request({ tools: [weather], messages: [...messages, assistant(body.content), user(results)] }),
    claudeKey,
  )
  assert.equal(after.body.content[0].text, 'The tool weather said: sun. The tool weather said: sun.')
})

test('pictures and documents are noticed', async (t) => {
  const { url } = await upstreamFor(t)
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }
  const document = {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: 'QUJD' },
    title: 'a.pdf',
  }
  const { body } = await postJson(
    url + path,
    request({ messages: [user([image, document, { type: 'text', text: 'what?' }])] }),
    claudeKey,
  )
  assert.equal(body.content[0].text, 'Received 2 media (image/png, application/pdf). what?')
})

test('what markers keep is counted apart, by how long it is kept, and so is what was cached', async (t) => {
  const { url } = await upstreamFor(t)
  const system = [
    { type: 'text', text: 'x'.repeat(400), cache_control: { type: 'ephemeral', ttl: '1h' } },
    { type: 'text', text: 'y'.repeat(80), cache_control: { type: 'ephemeral' } },
  ]
  const { body } = await postJson(url + path, request({ system, messages: [user('cached 1000')] }), claudeKey)
  assert.deepEqual(body.usage.cache_creation, { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 100 })
  assert.equal(body.usage.cache_creation_input_tokens, 120)
  assert.equal(body.usage.cache_read_input_tokens, 1000)
  assert.equal(body.usage.input_tokens, 3)
})

test('caps, stop sequences, refusals and searches end a message in their own ways', async (t) => {
  const { url } = await upstreamFor(t)
  const response = async (more: object): Promise<Loose> => (await postJson(url + path, request(more), claudeKey)).body
  assert.equal((await response({ max_tokens: 1 })).stop_reason, 'max_tokens')
  const stopped = await response({ stop_sequences: ['there'] })
  assert.deepEqual([stopped.stop_reason, stopped.stop_sequence], ['stop_sequence', 'there'])
  const refused = await response({ messages: [user('trip the filter')] })
  assert.deepEqual([refused.stop_reason, refused.content], ['refusal', []])
  const searched = await response({
    messages: [user('search the web for cats')],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  })
  assert.deepEqual(
    searched.content.map(({ type }: { type: string }) => type),
    ['server_tool_use', 'web_search_tool_result', 'text'],
  )
  assert.equal(searched.usage.server_tool_use.web_search_requests, 1)
})

test('structured output follows the schema', async (t) => {
  const { url } = await upstreamFor(t)
  const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
  const { body } = await postJson(
    url + path,
    request({ output_config: { format: { type: 'json_schema', schema } } }),
    claudeKey,
  )
  assert.deepEqual(JSON.parse(body.content[0].text), { a: 'hello there' })
})

test('thinking comes signed, and only untouched thoughts may come back', async (t) => {
  const { url } = await upstreamFor(t)
  const thinking = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000, tools: [weather] }
  const prompt = user('call weather')
  const { body } = await postJson(url + path, request({ ...thinking, messages: [prompt] }), claudeKey)
  const [thought, call] = body.content
  const result = user([{ type: 'tool_result', tool_use_id: call.id, content: 'sun' }])
  const again = async (content: unknown) =>
    (await postJson(url + path, request({ ...thinking, messages: [prompt, assistant(content), result] }), claudeKey))
      .body
  assert.equal((await again([thought, call])).type, 'message')
  assert.match((await again([{ ...thought, thinking: 'other' }, call])).error.message, /Invalid `signature`/)
  assert.match((await again([call])).error.message, /Expected `thinking`/)
  const secret = await postJson(url + path, request({ ...thinking, messages: [user('think in secret')] }), claudeKey)
  assert.equal(secret.body.content[0].type, 'redacted_thinking')
})

test('newer models think on their own and hide the text unless the request shows it', async (t) => {
  const { url } = await upstreamFor(t)
  const first = async (more: object) => (await postJson(url + path, request(more), claudeKey)).body.content[0]
  assert.deepEqual(await first({ model: 'claude-opus-5-5' }), {
    type: 'thinking',
    thinking: '',
    signature: 'mock.811c9dc5',
  })
  const shown = await first({ model: 'claude-opus-5', thinking: { type: 'adaptive', display: 'summarized' } })
  assert.match(shown.thinking, /hello there/)
  assert.equal((await first({ model: 'claude-opus-4-8' })).type, 'text')
})

const toolUse = (id: string) => assistant([{ type: 'tool_use', id, name: 'weather', input: {} }])
const toolResult = (id: string) => user([{ type: 'tool_result', tool_use_id: id, content: 'x' }])
const refusals: [string, object, RegExp][] = [
  ['no cap', { max_tokens: undefined }, /^max_tokens: Field required$/],
  ['a cap beyond the model', { max_tokens: 100_000 }, /100000 > 64000/],
  ['no messages', { messages: [] }, /at least one message/],
  ['a first turn of the assistant', { messages: [assistant('x')] }, /first message must use the "user" role/],
  ['a system turn', { messages: [{ role: 'system', content: 'x' }] }, /top-level `system`/],
  ['empty text', { messages: [user([{ type: 'text', text: '' }])] }, /must be non-empty/],
  ['blank text', { messages: [user(' ')] }, /non-whitespace/],
  ['trailing space in a prefill', { messages: [user('x'), assistant('y ')] }, /trailing whitespace/],
  ['a prefill on newer models', { model: 'claude-sonnet-4-6', messages: [user('x'), assistant('y')] }, /prefill/],
  [
    'a picture of an odd type',
    { messages: [user([{ type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: 'QUJD' } }])] },
    /media_type/,
  ],
  [
    'a call without a result',
    { tools: [weather], messages: [user('x'), toolUse('t1'), user('y')] },
    /without `tool_result` blocks immediately after: t1/,
  ],
  [
    'a result without a call',
    { tools: [weather], messages: [user('x'), toolResult('t1')] },
    /unexpected `tool_use_id`/,
  ],
  [
    'text before a result',
    {
      tools: [weather],
      messages: [
        user('x'),
        toolUse('t1'),
        user([
          { type: 'text', text: 'y' },
          { type: 'tool_result', tool_use_id: 't1' },
        ]),
      ],
    },
    /before any other content/,
  ],
  [
    'an identifier used twice',
    { tools: [weather], messages: [user('x'), toolUse('t1'), toolResult('t1'), toolUse('t1'), toolResult('t1')] },
    /must be unique/,
  ],
  [
    'an identifier with odd characters',
    { tools: [weather], messages: [user('x'), toolUse('t:1'), toolResult('t:1')] },
    /tool_use.id/,
  ],
  ['tool blocks without tools', { messages: [user('x'), toolUse('t1'), toolResult('t1')] }, /must define tools/],
  ['an unknown field', { top_secret: 1 }, /^top_secret: Extra inputs are not permitted$/],
  ['too high a temperature', { temperature: 1.5 }, /range: 0..1/],
  ['temperature with top_p', { temperature: 1, top_p: 0.9 }, /cannot both be specified/],
  ['a small budget', { thinking: { type: 'enabled', budget_tokens: 10 } }, /1024/],
  ['a budget beyond the cap', { thinking: { type: 'enabled', budget_tokens: 2048 } }, /`max_tokens` must be greater/],
  [
    'a budget on newer models',
    { model: 'claude-opus-4-8', thinking: { type: 'enabled', budget_tokens: 1024 } },
    /thinking.type/,
  ],
  [
    'between tools at the utmost effort',
    { model: 'claude-sonnet-5-5', thinking: { type: 'between_tools' }, output_config: { effort: 'max' } },
    /between_tools/,
  ],
  ['an effort that the model lacks', { model: 'claude-sonnet-4-6', output_config: { effort: 'xhigh' } }, /effort/],
  [
    'no thinking at the utmost effort',
    { model: 'claude-opus-5', thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
    /cannot be disabled/,
  ],
  ['adaptive thinking on older models', { thinking: { type: 'adaptive' } }, /thinking.type/],
  [
    'a temperature while thinking',
    { max_tokens: 2000, temperature: 0.5, thinking: { type: 'enabled', budget_tokens: 1024 } },
    /may only be set to 1/,
  ],
  ['top_k while thinking', { max_tokens: 2000, top_k: 5, thinking: { type: 'enabled', budget_tokens: 1024 } }, /top_k/],
  [
    'a schema on models without it',
    { model: 'claude-3-haiku-20240307', output_config: { format: { type: 'json_schema', schema: {} } } },
    /does not support structured/,
  ],
  [
    'keywords beyond the schema',
    { output_config: { format: { type: 'json_schema', schema: { type: 'string', pattern: 'x' } } } },
    /'pattern' is not supported/,
  ],
  ['a tool without a schema', { tools: [{ name: 'f' }] }, /input_schema: Field required/],
  ['a tool with an odd name', { tools: [{ ...weather, name: 'a b' }] }, /name: String should match/],
  ['a choice of a tool that is not there', { tools: [weather], tool_choice: { type: 'tool', name: 'f' } }, /not found/],
  ['blank instructions', { system: [{ type: 'text', text: ' ' }] }, /system: text/],
  ['an unknown tier', { service_tier: 'flex' }, /service_tier/],
  [
    'a block of another turn',
    { messages: [user([{ type: 'tool_use', id: 'a', name: 'f', input: {} }])] },
    /does not match any of the expected tags/,
  ],
  [
    'arguments that are text',
    { tools: [weather], messages: [user('x'), assistant([{ type: 'tool_use', id: 'a', name: 'f', input: '{}' }])] },
    /valid dictionary/,
  ],
  [
    'a thought without text',
    { messages: [user('x'), assistant([{ type: 'thinking', signature: 's' }]), user('y')] },
    /thinking: Field required/,
  ],
  ['sampling on newer models', { model: 'claude-opus-4-8', temperature: 0.3 }, /sampling/],
  [
    'thinking switched off where it cannot be',
    { model: 'claude-opus-5-5', thinking: { type: 'disabled' } },
    /thinking.type/,
  ],
  [
    'a forced tool on the newest',
    { model: 'claude-opus-5-5', tools: [weather], tool_choice: { type: 'any' } },
    /forced tool use/,
  ],
  [
    'a forced tool while thinking',
    {
      max_tokens: 2000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      tools: [weather],
      tool_choice: { type: 'any' },
    },
    /tool_choice forces/,
  ],
  ['a choice without tools', { tool_choice: { type: 'auto' } }, /while providing tools/],
  ['blank stop sequences', { stop_sequences: [' '] }, /non-whitespace/],
  [
    'an open schema',
    { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    /additionalProperties/,
  ],
  [
    'five markers',
    { system: Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } })) },
    /maximum of 4/,
  ],
]
for (const [what, more, reason] of refusals) {
  test(`it refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const { status, body } = await postJson(url + path, request(more), claudeKey)
    assert.deepEqual([status, body.type, body.error.type], [400, 'error', 'invalid_request_error'])
    assert.match(body.error.message, reason)
  })
}

test('a field of a beta passes with its beta alone', async (t) => {
  const { url } = await upstreamFor(t)
  const status = async (more: object, beta?: string) =>
    (await postJson(url + path, request(more), { ...claudeKey, ...(beta && { 'anthropic-beta': beta }) })).status
  const edits = { context_management: { edits: [] } }
  assert.deepEqual(
    [await status(edits), await status(edits, 'context-management-2025-06-27'), await status(edits, 'something-2026')],
    [400, 200, 400],
  )
  const servers = { mcp_servers: [] }
  assert.deepEqual([await status(servers), await status(servers, 'mcp-client-2025-11-20')], [400, 200])
  assert.deepEqual([await status({ fallbacks: 'default' }), await status({ diagnostics: {} })], [400, 200])
  assert.equal(await status({ top_secret: 1 }, 'something-2026'), 400)
})

test('each family takes and refuses its own kinds of thinking and choices', async (t) => {
  const { url } = await upstreamFor(t)
  const status = async (model: string, more: object) =>
    (await postJson(url + path, request({ model, max_tokens: 2000, ...more }), claudeKey)).status
  const forced = { tools: [weather], tool_choice: { type: 'any' } }
  const off = { thinking: { type: 'disabled' } }
  const budget = { thinking: { type: 'enabled', budget_tokens: 1024 } }
  const between = { thinking: { type: 'between_tools' } }
  const rows: [model: string, forced: number, off: number, budget: number, between: number][] = [
    ['claude-sonnet-4-6', 200, 200, 200, 400],
    ['claude-opus-4-7', 200, 200, 400, 400],
    ['claude-sonnet-5', 200, 200, 400, 400],
    ['claude-opus-5', 200, 200, 400, 400],
    ['claude-fable-5', 200, 400, 400, 400],
    ['claude-fable-5-1', 400, 400, 400, 400],
    ['claude-opus-5-5', 400, 400, 400, 400],
    ['claude-sonnet-5-5', 400, 400, 400, 200],
    ['claude-haiku-5-5', 200, 200, 400, 400],
  ]
  for (const [model, ...expected] of rows) {
    const statuses = []
    for (const more of [forced, off, budget, between]) statuses.push(await status(model, more))
    assert.deepEqual(statuses, expected, model)
  }
  const utmost = { ...off, output_config: { effort: 'max' } }
  assert.deepEqual([await status('claude-haiku-5-5', utmost), await status('claude-opus-4-8', utmost)], [400, 200])
})

test('one line of models thinks between its tools', async (t) => {
  const { url } = await upstreamFor(t)
  const { status } = await postJson(
    url + path,
    request({ model: 'claude-sonnet-5-5', thinking: { type: 'between_tools' } }),
    claudeKey,
  )
  assert.equal(status, 200)
})

test('the version of October 2026 takes no sampling parameters', async (t) => {
  const { url } = await upstreamFor(t)
  const newest = { authorization: 'Bearer sk-ant-test', 'anthropic-version': '2026-10-21' }
  assert.equal((await postJson(url + path, request(), newest)).status, 200)
  assert.equal((await postJson(url + path, request({ temperature: 1 }), newest)).status, 400)
  assert.equal((await postJson(url + path, request({ temperature: 1 }), claudeKey)).status, 200)
})

for (const [what, headers, status, type] of [
  ['no key', { 'anthropic-version': '2023-06-01' }, 401, 'authentication_error'],
  ['a blank key', { ...claudeKey, 'x-api-key': ' ' }, 401, 'authentication_error'],
  ['a wrong key', { ...claudeKey, 'x-api-key': 'sk-ant-invalid' }, 401, 'authentication_error'],
  ['both kinds of key', { ...claudeKey, authorization: 'Bearer x' }, 401, 'authentication_error'],
  ['no version', { 'x-api-key': 'k' }, 400, 'invalid_request_error'],
  ['an unknown version', { ...claudeKey, 'anthropic-version': '2020-01-01' }, 400, 'invalid_request_error'],
] as const) {
  test(`it refuses a call with ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const response = await postJson(url + path, request(), headers)
    assert.deepEqual([response.status, response.body.error.type], [status, type])
  })
}

test('tokens are counted and models listed', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(
    `${url}/v1/messages/count_tokens`,
    { model: 'claude-opus-4-5', messages: [user('hello there')] },
    claudeKey,
  )
  assert.deepEqual(body, { input_tokens: 3 })
  const list = async (query: string): Promise<Loose> =>
    (await fetch(`${url}/v1/models?limit=1000${query}`, { headers: claudeKey })).json()
  const first = await list('')
  assert.deepEqual([first.data.length, first.data[0].type, first.has_more], [3, 'model', true])
  const last = await list(`&after_id=${first.last_id}`)
  assert.deepEqual([last.data.length, last.has_more], [2, false])
})

test('a thread goes on with the key that began it, from new messages alone', async (t) => {
  const { url } = await upstreamFor(t)
  const threads = { ...claudeKey, 'anthropic-beta': 'message-threads-2026-08-12' }
  const begun = await postJson(url + path, request({ thread: { type: 'create' } }), threads)
  assert.equal(begun.status, 200)
  const thread = { type: 'continue', previous_message_id: begun.body.id }
  const messages = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny' }] }]
  assert.equal((await postJson(url + path, request({ thread, messages }), threads)).status, 200)
  const stranger = await postJson(url + path, request({ thread, messages }), {
    ...threads,
    'x-api-key': 'sk-ant-other',
  })
  assert.deepEqual([stranger.status, stranger.body.error.details], [404, { error_code: 'thread_not_found' }])
  const system = await postJson(url + path, request({ thread, messages, system: 'new' }), threads)
  assert.equal(system.body.error.details.error_code, 'thread_fingerprint_mismatch')
  assert.equal((await postJson(url + path, request({ thread: { type: 'create' } }), claudeKey)).status, 400)
  const edited = await postJson(
    url + path,
    request({ thread: { type: 'create' }, context_management: { edits: [] } }),
    {
      ...claudeKey,
      'anthropic-beta': 'message-threads-2026-08-12,context-management-2025-06-27',
    },
  )
  assert.deepEqual(
    [edited.status, edited.body.error.details],
    [400, { error_code: 'thread_unsupported_request', unsupported: ['context_management'] }],
  )
})

test('tools of a beta need it, and what they wrote comes back', async (t) => {
  const { url } = await upstreamFor(t)
  const beta = { ...claudeKey, 'anthropic-beta': 'advisor-tool-2026-03-01' }
  const status = async (tool: object, headers: Record<string, string>) =>
    (await postJson(url + path, request({ tools: [tool] }), headers)).status
  const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-5-5' }
  assert.deepEqual(
    [await status(advisor, claudeKey), await status(advisor, beta), await status({ ...advisor, model: '' }, beta)],
    [400, 200, 400],
  )
  const advice = { type: 'advisor_tool_result', tool_use_id: 's', content: { type: 'advisor_result', text: 'a' } }
  const messages = [
    user('x'),
    assistant([{ type: 'server_tool_use', id: 's', name: 'advisor', input: {} }, advice, { type: 'text', text: 'b' }]),
    user('y'),
  ]
  assert.equal((await postJson(url + path, request({ tools: [advisor], messages }), beta)).status, 200)
})
