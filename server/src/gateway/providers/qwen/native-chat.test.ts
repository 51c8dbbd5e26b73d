import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest } from '../../forms/chat.ts'
import { chunksOf, facts, providerOf, sent } from './testing.ts'

const native = { setting: { dashscope_native: true } }
const cumulative = { dashscope_native: true, incremental_output: false }

test('a chat has its input and its parameters apart', () => {
  const { url, headers, body } = sent({ stream: true, top_p: 1, max_completion_tokens: 5, seed: 3 }, native)
  assert.equal(url, 'https://dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation')
  assert.equal(headers['x-dashscope-sse'], 'enable')
  assert.deepEqual(body, {
    model: 'qwen-plus',
    input: { messages: [{ role: 'user', content: 'hi' }] },
    parameters: { result_format: 'message', incremental_output: true, max_tokens: 5, top_p: 0.99, seed: 3 },
  })
})

test('models that see take parts without types, at an address of their own', () => {
  const messages: ChatRequest['messages'] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'what is this?' },
        { type: 'image_url', image_url: { url: 'https://x/1.png' } },
      ],
    },
  ]
  for (const model of ['qwen3.5-plus', 'qwen3-vl-plus']) {
    const { url, body } = sent({ messages }, { ...native, model })
    assert.equal(url, 'https://dashscope.aliyuncs.com/api/v1/services/aigc/multimodal-generation/generation')
    assert.deepEqual(body.input, {
      messages: [{ role: 'user', content: [{ text: 'what is this?' }, { image: 'https://x/1.png' }] }],
    })
  }
  assert.throws(() => sent({ messages }, native), { kind: 'unsupported' })
})

const response = (message: object, finish_reason = 'stop') => ({
  output: { choices: [{ finish_reason, message: { role: 'assistant', ...message } }] },
  usage: { input_tokens: 2, output_tokens: 3, total_tokens: 5 },
  request_id: 'r',
})

test('a whole response is read from its output, in all three of its forms', () => {
  const { chat } = providerOf(native)
  const read = (body: unknown) => {
    const response = chat?.response(body, facts)
    return [
      response?.choices[0]?.message,
      response?.choices[0]?.finish_reason,
      response?.usage?.input,
      response?.usage?.output,
    ]
  }
  const said = { role: 'assistant', content: 'Hello', reasoning_content: 'r' }
  assert.deepEqual(read(response({ content: 'Hello', reasoning_content: 'r' })), [said, 'stop', 2, 3])
  assert.deepEqual(read(response({ content: [{ text: 'Hel' }, { text: 'lo' }], reasoning_content: 'r' })), [
    said,
    'stop',
    2,
    3,
  ])
  const older = { output: { text: 'Hello', finish_reason: 'length' }, usage: { input_tokens: 2, output_tokens: 3 } }
  assert.deepEqual(read(older), [{ role: 'assistant', content: 'Hello' }, 'length', 2, 3])
  assert.throws(() => chat?.response({ code: 'InvalidApiKey', message: 'm', request_id: 'r' }, facts), {
    kind: 'bad_key',
    status: 401,
  })
})

const frame = (id: number, data: object, event = 'result') =>
  `id:${id}\nevent:${event}\n:HTTP_STATUS/200\ndata:${JSON.stringify(data)}\n\n`
const step = (content: string, finish_reason: string, output_tokens: number) => ({
  output: { choices: [{ message: { content, role: 'assistant' }, finish_reason }] },
  usage: { input_tokens: 2, output_tokens },
})

/** Texts, finish reasons and the last usage of a stream. */
const summary = (chunks: ReturnType<typeof chunksOf>) => {
  const usage = chunks.findLast((chunk) => chunk.usage)?.usage
  const choices = chunks.flatMap(({ choices }) => choices)
  return {
    texts: choices.map(({ delta }) => delta.content ?? '').filter(Boolean),
    finish: choices.map(({ finish_reason }) => finish_reason).filter(Boolean),
    usage: [usage?.input, usage?.output],
  }
}

test('a stream in which every event has all text so far gives what is new', () => {
  const stream = frame(1, step('He', 'null', 1)) + frame(2, step('Hello', 'stop', 2))
  for (const size of [1, 7, stream.length])
    assert.deepEqual(summary(chunksOf(stream, { ...facts, setting: cumulative }, size)), {
      texts: ['He', 'llo'],
      finish: ['stop'],
      usage: [2, 2],
    })
})

test('a stream of pieces keeps a piece that repeats the one before it', () => {
  const stream = frame(1, step('ha', 'null', 1)) + frame(2, step('ha', 'null', 2)) + frame(3, step('', 'stop', 2))
  assert.deepEqual(summary(chunksOf(stream)), { texts: ['ha', 'ha'], finish: ['stop'], usage: [2, 2] })
})

// github.com/cnblogs/dashscope-sdk, test/…/RawHttpData/single-generation-text-sse, read 2026-11-18
test('a last event without text keeps its finish reason', () => {
  const text = (text: string, finish_reason: string) => ({
    output: { text, finish_reason },
    usage: { input_tokens: 2, output_tokens: 2 },
  })
  const stream = frame(1, text('ha', 'null')) + frame(2, text('', 'stop'))
  assert.deepEqual(summary(chunksOf(stream)), { texts: ['ha'], finish: ['stop'], usage: [2, 2] })
})

test('calls grow in the same way', () => {
  const call = (text: string, finish: string) => ({
    output: {
      choices: [
        {
          message: {
            role: 'assistant',
            content: '',
            tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: text } }],
          },
          finish_reason: finish,
        },
      ],
    },
  })
  const stream = frame(1, call('{"a"', 'null')) + frame(2, call('{"a":1}', 'tool_calls'))
  const deltas = chunksOf(stream, { ...facts, setting: cumulative }).flatMap(({ choices }) =>
    choices.flatMap(({ delta }) => delta.tool_calls ?? []),
  )
  assert.deepEqual(
    deltas.map((delta) => delta.function?.arguments),
    ['{"a"', ':1}'],
  )
})

test('an error event is the failure that it says, and an end without a reason is one too', () => {
  const failed =
    frame(1, step('He', 'null', 1)) + frame(2, { code: 'Throttling', message: 'm', request_id: 'r' }, 'error')
  assert.throws(() => chunksOf(failed), { kind: 'rate_limited', status: 429 })
  assert.throws(() => chunksOf(frame(1, step('He', 'null', 1))), { kind: 'network' })
})
