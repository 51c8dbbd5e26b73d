import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import type { Target } from '../provider.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { cohere } from './cohere.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 34, base_url: 'https://api.cohere.com', model: 'command-a-03-2025', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const { chat, single } = cohere
assert.ok(chat && single?.embeddings && single.rerank && single.transcriptions)
const { embeddings, rerank, transcriptions } = single

const user = { role: 'user', content: 'q' } as const
const callModel = (fields: Partial<ChatRequest> = {}): ChatRequest => ({ model: 'm', messages: [user], ...fields })
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}) =>
  chat.request(callModel(fields), target(at)).body as JsonObject
const tool = (name: string, more: object = {}) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} }, ...more },
})
const call = { id: 't1', type: 'function', function: { name: 'g', arguments: '{}' } } as const

test('a chat is sent in its own words: one tool for a named choice, text beside calls as a plan', () => {
  const client = {
    model: 'command-a-03-2025',
    top_p: 1,
    top_k: 5,
    stop: 'E',
    tool_choice: { type: 'function', function: { name: 'g' } },
    messages: [
      { role: 'developer', content: 'S' },
      user,
      { role: 'assistant', content: 'plan', tool_calls: [call] },
      { role: 'tool', tool_call_id: 't1', content: 'r' },
    ],
    tools: [tool('f'), tool('g')],
  }
  const request = chat.request(openaiDialect.request(client, 'command-a-03-2025'), target())
  assert.equal(request.url, 'https://api.cohere.com/v2/chat')
  assert.deepEqual(request.headers, { authorization: 'Bearer k' })
  assert.deepEqual(JSON.parse(JSON.stringify(request.body)), {
    model: 'command-a-03-2025',
    p: 0.99,
    k: 5,
    stop_sequences: ['E'],
    tool_choice: 'REQUIRED',
    stream: false,
    messages: [
      { role: 'system', content: 'S' },
      user,
      { role: 'assistant', tool_plan: 'plan', tool_calls: [call] },
      { role: 'tool', tool_call_id: 't1', content: 'r' },
    ],
    tools: [tool('g')],
  })
})

test('sampling stays within its bounds, and what it does not know is not sent', () => {
  const fields = {
    temperature: 2,
    frequency_penalty: -1,
    presence_penalty: 2,
    top_k: 900,
    max_completion_tokens: 7,
    max_tokens: 9,
    seed: 0,
    stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    n: 1,
    logit_bias: {},
    user: 'u',
    parallel_tool_calls: false,
    stream_options: { include_usage: true },
    metadata: {},
    logprobs: true,
  }
  assert.deepEqual(sent(fields), {
    model: 'command-a-03-2025',
    messages: [user],
    stream: false,
    temperature: 1,
    frequency_penalty: 0,
    presence_penalty: 1,
    k: 500,
    max_tokens: 7,
    seed: 0,
    stop_sequences: ['a', 'b', 'c', 'd', 'e'],
    logprobs: true,
  })
  assert.equal(sent({ temperature: 0 }).temperature, 0)
  assert.equal(sent({ top_p: 0 }).p, 0.01)
})

test('tools are only functions, strict for all of them, and a choice is in capitals', () => {
  const strict = sent({ tools: [tool('f', { strict: true }), tool('g'), { type: 'web_search' }] })
  assert.deepEqual([strict.tools, strict.strict_tools, strict.tool_choice], [[tool('f'), tool('g')], true, undefined])
  const choice = (tool_choice: unknown) => sent({ tools: [tool('f')], tool_choice }).tool_choice
  assert.deepEqual(['auto', 'required', 'none'].map(choice), [undefined, 'REQUIRED', 'NONE'])
  assert.equal('tool_choice' in sent({ tool_choice: 'required' }), false)
  const bare = sent({ tools: [{ type: 'function', function: { name: 'f' } }] })
  assert.deepEqual(bare.tools, [tool('f')])
})

test('a format is requested, but not beside tools or documents', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const response_format = { type: 'json_schema', json_schema: { name: 'n', schema } }
  assert.deepEqual(sent({ response_format }).response_format, { type: 'json_object', json_schema: schema })
  assert.deepEqual(sent({ response_format: { type: 'json_object' } }).response_format, { type: 'json_object' })
  assert.equal('response_format' in sent({ response_format, tools: [tool('f')] }), false)
  assert.equal('response_format' in sent({ response_format, documents: [{ data: { text: 'd' } }] }), false)
})

