import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { Meter } from '../../chat/meter.ts'
import type { ChatChunk } from '../../forms/chat.ts'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { chunksOfEvents, required, responseContext } from '../testing.ts'
import { anthropic } from './anthropic.ts'
import { createMessageDecoder } from './message-stream.ts'

const start = (usage?: object) => ({ type: 'message_start', message: { id: 'msg_1', model: 'm', usage } })
const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta })
const textDelta = (index: number, text: string) => delta(index, { type: 'text_delta', text })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const finish = (stop_reason: string | null, usage?: object) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
})
const last = { type: 'message_stop' }

const decode = (events: unknown[], decoder = createMessageDecoder(responseContext)): ChatChunk[] =>
  chunksOfEvents(decoder, events)
const deltasOf = (events: unknown[]) => decode(events).flatMap(({ choices }) => choices.map(({ delta }) => delta))
const failsAs = (kind: FailureKind, run: () => unknown, name?: string) =>
  assert.throws(run, (error) => error instanceof UpstreamFailure && error.kind === kind, name)

test('all chunks of a stream say the same of it', () => {
  for (const chunk of decode([start(), block(0, { type: 'text', text: 'a' }), finish('end_turn'), last]))
    assert.deepEqual([chunk.id, chunk.created, chunk.model], ['chatcmpl-msg_1', 0, 'm'])
})

test('calls are counted among themselves, whatever stands between them', () => {
  const call = (index: number, id: string, input = {}) => block(index, { type: 'tool_use', id, name: 'f', input })
  const events = [
    start(),
    block(0, { type: 'text', text: '' }),
    stop(0),
    call(1, 'a'),
    delta(1, { type: 'input_json_delta', partial_json: '{}' }),
    stop(1),
    block(2, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"q":1}' }),
    stop(2),
    call(3, 'b', { x: 1 }),
    delta(3, { type: 'input_json_delta', partial_json: '{"x":1}' }),
    stop(3),
    call(4, 'c'),
    stop(4),
    finish('tool_use'),
    last,
  ]
  const calls = deltasOf(events).flatMap(({ tool_calls }) => tool_calls ?? [])
  assert.deepEqual(
    calls.map(({ index, id, function: called }) => [index, id, called?.arguments]),
    [
      [0, 'a', ''],
      [0, undefined, '{}'],
      [1, 'b', '{"x":1}'],
      [2, 'c', ''],
      [2, undefined, '{}'],
    ],
  )
})

test('nothing is said of signatures until a thought is whole, and thoughts are apart by a line', () => {
  const thought = (index: number, thinking: string) => [
    block(index, { type: 'thinking', thinking: '' }),
    delta(index, { type: 'thinking_delta', thinking }),
    delta(index, { type: 'signature_delta', signature: `s${index}` }),
    stop(index),
  ]
  assert.deepEqual(deltasOf([start(), ...thought(0, 'a'), ...thought(1, 'b'), finish('end_turn'), last]), [
    { role: 'assistant', content: '' },
    { reasoning_content: 'a' },
    { thinking_blocks: [{ type: 'thinking', thinking: 'a', signature: 's0' }] },
    { reasoning_content: '\nb' },
    { thinking_blocks: [{ type: 'thinking', thinking: 'b', signature: 's1' }] },
    {},
  ])
})

test('a failure as the first event is a failed attempt with the status it would have had', () => {
  const statuses: [string, number][] = [
    ['overloaded_error', 529],
    ['rate_limit_error', 429],
    ['api_error', 500],
  ]
  for (const [type, status] of statuses)
    assert.throws(
      () => decode([{ type: 'error', error: { type, message: 'x' } }]),
      (error) => error instanceof UpstreamFailure && error.status === status,
    )
})

test('until content comes nothing counts as begun, so a failure can be tried elsewhere', () => {
  const meter = new Meter()
  const decoder = createMessageDecoder(responseContext)
  const see = (event: unknown) => {
    for (const chunk of decoder.push({ data: JSON.stringify(event) })) meter.see(chunk)
    return meter.hasOutput || meter.isFinished || meter.usage !== undefined
  }
  assert.equal(see(start({ input_tokens: 9, output_tokens: 1 })), false)
  assert.equal(see({ type: 'ping' }), false)
  assert.equal(see(block(0, { type: 'thinking', thinking: '' })), true)
})

test('the counts at the end hold; a stream that breaks off leaves its output to be counted', () => {
  const events = [
    start({ input_tokens: 12, cache_read_input_tokens: 5, output_tokens: 1 }),
    block(0, { type: 'text', text: 'a' }),
  ]
  const meter = new Meter()
  const decoder = createMessageDecoder(responseContext)
  const see = (event: unknown) => {
    for (const chunk of decoder.push({ data: JSON.stringify(event) })) meter.see(chunk)
  }
  for (const event of events) see(event)
  assert.deepEqual(meter.usage, { ...noUsage, input: 12, cache_read: 5 })
  failsAs('network', () => decoder.end())
  see(finish(null, { output_tokens: 20 }))
  assert.equal(meter.isFinished, false)
  see(finish('end_turn', { output_tokens: 30 }))
  see(finish('end_turn', { output_tokens: 31 }))
  see(last)
  assert.deepEqual(meter.usage, { ...noUsage, input: 12, cache_read: 5, output: 31 })
  assert.deepEqual([meter.isFinished, meter.finishReason], [true, 'stop'])
  assert.deepEqual(decoder.end(), [])
})

