import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatChunk, ChatDelta, ChatResponse, FinishReason, JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import type { RequestContext } from '../dialect.ts'
import { openaiDialect } from './openai-dialect.ts'

const user = { role: 'user', content: 'q' }
const read = (body: JsonObject) => openaiDialect.request({ messages: [user], ...body }, 'm')
const parts = (...content: unknown[]) => read({ messages: [{ role: 'user', content }] }).messages[0]?.content
const facts = (body: JsonObject = {}): RequestContext => ({
  body,
  model: 'm',
  id: 'chatcmpl-1',
  now: 5,
  promptEstimate: 1,
})
const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null, index = 0): ChatChunk => ({
  id: 'c',
  created: 1,
  model: 'm',
  choices: [{ index, delta, finish_reason }],
})
const frames = (text: string) =>
  createEventReader()
    .push(Buffer.from(text))
    .map(({ data }) => (data === '[DONE]' ? data : JSON.parse(data)))
const written = (body: JsonObject, ...chunks: ChatChunk[]) => {
  const encoder = openaiDialect.stream(facts(body))
  return frames(chunks.map((one) => encoder.push(one)).join('') + encoder.end())
}
const deltas = (body: JsonObject, ...chunks: ChatChunk[]) =>
  written(body, ...chunks).map((frame) =>
    frame === '[DONE]' ? frame : (frame.choices[0]?.delta ?? { usage: frame.usage }),
  )

test('a request keeps what we do not know, and the zeros we do', () => {
  const body = {
    model: 'alias',
    temperature: 0,
    seed: 0,
    parallel_tool_calls: false,
    new_field: { a: [1] },
    messages: [{ ...user, x: 1 }],
  }
  assert.deepEqual(openaiDialect.request(body, 'm'), { ...body, model: 'm' })
})

test('null means absent', () => {
  const body = {
    temperature: null,
    tools: null,
    stop: null,
    stream: null,
    messages: [{ ...user, name: null, tool_calls: null }],
  }
  assert.deepEqual(read(body), { model: 'm', messages: [user] })
  assert.deepEqual(read({ messages: [{ role: 'assistant', content: null }] }).messages, [
    { role: 'assistant', content: null },
  ])
})

test('loose spellings of parts become one', () => {
  assert.deepEqual(
    parts('bare', { type: 'image_url', image_url: 'https://x.example/a.png' }, { type: 'video_url', video_url: 'v' }),
    [
      { type: 'text', text: 'bare' },
      { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
      { type: 'video_url', video_url: { url: 'v' } },
    ],
  )
  assert.deepEqual(parts({ type: 'input_audio', input_audio: { data: 'data:audio/mpeg;base64,QU\nJD' } }), [
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'mp3' } },
  ])
  const kept = [
    { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
    { type: 'image_url', image_url: { url: 'u', detail: 'low' } },
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
    { type: 'file', file: { file_id: 'f' } },
    { type: 'refusal', refusal: 'no' },
    { type: 'newer_than_us', any: 1 },
  ]
  assert.deepEqual(parts(...kept), kept)
})

test('calls are functions with arguments as text, whatever the client kept', () => {
  const call = (fields: JsonObject) =>
    read({ messages: [{ role: 'assistant', content: null, tool_calls: [{ id: 'c', ...fields }] }] }).messages[0]
      ?.tool_calls
  assert.deepEqual(call({ function: { name: 'f', arguments: { a: 1 } } }), [
    { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
  ])
  assert.deepEqual(call({ type: 'function', function: { name: 'f' } }), [
    { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } },
  ])
  assert.deepEqual(call({ type: 'custom', custom: { name: 'f', input: 'x' } }), [
    { id: 'c', type: 'function', function: { name: 'f', arguments: '{"input":"x"}' } },
  ])
})