test('reasoning is switched on models that have it', () => {
  const thinking = (fields: Partial<ChatRequest>, model = 'command-a-reasoning-08-2025') =>
    sent(fields, { model }).thinking
  assert.deepEqual(thinking({ reasoning_effort: 'none' }), { type: 'disabled' })
  assert.deepEqual(thinking({ reasoning_effort: 'high' }), { type: 'enabled' })
  assert.deepEqual(thinking({ thinking: { type: 'enabled', budget_tokens: 9 } }), { type: 'enabled', token_budget: 9 })
  assert.equal(thinking({}), undefined)
  assert.equal(thinking({ reasoning_effort: 'high' }, 'command-a-03-2025'), undefined)
})

test('documents, citations, priority and safety pass; the channel decides about safety first', () => {
  const fields = { citation_options: { mode: 'FAST' }, priority: 1, safety_mode: 'STRICT' }
  const { citation_options, priority, safety_mode } = sent(fields)
  assert.deepEqual({ citation_options, priority, safety_mode }, fields)
  assert.equal(sent(fields, { setting: { safety_mode: 'CONTEXTUAL' } }).safety_mode, 'CONTEXTUAL')
  assert.equal('safety_mode' in sent({ ...fields, tools: [tool('f')] }), false)
  assert.deepEqual(sent({ documents: ['d'] }).documents, ['d'])
})

test('pictures pass, text files become text, and other media are refused', () => {
  const parts = (...content: JsonObject[]) =>
    (
      sent({ messages: [{ role: 'user', content: content as ChatRequest['messages'][number]['content'] }] } as object)
        .messages as JsonObject[]
    )[0]?.content
  const image = { type: 'image_url', image_url: { url: 'https://h/a.png', detail: 'low' } }
  assert.deepEqual(parts({ type: 'text', text: 'a' }, image), [{ type: 'text', text: 'a' }, image])
  const file_data = `data:text/plain;base64,${Buffer.from('inside').toString('base64')}`
  assert.equal(parts({ type: 'text', text: 'a' }, { type: 'file', file: { file_data } }), 'a\ninside')
  for (const part of [
    { type: 'input_audio', input_audio: {} },
    { type: 'file', file: { file_id: 'x' } },
  ])
    assert.throws(() => parts(part), { kind: 'unsupported' })
})

test('an empty assistant message is left out, and the last message must be from a user or a tool', () => {
  const messages: ChatRequest['messages'] = [user, { role: 'assistant', content: '' }, user]
  assert.deepEqual(sent({ messages }).messages, [user, user])
  assert.throws(() => sent({ messages: [user, { role: 'assistant', content: 'Once' }] }), { kind: 'unsupported' })
  assert.throws(() => sent({ messages: [{ role: 'system', content: 'S' }] }), { kind: 'unsupported' })
})

test('a plan the client kept as reasoning goes back as a plan', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'assistant', content: null, reasoning_content: 'why', tool_calls: [call] },
    { role: 'tool', tool_call_id: 't1', content: [{ type: 'text', text: 'r' }] },
  ]
  assert.deepEqual(sent({ messages }).messages, [
    { role: 'assistant', tool_plan: 'why', tool_calls: [call] },
    { role: 'tool', tool_call_id: 't1', content: 'r' },
  ])
})

const response = (body: JsonObject, setting: JsonObject = {}) =>
  chat.response({ id: 'x', ...body }, { ...facts, setting })

test('a response: text, thoughts, the plan, calls, pages cited, and all of its tokens', () => {
  const page = { url: 'https://h/p', title: 'P' }
  const read = response({
    finish_reason: 'COMPLETE',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'He' },
        { type: 'text', text: 'y' },
      ],
      citations: [
        { start: 0, end: 3, text: 'Hey', sources: [{ type: 'document', id: 'd', document: page }, { type: 'tool' }] },
      ],
    },
    usage: {
      billed_units: { input_tokens: 2, output_tokens: 1 },
      tokens: { input_tokens: 70, output_tokens: 4 },
      cached_tokens: 30,
    },
  })
  assert.deepEqual(read.choices, [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Hey',
        reasoning_content: 'hm',
        annotations: [{ type: 'url_citation', url_citation: { ...page, start_index: 0, end_index: 3 } }],
      },
      finish_reason: 'stop',
    },
  ])
  assert.deepEqual([read.id, read.usage?.input, read.usage?.cache_read, read.usage?.output], ['x', 40, 30, 4])
})

