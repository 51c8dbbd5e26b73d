import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, JsonObject, ToolCallDelta } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { objectOf } from '../../translate/json/json-values.ts'
import { chunkOf, eventsOf, facts, messageOf, streamOf } from './testing.ts'
import { shortToolName } from './tool-names.ts'
import { createStreamEncoder } from './write-stream.ts'

const eventsFrom = (chunks: ChatChunk[], requestContext = facts) =>
  streamOf(createStreamEncoder(requestContext), chunks)
const messageFrom = (deltas: ChatDelta[], requestContext = facts) =>
  messageOf(
    eventsFrom(
      deltas.map((delta) => chunkOf(delta)),
      requestContext,
    ),
  )
const call = (index: number, id: string, text = ''): ChatDelta => ({
  tool_calls: [{ index, id, type: 'function', function: { name: `f${index}`, arguments: text } }],
})
const more = (index: number, text: string): ChatDelta => ({ tool_calls: [{ index, function: { arguments: text } }] })
const use = (index: number, id: string, input: object) => ({ type: 'tool_use', id, name: `f${index}`, input })

test('a call that begins while another is being told waits until that one is whole', () => {
  const deltas = [
    call(0, 'a'),
    call(1, 'b', '{"y'),
    more(0, '{"x":"}'),
    more(1, '":2}'),
    more(0, '\\""}'),
    more(2, '{}'),
    call(2, 'c'),
  ]
  assert.deepEqual(messageFrom(deltas).content, [use(0, 'a', { x: '}"' }), use(1, 'b', { y: 2 }), use(2, 'c', {})])
})

test('calls one after the other are told as they come', () => {
  const encoder = createStreamEncoder(facts)
  const types = (delta: ChatDelta) =>
    eventsOf(encoder.push(chunkOf(delta))).map(({ type, index }) => [type, index].join(' '))
  encoder.push(chunkOf({ role: 'assistant', content: '' }))
  assert.deepEqual(types(call(0, 'a', '{"x":1}')), ['content_block_start 0', 'content_block_delta 0'])
  assert.deepEqual(types(call(1, 'b')), ['content_block_stop 0', 'content_block_start 1'])
  assert.deepEqual(types(more(1, '{')), ['content_block_delta 1'])
  assert.deepEqual(types({ content: 'late' }), [])
  assert.deepEqual(types(more(1, '}')), [
    'content_block_delta 1',
    'content_block_stop 1',
    'content_block_start 2',
    'content_block_delta 2',
  ])
})

test('words between parts of a call do not cut it in two', () => {
  const deltas = [call(0, 'a', '{"x"'), { content: 'w' }, { reasoning_content: 't' }, more(0, ':1}'), { content: 'z' }]
  assert.deepEqual(messageFrom(deltas).content, [
    use(0, 'a', { x: 1 }),
    { type: 'text', text: 'w' },
    { type: 'thinking', thinking: 't', signature: '' },
    { type: 'text', text: 'z' },
  ])
})

test('a call waits for its name, and is none without', () => {
  const named = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f0' } }] }
  assert.deepEqual(messageFrom([more(0, '{"x"'), named, more(0, ':1}')]).content, [use(0, 'a', { x: 1 })])
  const nameless = messageFrom([more(0, '{"x":1}'), { content: 'w' }])
  assert.deepEqual([nameless.content, nameless.stop_reason], [[{ type: 'text', text: 'w' }], 'end_turn'])
})

test('a call that repeats its id and name in every piece is one call', () => {
  const deltas = [call(0, 'a', '{"x'), call(0, 'a', '":1'), call(0, 'a', '}')]
  assert.deepEqual(messageFrom(deltas).content, [use(0, 'a', { x: 1 })])
})

test('a call without an id gets one, and what follows its end is dropped', () => {
  const nameless: ToolCallDelta = { index: 0, function: { name: 'f0', arguments: '{}' } }
  const { content } = messageFrom([{ tool_calls: [nameless] }, call(1, 'b', '{}'), more(0, '{"again":1}')])
  assert.deepEqual(content, [use(0, 'call_req_1_0', {}), use(1, 'b', {})])
})

test('a chunk that says several things says them in order', () => {
  const { tool_calls } = call(0, 'a', '{}')
  const delta = { role: 'assistant' as const, tool_calls, content: 'w', reasoning_content: 't' }
  assert.deepEqual(
    messageFrom([delta]).content.map(({ type }) => type),
    ['thinking', 'text', 'tool_use'],
  )
})

