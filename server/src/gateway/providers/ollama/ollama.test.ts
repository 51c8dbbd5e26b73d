import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { ollama } from './ollama.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 4, key: '', base_url: 'http://localhost:11434', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}) =>
  ollama.chat?.request(call(fields), target(at)).body as JsonObject

test('a model that is not there is told as such', () => {
  const { status, message, type, param, code, kind } = ollama.failure(404, { error: "model 'x' not found" }, {})
  assert.deepEqual(
    { status, message, type, param, code, kind },
    {
      status: 404,
      message: "model 'x' not found",
      type: 'invalid_request_error',
      param: undefined,
      code: 'model_not_found',
      kind: 'no_model',
    },
  )
})

test('thinking is a switch, and a level for models that have levels', () => {
  const think = (reasoning_effort: string, model = 'qwen3') => sent({ reasoning_effort }, { model }).think
  assert.equal(think('none'), false)
  assert.equal(think('high'), true)
  assert.equal(think('medium', 'gpt-oss:20b'), 'medium')
  assert.equal(think('minimal', 'gpt-oss:20b'), 'low')
  assert.equal('think' in sent({}), false)
  assert.equal(sent({ think: false, reasoning_effort: 'high' }).think, false)
})

test('a schema is a format, and what the server does not know is not sent', () => {
  const schema = { type: 'object' }
  const body = sent({
    response_format: { type: 'json_schema', json_schema: { name: 'o', schema } },
    tool_choice: 'auto',
    parallel_tool_calls: false,
    logit_bias: {},
    user: 'u',
    n: 2,
  })
  assert.deepEqual(body, { model: 'm', messages: [{ role: 'user', content: 'q' }], stream: false, format: schema })
})

test('the context comes from the channel unless the request says its own', () => {
  const setting = { num_ctx: 4096, keep_alive: '1h' }
  assert.deepEqual(sent({}, { setting }).options, { num_ctx: 4096 })
  assert.equal(sent({}, { setting }).keep_alive, '1h')
  assert.deepEqual(sent({ extra_body: { options: { num_ctx: 1 } } }, { setting }).options, { num_ctx: 1 })
})

test('text files are read into the message; what cannot be said is refused', () => {
  const text = Buffer.from('líne').toString('base64')
  const file = { type: 'file', file: { filename: 'a.txt', file_data: `data:text/plain;base64,${text}` } }
  const body = sent({ messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }, file] }] })
  assert.deepEqual(body.messages, [{ role: 'user', content: 'q\nlíne' }])
  const unsayable = [
    { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
    { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==' } },
    { type: 'image_url', image_url: null },
  ]
  for (const part of unsayable)
    assert.throws(() => sent({ messages: [{ role: 'user', content: [part] }] }), { kind: 'unsupported', status: 400 })
})

test('a fault after the start is a failure', () => {
  const decoder = ollama.chat?.stream(facts)
  decoder?.push({ data: '{"message":{"content":"a"},"done":false}' })
  assert.throws(() => decoder?.push({ data: '{"error":"runner crashed"}' }), {
    kind: 'overloaded',
    message: 'runner crashed',
  })
  assert.throws(() => ollama.chat?.response({ error: 'no' }, facts), { message: 'no' })
})

test('a stream that ends without its last line was cut', () => {
  const decoder = ollama.chat?.stream(facts)
  assert.deepEqual(decoder?.end(), [])
  decoder?.push({ data: '{"message":{"content":"a"},"done":false}' })
  assert.throws(() => decoder?.end(), { kind: 'network' })
  decoder?.push({ data: '{"message":{"content":""},"done":true}' })
  assert.deepEqual(decoder?.end(), [])
})