test('calls without arguments have an empty object, and their plan is reasoning', () => {
  const calls = ['null', '', '{"a":1}'].map((text, index) => ({
    id: `c${index}`,
    type: 'function',
    function: { name: 'f', arguments: text },
  }))
  const [choice] = response({
    finish_reason: 'TOOL_CALL',
    message: { role: 'assistant', tool_plan: 'plan', tool_calls: calls },
  }).choices
  assert.deepEqual(
    choice?.message.tool_calls?.map(({ function: called }) => called.arguments),
    ['{}', '{}', '{"a":1}'],
  )
  assert.deepEqual(
    [choice?.message.content, choice?.message.reasoning_content, choice?.finish_reason],
    [null, 'plan', 'tool_calls'],
  )
})

test('billed units are counted where they are all there is, or where the channel says so', () => {
  const message = { role: 'assistant', content: [{ type: 'text', text: 'a' }] }
  const billed_units = { input_tokens: 2, output_tokens: 1 }
  assert.equal(response({ message, usage: { billed_units } }).usage?.input, 2)
  const both = { message, usage: { billed_units, tokens: { input_tokens: 70, output_tokens: 1 } } }
  assert.equal(response(both).usage?.input, 70)
  assert.equal(response(both, { billed_units: true }).usage?.input, 2)
  assert.equal(response({ message }).usage, undefined)
})

test('finish reasons', () => {
  const message = { role: 'assistant', content: [{ type: 'text', text: 'a' }] }
  const finish = (finish_reason: string) => response({ message, finish_reason }).choices[0]?.finish_reason
  const known = { COMPLETE: 'stop', STOP_SEQUENCE: 'stop', MAX_TOKENS: 'length', ERROR_TOXIC: 'content_filter' }
  for (const [reason, meant] of Object.entries(known)) assert.equal(finish(reason), meant)
  for (const reason of ['ERROR', 'ERROR_LIMIT', 'USER_CANCEL'])
    assert.throws(() => finish(reason), { kind: 'overloaded', status: 503 })
  assert.throws(() => finish('TIMEOUT'), { kind: 'timeout', status: 504 })
  assert.throws(() => response({ message: 'internal server error' }), { kind: 'overloaded' })
})

const decode = (events: JsonObject[], setting: JsonObject = {}): ChatChunk[] =>
  chunksOfEvents(chat?.stream({ ...facts, setting }), events)

/** The frames of the stream that an OpenAI client gets when it requests usage. */
function seen(chunks: ChatChunk[]): unknown[] {
  const body = { stream_options: { include_usage: true } }
  const encoder = openaiDialect.stream({ body, model: 'm', id: 'chatcmpl-1', now: 9, promptEstimate: 1 })
  const text = chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end()
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => frame.replace(/^data: /, ''))
    .map((data) => {
      if (data === '[DONE]') return data
      const { choices, usage } = JSON.parse(data)
      return choices[0] ? [choices[0].delta, choices[0].finish_reason] : usage
    })
}

const start = { type: 'message-start', id: 'x', delta: { message: { role: 'assistant' } } }
const text = (piece: string) => ({ type: 'content-delta', index: 0, delta: { message: { content: { text: piece } } } })
const end = (delta: JsonObject) => ({ type: 'message-end', delta })

test('a stream: role, text, finish, usage', () => {
  const usage = { billed_units: { input_tokens: 2, output_tokens: 1 }, tokens: { input_tokens: 70, output_tokens: 1 } }
  const chunks = decode([
    start,
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
    text('Hi'),
    { type: 'content-end', index: 0 },
    end({ finish_reason: 'MAX_TOKENS', usage }),
  ])
  assert.deepEqual(seen(chunks), [
    [{ role: 'assistant', content: '' }, null],
    [{ content: 'Hi' }, null],
    [{}, 'length'],
    { prompt_tokens: 70, completion_tokens: 1, total_tokens: 71 },
    '[DONE]',
  ])
  assert.equal(chunks[0]?.id, 'x')
})