test('thoughts are signed at their end, and those that come whole are told once', () => {
  const signed = { type: 'thinking' as const, thinking: 'ab', signature: 's' }
  const secret = { type: 'redacted_thinking' as const, data: 'd' }
  const streamed = [{ reasoning_content: 'a' }, { reasoning_content: 'b' }, { thinking_blocks: [signed] }]
  assert.deepEqual(messageFrom([...streamed, { thinking_blocks: [secret] }, { content: 'c' }]).content, [
    signed,
    secret,
    { type: 'text', text: 'c' },
  ])
  const other = { type: 'thinking' as const, thinking: 'z', signature: 's2' }
  const whole = { reasoning_content: 'ab\nz', thinking_blocks: [signed, other], content: 'c' }
  assert.deepEqual(messageFrom([whole]).content, [signed, other, { type: 'text', text: 'c' }])
  const omitted = { type: 'thinking' as const, thinking: '', signature: 's' }
  assert.deepEqual(messageFrom([{ thinking_blocks: [omitted] }]).content, [omitted])
})

test('signatures of Gemini come before the call they belong to', () => {
  const sign = (delta: ChatDelta, thought_signature: string): ChatDelta => ({
    tool_calls: delta.tool_calls?.map((each) => ({ ...each, extra_content: { google: { thought_signature } } })),
  })
  const deltas = [
    { reasoning_content: 't' },
    sign(call(0, 'a', '{}'), 'g0'),
    call(1, 'b', '{}'),
    sign(call(2, 'c', '{}'), 'g2'),
  ]
  assert.deepEqual(messageFrom(deltas).content, [
    { type: 'thinking', thinking: 't', signature: 'gemini:g0' },
    use(0, 'a', {}),
    use(1, 'b', {}),
    { type: 'thinking', thinking: '', signature: 'gemini:g2' },
    use(2, 'c', {}),
  ])
})

test('an empty response has an empty block, even without any chunk', () => {
  for (const chunks of [[], [chunkOf({ role: 'assistant', content: '' }), chunkOf({}, 'stop')]]) {
    const events = eventsFrom(chunks)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['message_start', 'content_block_start', 'content_block_stop', 'message_delta', 'message_stop'],
    )
    assert.deepEqual(messageOf(events).content, [{ type: 'text', text: '' }])
  }
})

test('the reason waits for the end, and calls are a reason of their own', () => {
  const reason = (...chunks: ChatChunk[]) => messageOf(eventsFrom(chunks)).stop_reason
  const textChunk = chunkOf({ content: 'w' })
  assert.equal(reason(textChunk, chunkOf({}, 'length')), 'max_tokens')
  assert.equal(reason(textChunk, chunkOf({}, 'content_filter')), 'refusal')
  assert.equal(reason(chunkOf({ refusal: 'no' }), chunkOf({}, 'stop')), 'refusal')
  assert.equal(reason(chunkOf(call(0, 'a', '{}')), chunkOf({}, 'stop')), 'tool_use')
})

test('usage is estimated at the start and told at the end, the last word of several', () => {
  const early = { ...noUsage, input: 7, cache_read: 2 }
  const late = { ...early, output: 5 }
  const head = { id: 'c', created: 0, model: 'm', choices: [] }
  const first = eventsFrom([
    chunkOf({ content: 'w' }),
    { ...head, usage: early },
    chunkOf({}, 'stop'),
    { ...head, usage: late },
  ])
  const begun = (events: JsonObject[]) => objectOf(events[0]?.message)?.usage
  assert.deepEqual(begun(first), { input_tokens: 33, output_tokens: 0 })
  assert.deepEqual(messageOf(first).usage, {
    input_tokens: 7,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 2,
    output_tokens: 5,
  })
  assert.equal(objectOf(begun(eventsFrom([{ ...head, usage: late }])))?.input_tokens, 7)
  assert.deepEqual(messageOf(eventsFrom([chunkOf({ content: 'w' })])).usage, { input_tokens: 33, output_tokens: 0 })
})

test('of several choices the first is written', () => {
  const other: ChatChunk = {
    ...chunkOf({}),
    choices: [{ index: 1, delta: { content: 'other' }, finish_reason: 'length' }],
  }
  const { content, stop_reason } = messageOf(eventsFrom([chunkOf({ content: 'w' }), other, chunkOf({}, 'stop')]))
  assert.deepEqual([content, stop_reason], [[{ type: 'text', text: 'w' }], 'end_turn'])
})

test('a tool is called by the name the client gave it', () => {
  const name = 'n'.repeat(70)
  const short = { tool_calls: [{ index: 0, id: 'a', function: { name: shortToolName(name), arguments: '{}' } }] }
  assert.equal(messageFrom([short], { ...facts, body: { tools: [{ name }] } }).content[0]?.name, name)
})

test('an upstream that begins calls without end is stopped', () => {
  const encoder = createStreamEncoder(facts)
  encoder.push(chunkOf(call(0, 'a', '{')))
  const piece = 'x'.repeat(1024 * 1024)
  assert.throws(
    () => {
      for (let count = 0; count < 100; count++) encoder.push(chunkOf({ content: piece }))
    },
    (error) => error instanceof UpstreamFailure && error.kind === 'bad_response',
  )
})