const wrong: [JsonObject, string][] = [
  [{ messages: undefined }, 'messages'],
  [{ messages: [] }, 'messages'],
  [{ messages: {} }, 'messages'],
  [{ messages: ['x'] }, 'messages[0]'],
  [{ messages: [user, { content: 'x' }] }, 'messages[1].role'],
  [{ messages: [{ role: 'robot' }] }, 'messages[0].role'],
  [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
  [{ messages: [{ role: 'user', content: [5] }] }, 'messages[0].content[0]'],
  [{ messages: [{ role: 'user', content: [{ type: 'text', text: 1 }] }] }, 'messages[0].content[0].text'],
  [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages[0].content[0].image_url.url'],
  [
    { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'x' } }] }] },
    'messages[0].content[0].input_audio.format',
  ],
  [{ messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] }, 'messages[0].content[0].file'],
  [{ messages: [{ role: 'user', name: 5 }] }, 'messages[0].name'],
  [{ messages: [{ role: 'assistant', tool_calls: {} }] }, 'messages[0].tool_calls'],
  [{ messages: [{ role: 'assistant', tool_calls: [{ id: 'c' }] }] }, 'messages[0].tool_calls[0].function.name'],
  [{ messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f' } }] }] }, 'messages[0].tool_calls[0].id'],
  [{ messages: [{ role: 'assistant', thinking_blocks: [1] }] }, 'messages[0].thinking_blocks'],
  [{ temperature: '1' }, 'temperature'],
  [{ top_p: Number.NaN }, 'top_p'],
  [{ max_tokens: -1 }, 'max_tokens'],
  [{ max_completion_tokens: 1.5 }, 'max_completion_tokens'],
  [{ max_tokens: 1_073_741_824 }, 'max_tokens'],
  [{ n: 129 }, 'n'],
  [{ stop: [1] }, 'stop'],
  [{ tools: [{}] }, 'tools'],
  [{ tools: [{ type: 'function', function: {} }] }, 'tools'],
  [{ functions: ['f'] }, 'functions'],
  [{ tool_choice: 1 }, 'tool_choice'],
  [{ stream: 'yes' }, 'stream'],
  [{ stream_options: [] }, 'stream_options'],
  [{ response_format: 'json' }, 'response_format'],
  [{ reasoning_effort: 3 }, 'reasoning_effort'],
]
test('a mistake is named by the field it is in', () => {
  for (const [body, param] of wrong)
    assert.throws(
      () => read(body),
      (error) => error instanceof BadRequest && error.param === param && error.message.length > 0,
      JSON.stringify(body),
    )
})

test('a text to be filled in needs no messages', () => {
  for (const gap of [{ prefix: 'a' }, { suffix: 'b' }]) assert.deepEqual(openaiDialect.request(gap, 'm').messages, [])
  assert.deepEqual(openaiDialect.request({ prefix: 'a', suffix: 'b' }, 'm'), {
    prefix: 'a',
    suffix: 'b',
    model: 'm',
    messages: [],
  })
})

test('a stream tells the role first, one kind of thing at a time, the end once', () => {
  const call = { index: 0, id: 'x', type: 'function' as const, function: { name: 'f', arguments: '' } }
  const everything = chunk(
    { content: 'C', reasoning_content: 'R', tool_calls: [call], refusal: 'no', images: [1] },
    'tool_calls',
  )
  assert.deepEqual(deltas({}, everything, chunk({ content: '' }, 'stop')), [
    { role: 'assistant', content: '' },
    { reasoning_content: 'R' },
    { content: 'C' },
    { refusal: 'no' },
    { images: [1] },
    { tool_calls: [call] },
    {},
    '[DONE]',
  ])
})

test('a chunk has all the fields a client may look for', () => {
  const [first] = written({}, { ...chunk({ content: 'a' }), extra: { system_fingerprint: 'fp', citations: ['u'] } })
  assert.deepEqual(first, {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    system_fingerprint: 'fp',
    citations: ['u'],
    choices: [{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }],
    usage: null,
  })
})

test('log probabilities stay with what they are about', () => {
  const choice = { index: 0, delta: { content: 'a' }, finish_reason: null, logprobs: { content: [] } }
  const [, second] = written({}, { ...chunk({}), choices: [choice] })
  assert.deepEqual(second.choices[0].logprobs, { content: [] })
})

test('usage is written last, and only on request', () => {
  const usage = { ...noUsage, input: 3, output: 4 }
  const counted = { ...chunk({ content: 'a' }, 'stop'), usage }
  const sent = { stream_options: { include_usage: true } }
  assert.deepEqual(deltas(sent, counted).slice(-2), [
    { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    '[DONE]',
  ])
  assert.equal(deltas({}, counted).at(-2)?.usage, undefined)
  assert.equal(written(sent, counted).at(-2).id, 'c')
  assert.equal(deltas({ stream_options: { include_usage: false } }, counted).length, deltas({}, counted).length)
  assert.deepEqual(deltas(sent, chunk({ content: 'a' }, 'stop')).at(-2), {})
})

test('several choices each have their beginning and end', () => {
  const order = written(
    {},
    chunk({ content: 'a' }, null, 0),
    chunk({ content: 'b' }, null, 1),
    chunk({}, 'stop', 1),
    chunk({}, 'length', 0),
  )
  assert.deepEqual(
    order
      .slice(0, -1)
      .map(({ choices: [{ index, delta, finish_reason }] }) => [index, delta.content ?? null, finish_reason]),
    [
      [0, '', null],
      [0, 'a', null],
      [1, '', null],
      [1, 'b', null],
      [1, null, 'stop'],
      [0, null, 'length'],
    ],
  )
})

test('a client of the old functions hears of a function call', () => {
  const legacy = { functions: [{ name: 'f' }] }
  const call = { id: 'x', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const streamed = written(
    legacy,
    chunk(
      {
        tool_calls: [
          { index: 0, ...call },
          { index: 1, ...call, function: { name: 'g', arguments: '' } },
        ],
      },
      'tool_calls',
    ),
  )
  assert.deepEqual(streamed[1].choices[0].delta, { function_call: { name: 'f', arguments: '{}' } })
  assert.equal(streamed[2].choices[0].finish_reason, 'function_call')
  const response: ChatResponse = {
    id: 'c',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' },
    ],
  }
  assert.deepEqual(openaiDialect.response(response, facts(legacy)).choices, [
    {
      index: 0,
      message: { role: 'assistant', content: null, function_call: call.function },
      finish_reason: 'function_call',
    },
  ])
})

test('a tool that takes free text gets it', () => {
  const body = { tools: [{ type: 'custom', custom: { name: 'c' } }] }
  const named = (text: string) => ({ name: 'c', arguments: text })
  const call = { id: 'x', type: 'function' as const, function: named('{"input":"free"}') }
  const whole = { id: 'x', type: 'custom', custom: { name: 'c', input: 'free' } }
  const response: ChatResponse = {
    id: 'c',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' },
    ],
  }
  const [choice] = openaiDialect.response(response, facts(body)).choices as { message: JsonObject }[]
  assert.deepEqual(choice?.message.tool_calls, [whole])
  const pieces = [
    chunk({ tool_calls: [{ index: 0, id: 'x', type: 'function', function: named('{"inp') }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'ut":"free"}' } }] }),
    chunk({}, 'tool_calls'),
  ]
  assert.deepEqual(deltas(body, ...pieces).slice(1, 3), [
    { tool_calls: [{ index: 0, ...whole, custom: { name: 'c', input: '' } }] },
    { tool_calls: [{ index: 0, custom: { input: 'free' } }] },
  ])
})