test('a stream: thoughts, the plan, calls with and without arguments, and citations', () => {
  const begun = (index: number, name: string) => ({
    type: 'tool-call-start',
    index,
    delta: { message: { tool_calls: { id: `c${index}`, type: 'function', function: { name, arguments: '' } } } },
  })
  const page = { url: 'https://h/p' }
  const chunks = decode([
    start,
    { type: 'debug' },
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'thinking', thinking: 'h' } } } },
    { type: 'content-delta', index: 0, delta: { message: { content: { thinking: 'm' } } } },
    { type: 'tool-plan-delta', delta: { message: { tool_plan: 'plan' } } },
    begun(0, 'f'),
    { type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: '{"a"' } } } } },
    { type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: ':1}' } } } } },
    { type: 'tool-call-end', index: 0 },
    begun(1, 'g'),
    { type: 'tool-call-end', index: 1 },
    {
      type: 'citation-start',
      index: 0,
      delta: {
        message: { citations: { start: 1, end: 2, text: 'x', sources: [{ type: 'document', document: page }] } },
      },
    },
    { type: 'citation-end', index: 0 },
    end({ finish_reason: 'TOOL_CALL' }),
  ])
  const deltas = chunks.map(({ choices }) => choices[0]?.delta)
  assert.equal(deltas.map((delta) => delta?.reasoning_content ?? '').join(''), 'hmplan')
  const calls = deltas.flatMap((delta) => delta?.tool_calls ?? [])
  assert.deepEqual(
    calls.map(({ index, id, function: called }) => [index, id, called?.name, called?.arguments]),
    [
      [0, 'c0', 'f', ''],
      [0, undefined, undefined, '{"a"'],
      [0, undefined, undefined, ':1}'],
      [1, 'c1', 'g', ''],
      [1, undefined, undefined, '{}'],
    ],
  )
  const [annotation] = deltas.flatMap((delta) => (delta?.annotations as JsonObject[]) ?? [])
  assert.deepEqual(annotation, { type: 'url_citation', url_citation: { ...page, start_index: 1, end_index: 2 } })
  assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'tool_calls')
})

test('a stream that gives up is a failure if it said nothing or says why, and ends if it had begun', () => {
  const given = end({ finish_reason: 'ERROR_LIMIT' })
  assert.throws(() => decode([start, given]), { kind: 'overloaded' })
  assert.throws(() => decode([start, text('a'), end({ finish_reason: 'ERROR', error: 'broke' })]), { message: 'broke' })
  assert.equal(decode([start, text('a'), given]).at(-1)?.choices[0]?.finish_reason, 'stop')
  assert.throws(() => decode([start, text('a')]), { kind: 'network' })
  assert.throws(() => decode([{ message: 'internal error' }]), UpstreamFailure)
})

test('log probabilities are in the format OpenAI’s clients know', () => {
  const logprobs = { token_ids: [1, 2], text: 'Hi', logprobs: [-0.5, -0.25] }
  const content = [{ token: 'Hi', logprob: -0.75, bytes: null, top_logprobs: [] }]
  const [, chunk] = decode([start, { ...text('Hi'), logprobs }, end({ finish_reason: 'COMPLETE' })])
  assert.deepEqual(chunk?.choices[0]?.logprobs, { content })
  const message = { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }
  assert.deepEqual(response({ message, logprobs: [logprobs] }).choices[0]?.logprobs, { content })
})

test('thinking moves into the text where the channel wants it', () => {
  const setting = { thinking_to_content: true }
  const message = {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Hi' },
    ],
  }
  assert.equal(response({ message }, setting).choices[0]?.message.content, '<think>\nhm\n</think>\nHi')
  const thought = { type: 'content-delta', index: 0, delta: { message: { content: { thinking: 'hm' } } } }
  const chunks = decode([start, thought, text('Hi'), end({})], setting)
  assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), '<think>\nhm\n</think>\nHi')
})

test('its errors are told apart', () => {
  const kinds: [number, string, string][] = [
    [400, 'invalid request', 'bad_request'],
    [422, 'unknown field', 'bad_request'],
    [401, 'invalid api token', 'bad_key'],
    [402, 'billing limit reached', 'no_balance'],
    [403, 'forbidden', 'no_permission'],
    [404, 'model not found', 'no_model'],
    [429, 'rate limit exceeded', 'rate_limited'],
    [429, 'You are using a Trial key, which is limited to 1000 API calls / month', 'no_balance'],
    [429, 'You are using a Trial key, which is limited to 20 API calls / minute', 'rate_limited'],
    [498, 'blocked', 'content_refused'],
    [500, 'internal', 'overloaded'],
    [503, 'unavailable', 'overloaded'],
    [504, 'gateway timeout', 'timeout'],
  ]
  for (const [status, message, kind] of kinds)
    assert.equal(cohere.failure(status, { id: 'i', message }, {}).kind, kind, message)
})