test('embeddings are one entry for each text, in the encoding requested', () => {
  const operation = ollama.single?.embeddings
  const request = operation?.request({ model: 'x', input: ['a', 'b'], dimensions: 2, user: 'u' }, target())
  assert.equal(request?.url, 'http://localhost:11434/api/embed')
  assert.deepEqual(request?.body, { model: 'm', input: ['a', 'b'], dimensions: 2 })
  const body = {
    model: 'm',
    embeddings: [
      [1, 0.5],
      [0, -2],
    ],
    prompt_eval_count: 4,
  }
  assert.deepEqual(operation?.response?.(body, {}), {
    object: 'list',
    data: [
      { object: 'embedding', index: 0, embedding: [1, 0.5] },
      { object: 'embedding', index: 1, embedding: [0, -2] },
    ],
    model: 'm',
    usage: { prompt_tokens: 4, total_tokens: 4 },
  })
  const encoded = operation?.response?.(body, { encoding_format: 'base64' }).data as { embedding: string }[]
  const bytes = Buffer.from(encoded[1]?.embedding ?? '', 'base64')
  assert.deepEqual([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length], [0, -2, 8])
  assert.equal(operation?.usage?.(body)?.input, 4)
  assert.throws(() => operation?.request({ input: [[1, 2]] }, target()), { kind: 'unsupported' })
  for (const nonsense of [null, {}, { embeddings: [1] }, { embeddings: [['x']] }])
    assert.throws(() => operation?.response?.(nonsense, {}), { kind: 'bad_response' })
})

test('models are those that were pulled; only the hosted service has a balance', () => {
  assert.equal(ollama.models?.request(target()).url, 'http://localhost:11434/api/tags')
  assert.deepEqual(ollama.models?.response({ models: [{ name: 'a:latest' }, {}] }), ['a:latest'])
  assert.equal(ollama.balance?.request([], target(), 1), undefined)
  const hosted = target({ base_url: 'https://ollama.com', key: 'k' })
  assert.equal(ollama.balance?.request([], hosted, 1)?.url, 'https://ollama.com/api/balance')
  const response = { included: { balance_usd: 1.5 }, purchased: { balance_usd: 2 } }
  assert.deepEqual(ollama.balance?.response([response], hosted), { amount: 3.5, currency: 'USD' })
  assert.throws(() => ollama.balance?.response([{}], hosted), { kind: 'bad_response' })
})

test('a response without a time, a name or counts is read', () => {
  const response = ollama.chat?.response({ message: { content: 'a' }, created_at: 'x' }, facts)
  assert.deepEqual(
    [response?.created, response?.model, response?.usage, response?.choices[0]?.finish_reason],
    [9, 'm', undefined, 'stop'],
  )
  const named = ollama.chat?.response(
    { model: 'n', message: { content: 'a' }, done_reason: 'length', prompt_eval_count: 2 },
    facts,
  )
  assert.deepEqual([named?.model, named?.usage?.input, named?.choices[0]?.finish_reason], ['n', 2, 'length'])
  const decoder = ollama.chat?.stream(facts)
  const [first] =
    decoder?.push({ data: '{"model":"n","created_at":"1970-01-01T00:00:03Z","message":{"content":"a"}}' }) ?? []
  assert.deepEqual([first?.id, first?.created, first?.model], ['chatcmpl-1', 3, 'n'])
})

test('log probabilities go both ways, stop words are a list, nulls are left out', () => {
  const body = sent({ logprobs: true, top_logprobs: 2, stop: ['a', 'b'], seed: null })
  assert.deepEqual([body.logprobs, body.top_logprobs, body.options], [true, 2, { stop: ['a', 'b'] }])
  const logprobs = [{ token: 'a', logprob: -1 }]
  assert.deepEqual(ollama.chat?.response({ message: { content: 'a' }, logprobs }, facts).choices[0]?.logprobs, {
    content: logprobs,
  })
  assert.deepEqual(
    ollama.single?.embeddings?.request({ input: 'a', truncate: false, dimensions: null }, target()).body,
    {
      model: 'm',
      input: 'a',
      truncate: false,
    },
  )
})

test('an earlier refusal is text', () => {
  const messages: ChatRequest['messages'] = [{ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }]
  assert.deepEqual(sent({ messages }).messages, [{ role: 'assistant', content: 'no' }])
})

test('the cached part of a prompt is never more than the prompt', () => {
  const usage = (counts: JsonObject) => ollama.chat?.response({ message: { content: 'a' }, ...counts }, facts).usage
  const read = (counts: JsonObject) => [usage(counts)?.input, usage(counts)?.cache_read, usage(counts)?.output]
  assert.deepEqual(read({ prompt_eval_count: 38, prompt_eval_cached_count: 37, eval_count: 2 }), [1, 37, 2])
  assert.deepEqual(read({ prompt_eval_count: 3, prompt_eval_cached_count: 9, eval_count: 2 }), [0, 3, 2])
  assert.deepEqual(read({ prompt_eval_count: 3, eval_count: 2 }), [3, 0, 2])
})