/**
 * What the stream helper of OpenAI's Python library makes of deltas: lists of objects are joined by the `index` of their
 * entries, and an entry without one is an error.
 */
function joined(message: JsonObject, delta: JsonObject): JsonObject {
  for (const [name, value] of Object.entries(delta)) {
    const known = message[name]
    if (Array.isArray(value) && value.some((entry) => typeof entry === 'object')) {
      const list = (known ?? []) as JsonObject[]
      for (const entry of value) {
        assert.ok(Number.isInteger(entry.index), `${name} without an index: ${JSON.stringify(entry)}`)
        assert.ok(entry.index <= list.length, `${name} leaves out an index: ${JSON.stringify(entry)}`)
        list[entry.index] = joined(list[entry.index] ?? {}, entry)
      }
      message[name] = list
    } else if (name === 'index' || name === 'type' || known === undefined) message[name] = value
    else if (typeof known === 'string' && typeof value === 'string') message[name] = known + value
    else if (Array.isArray(known) && Array.isArray(value)) message[name] = [...known, ...value]
    else if (typeof known === 'object') message[name] = joined(known as JsonObject, value as JsonObject)
  }
  return message
}

test('every list in a stream can be joined by the index of its entries', () => {
  const cited = (url: string) => ({ type: 'url_citation', url_citation: { url } })
  const signed = (thinking: string) => ({ type: 'thinking' as const, thinking, signature: 's' })
  const hidden = { type: 'redacted_thinking' as const, data: 'd' }
  const chunks = [
    chunk({ thinking_blocks: [signed('a')] }),
    chunk({ thinking_blocks: [hidden, signed('b')] }),
    chunk({ annotations: [] }),
    chunk({ annotations: [cited('1'), cited('2')], images: [{ url: 'x' }], notes: { found: [{ a: 1 }] } }),
    chunk({ annotations: [cited('3')], images: [{ url: 'y' }], notes: { found: [{ a: 2 }] } }),
    chunk({ words: ['one'] }),
    chunk({ words: ['two'] }, 'stop'),
    chunk({ thinking_blocks: [signed('other')] }, 'stop', 1),
  ]
  const messages: JsonObject[] = [{}, {}]
  for (const frame of written({}, ...chunks))
    for (const { index, delta } of frame.choices ?? []) joined(messages[index] ?? {}, delta)
  assert.deepEqual(messages, [
    {
      role: 'assistant',
      content: '',
      thinking_blocks: [signed('a'), hidden, signed('b')].map((block, index) => ({ ...block, index })),
      annotations: ['1', '2', '3'].map((url, index) => ({ ...cited(url), index })),
      images: ['x', 'y'].map((url, index) => ({ url, index })),
      notes: { found: [1, 2].map((a, index) => ({ a, index })) },
      words: ['one', 'two'],
    },
    { role: 'assistant', content: '', thinking_blocks: [{ ...signed('other'), index: 0 }] },
  ])
})