test('a ranking has its documents back where the client wants them, and an estimate of its tokens', () => {
  const client = { model: 'rerank-v3.5', query: 'q', documents: ['a', { text: 'b' }], top_n: 1, return_documents: true }
  const request = rerank.request(client, target({ model: 'rerank-v3.5' }))
  assert.equal(request.url, 'https://api.cohere.com/v2/rerank')
  assert.deepEqual(request.body, { model: 'rerank-v3.5', query: 'q', documents: ['a', 'b'], top_n: 1 })
  const vendor = {
    id: 'r',
    results: [{ index: 1, relevance_score: 0.9 }],
    meta: { billed_units: { search_units: 1 } },
  }
  assert.deepEqual(rerank.response?.(vendor, client), {
    model: 'rerank-v3.5',
    results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
    usage: { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 },
  })
  assert.equal('top_n' in (rerank.request({ query: 'q', documents: ['a'] }, target()).body as JsonObject), false)
  const fields = rerank.request({ query: 'q', documents: [{ title: 't', year: 1 }] }, target()).body as JsonObject
  assert.deepEqual(fields.documents, ['title: t\nyear: 1'])
  assert.throws(() => rerank.response?.({}, client), { kind: 'bad_response' })
})

test('embeddings name their purpose, and more than 96 texts are split into several requests', () => {
  const at = target({ model: 'embed-v4.0' })
  assert.deepEqual(embeddings.request({ input: 'a', dimensions: 256, encoding_format: 'base64' }, at).body, {
    model: 'embed-v4.0',
    texts: ['a'],
    input_type: 'search_document',
    embedding_types: ['float'],
    output_dimension: 256,
  })
  const query = embeddings.request({ input: ['a'], input_type: 'search_query', truncate: 'END' }, at)
  assert.equal(query.url, 'https://api.cohere.com/v2/embed')
  assert.deepEqual(
    [(query.body as JsonObject).input_type, (query.body as JsonObject).truncate],
    ['search_query', 'END'],
  )
  const parts = embeddings.split?.({ input: Array.from({ length: 200 }, (_, index) => `${index}`) }, at)
  assert.deepEqual(
    parts?.map(({ input }) => [(input as string[]).length, (input as string[])[0]]),
    [
      [96, '0'],
      [96, '96'],
      [8, '192'],
    ],
  )
  assert.throws(() => embeddings.request({ input: [1, 2] }, at), { kind: 'unsupported' })
  const mixed = embeddings.request({ input: ['a', { image: 'data:x' }] }, at).body as JsonObject
  assert.deepEqual(mixed.inputs, [
    { content: [{ type: 'text', text: 'a' }] },
    { content: [{ type: 'image_url', image_url: { url: 'data:x' } }] },
  ])
})

test('embeddings come back in the encoding requested, with their tokens', () => {
  const vendor = { embeddings: { float: [[1, 0.5]] }, meta: { billed_units: { input_tokens: 3 } } }
  const list = embeddings.response?.(vendor, { model: 'embed-v4.0' })
  assert.deepEqual(list, {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1, 0.5] }],
    model: 'embed-v4.0',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
  const encoded = embeddings.response?.(vendor, { model: 'm', encoding_format: 'base64' })?.data as JsonObject[]
  assert.equal(encoded[0]?.embedding, 'AACAPwAAAD8=')
  assert.equal(embeddings.usage?.(vendor)?.input, 3)
  assert.equal(embeddings.usage?.({ meta: { billed_units: {} } }), undefined)
})

test('a recording goes behind its fields, in English unless said otherwise', () => {
  const form = new FormData()
  form.append('file', new File(['x'], 'a.wav'))
  form.append('model', 'm')
  form.append('stream', 'true')
  form.append('temperature', '0')
  const request = transcriptions.request(form, target({ model: 'cohere-transcribe-03-2026' }))
  assert.equal(request.url, 'https://api.cohere.com/v2/audio/transcriptions')
  assert.deepEqual([...(request.body as FormData).keys()], ['model', 'language', 'temperature', 'file'])
  assert.equal((request.body as FormData).get('language'), 'en')
  form.append('response_format', 'srt')
  assert.throws(() => transcriptions.request(form, target()), { kind: 'unsupported' })
  assert.deepEqual(transcriptions.response?.({ text: 'hi' }, {}), { text: 'hi' })
  assert.throws(() => transcriptions.response?.({}, {}), { kind: 'bad_response' })
})

test('the list of models has pages, and leaves out what is about to go', () => {
  assert.equal(cohere.models?.request(target()).url, 'https://api.cohere.com/v1/models?page_size=1000')
  assert.match(cohere.models?.request(target(), 'p2').url ?? '', /page_token=p2$/)
  const page = { models: [{ name: 'a' }, { name: 'b', is_deprecated: true }], next_page_token: 'p2' }
  assert.deepEqual([cohere.models?.response(page), cohere.models?.next?.(page)], [['a'], 'p2'])
  assert.equal(cohere.models?.next?.({ models: [], next_page_token: '' }), undefined)
})