test('a response ends once, however often the upstream ends it', () => {
  const chunks = decode([start(), textDelta(0, 'a'), finish('end_turn'), finish('end_turn'), last])
  const ends = chunks.flatMap(({ choices }) => choices).filter(({ finish_reason }) => finish_reason !== null)
  assert.equal(ends.length, 1)
})

test('an end without a reason is an end all the same', () => {
  const call = block(0, { type: 'tool_use', id: 'a', name: 'f', input: {} })
  const reason = (events: unknown[]) => decode(events).at(-1)?.choices[0]?.finish_reason
  assert.equal(reason([start(), textDelta(0, 'a'), last]), 'stop')
  assert.equal(reason([start(), call, stop(0), last]), 'tool_calls')
  assert.deepEqual(decode([]), [])
})

test('a refusal is explained before the end', () => {
  const refused = { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: { explanation: 'why' } } }
  const chunks = decode([start(), refused, last])
  assert.deepEqual(
    chunks.slice(1).map(({ choices }) => [choices[0]?.delta, choices[0]?.finish_reason]),
    [
      [{ refusal: 'why' }, null],
      [{}, 'content_filter'],
    ],
  )
})

test('events newer than this code, and broken ones, are passed over', () => {
  const odd = [
    '[DONE]',
    '5',
    'null',
    '[]',
    '{}',
    { type: 'vertex_event' },
    { type: 'content_block_start' },
    { type: 'content_block_start', index: 'x', content_block: { type: 'tool_use' } },
    { type: 'content_block_start', index: 9, content_block: { type: 'compaction' } },
    { type: 'content_block_delta', index: 9, delta: { type: 'compaction_delta', content: 'x' } },
    { type: 'content_block_delta', index: 8, delta: { type: 'input_json_delta', partial_json: '{}' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 5 } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: null } },
    { type: 'content_block_delta' },
    { type: 'content_block_stop' },
    { type: 'message_delta', delta: null, usage: { output_tokens: -4 } },
    { type: 'message_start', message: 'again' },
  ]
  const texts = deltasOf([start('x' as never), ...odd, textDelta(0, 'ok'), finish('end_turn'), last]).map(
    ({ content }) => content,
  )
  assert.deepEqual(
    texts.filter((text) => text !== undefined),
    ['', 'ok'],
  )
})

test('an event that is no JSON is a bad response', () => {
  failsAs('bad_response', () => decode([start(), '{"type":"content_bl']))
})

test('failures of proxies in between come without a type', () => {
  failsAs('overloaded', () => decode([start(), { error: { message: 'bad gateway', code: 502 } }]))
})

test('a channel may want thoughts inside the content', () => {
  const decoder = required(anthropic.chat).stream({ ...responseContext, setting: { thinking_to_content: true } })
  const events = [
    start(),
    block(0, { type: 'thinking', thinking: '' }),
    delta(0, { type: 'thinking_delta', thinking: 't' }),
    block(1, { type: 'text', text: '' }),
    textDelta(1, 'a'),
    finish('end_turn'),
  ]
  const texts = decode(events, decoder).flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ''))
  assert.equal(texts.join(''), '<think>\nt\n</think>\na')
})

// github.com/vercel/ai, packages/anthropic/src/__fixtures__, spliced-message-start and duplicate-message-start, read
// 2026-11-18.
test('a second message in the same stream is a broken response, not more of the first', () => {
  const call = (id: string) => block(1, { type: 'tool_use', id, name: 'test-tool', input: {} })
  const cut = [
    start({ input_tokens: 17, output_tokens: 1 }),
    call('toolu_first'),
    delta(1, { type: 'input_json_delta', partial_json: '{"value":"Spark' }),
  ]
  failsAs('bad_response', () => decode([...cut, start({ input_tokens: 17, output_tokens: 1 })]))
})

test('a message that is announced twice before its content is one message', () => {
  const usage = { input_tokens: 17, output_tokens: 1 }
  const events = [
    start(usage),
    start(usage),
    block(0, { type: 'text', text: 'Hello' }),
    stop(0),
    finish('end_turn'),
    last,
  ]
  assert.deepEqual(
    deltasOf(events).map(({ content }) => content ?? ''),
    ['', 'Hello', ''],
  )
})

test('an advice counts as one more reading of the prompt until the last counts come', () => {
  const inputs = (...events: object[]) => {
    const decoder = createMessageDecoder(responseContext)
    const chunks = events.flatMap((event) => decoder.push({ data: JSON.stringify(event) }))
    return chunks.flatMap(({ usage }) => (usage ? [usage.input] : []))
  }
  const result = (content: object) => block(1, { type: 'advisor_tool_result', tool_use_id: 's', content })
  const advice = result({ type: 'advisor_result', text: 'a' })
  const begun = [start({ input_tokens: 1051, output_tokens: 35 }), block(0, { type: 'text', text: 'a' }), stop(0)]
  assert.deepEqual(inputs(...begun, advice, stop(1), advice), [1051, 2102, 3153])
  assert.deepEqual(inputs(...begun, result({ type: 'advisor_tool_result_error' })), [1051])
  const counted = finish('end_turn', { input_tokens: 1051, output_tokens: 40 })
  assert.deepEqual(inputs(...begun, advice, stop(1), counted), [1051, 2102, 1051])
})