test('an entry that has an index keeps it', () => {
  const detail = (text: string) => chunk({ reasoning_details: [{ index: 0, text }] })
  const message: JsonObject = {}
  for (const frame of written({}, detail('a'), detail('b')))
    for (const { delta } of frame.choices ?? []) joined(message, delta)
  assert.deepEqual(message.reasoning_details, [{ index: 0, text: 'ab' }])
})

test('calls of free text and of functions come in the order of their indexes', () => {
  const body = { tools: [{ type: 'custom', custom: { name: 'c' } }] }
  const call = (index: number, name: string, text: string) => ({
    index,
    id: `x${index}`,
    type: 'function' as const,
    function: { name, arguments: text },
  })
  const message: JsonObject = {}
  const chunks = [
    chunk({ tool_calls: [call(0, 'c', '{"input":"fr')] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'ee"}' } }, call(1, 'f', '{}')] }),
    chunk({}, 'tool_calls'),
  ]
  for (const frame of written(body, ...chunks)) for (const { delta } of frame.choices ?? []) joined(message, delta)
  assert.deepEqual(message.tool_calls, [
    { index: 0, id: 'x0', type: 'custom', custom: { name: 'c', input: 'free' } },
    call(1, 'f', '{}'),
  ])
})

test('an error is one object, and in a stream the last thing said', () => {
  const error = { status: 429, message: 'slow', type: 'rate_limit_error', code: 'x', requestId: 'r' }
  const body = { error: { message: 'slow', type: 'rate_limit_error', param: null, code: 'x' } }
  assert.deepEqual(openaiDialect.error(error), body)
  assert.deepEqual(openaiDialect.error({ ...error, param: 'p' }), { error: { ...body.error, param: 'p' } })
  assert.deepEqual(frames(openaiDialect.streamError(error)), [body])
})
