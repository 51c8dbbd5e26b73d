import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type {
  ChatChunk,
  ChatDelta,
  ChatResponse,
  FinishReason,
  JsonObject,
  ResponseMessage,
  ThinkingBlock,
} from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import type { RequestContext } from '../dialect.ts'
import { responsesDialect } from './responses-dialect.ts'

const messages = (...input: unknown[]) => responsesDialect.request({ input }, 'm').messages
const facts = (body: JsonObject = {}): RequestContext => ({
  body,
  model: 'client-model',
  id: 'chatcmpl-9',
  now: 99,
  promptEstimate: 1,
})
const result = (message: Partial<ResponseMessage>, finish_reason: FinishReason = 'stop'): ChatResponse => ({
  id: 'chatcmpl-a',
  created: 5,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
  usage: { ...noUsage, input: 7, cache_read: 4, output: 6, reasoning: 5 },
})
const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
  id: 'chatcmpl-a',
  created: 5,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const eventsOf = (text: string): JsonObject[] =>
  createEventReader()
    .push(Buffer.from(text))
    .map(({ event, data }) => {
      const parsed = JSON.parse(data)
      assert.equal(parsed.type, event)
      return parsed
    })
const written = (body: JsonObject, ...chunks: ChatChunk[]): JsonObject[] => {
  const encoder = responsesDialect.stream(facts(body))
  const events = eventsOf(chunks.map((one) => encoder.push(one)).join('') + encoder.end())
  events.forEach((event, index) => {
    assert.equal(event.sequence_number, index)
  })
  return events
}
const typesOf = (events: JsonObject[]) => events.map(({ type }) => String(type).replace('response.', ''))

test('a single text is told in the order the protocol has', () => {
  const events = written({}, chunk({ role: 'assistant', content: '' }), chunk({ content: 'Hi' }), chunk({}, 'stop'))
  assert.deepEqual(typesOf(events), [
    'created',
    'in_progress',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed',
  ])
  for (const event of events.slice(3, 7))
    assert.deepEqual([event.output_index, event.content_index, event.item_id], [0, 0, 'msg_unstored_a_0'])
  assert.equal(events[4]?.delta, 'Hi')
  assert.equal(events[5]?.text, 'Hi')
})

test('reasoning, text and parallel calls each open and close as items of their own', () => {
  const call = (index: number, id: string) =>
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name: 'f', arguments: '' } }] })
  const more = (index: number, text: string) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })
  const usage = { ...noUsage, input: 1, output: 2 }
  const events = written(
    {},
    chunk({ reasoning_content: 'a' }),
    chunk({ reasoning_content: 'b' }),
    chunk({ content: 'T' }),
    call(0, 'c0'),
    call(1, 'c1'),
    more(0, '{"x":'),
    more(1, '{}'),
    more(0, '1}'),
    chunk({}, 'tool_calls'),
    { ...chunk({}), choices: [], usage },
  )
  assert.deepEqual(typesOf(events), [
    'created',
    'in_progress',
    'output_item.added',
    'reasoning_summary_part.added',
    'reasoning_summary_text.delta',
    'reasoning_summary_text.delta',
    'reasoning_summary_text.done',
    'reasoning_summary_part.done',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.delta',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'function_call_arguments.done',
    'output_item.done',
    'completed',
  ])
  assert.deepEqual(
    events.slice(15, 24).map(({ output_index }) => output_index),
    [2, 3, 2, 3, 2, 2, 2, 3, 3],
  )
  const response = events.at(-1)?.response as JsonObject
  // The streamed items are those of the whole response.
  const toolCall = (id: string, text: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'f', arguments: text },
  })
  const whole = result(
    { reasoning_content: 'ab', content: 'T', tool_calls: [toolCall('c0', '{"x":1}'), toolCall('c1', '{}')] },
    'tool_calls',
  )
  assert.deepEqual(response, responsesDialect.response({ ...whole, usage }, facts()))
})

test('a call is told once it has a name, and its late pieces are not lost', () => {
  const events = written(
    {},
    chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { arguments: '{"a"' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { name: 'f', arguments: ':1' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }, 'tool_calls'),
  )
  const item = events.find(({ type }) => type === 'response.output_item.done')?.item as JsonObject
  assert.deepEqual([item.call_id, item.name, item.arguments], ['c', 'f', '{"a":1}'])
})

test('refusals have parts and events of their own', () => {
  const events = written({}, chunk({ content: 'a' }), chunk({ refusal: 'no' }, 'stop'))
  assert.deepEqual(typesOf(events).slice(4, -1), [
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'content_part.added',
    'refusal.delta',
    'refusal.done',
    'content_part.done',
    'output_item.done',
  ])
  assert.equal(events.find(({ type }) => type === 'response.refusal.delta')?.content_index, 1)
})

test('an incomplete stream ends with response.incomplete', () => {
  const last = written({}, chunk({ content: 'a' }, 'length')).at(-1)
  assert.equal(last?.type, 'response.incomplete')
  const response = last?.response as JsonObject
  assert.deepEqual(response.incomplete_details, { reason: 'max_output_tokens' })
})

test('free text goes to the tool that takes it, and comes back from it', () => {
  const body = { tools: [{ type: 'custom', name: 'c' }] }
  const events = written(
    body,
    chunk({ tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'c', arguments: '{"inp' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'ut":"free"}' } }] }, 'tool_calls'),
  )
  assert.deepEqual(typesOf(events).slice(2, -1), [
    'output_item.added',
    'custom_tool_call_input.delta',
    'custom_tool_call_input.done',
    'output_item.done',
  ])
  const item = events.at(-2)?.item as JsonObject
  assert.deepEqual(item, {
    id: 'ctc_unstored_a_0',
    type: 'custom_tool_call',
    status: 'completed',
    call_id: 'x',
    name: 'c',
    input: 'free',
  })
  const [call, response] = messages(item, { type: 'custom_tool_call_output', call_id: 'x', output: 'r' })
  assert.deepEqual(call?.tool_calls, [
    { id: 'x', type: 'function', function: { name: 'c', arguments: '{"input":"free"}' } },
  ])
  assert.deepEqual(response, { role: 'tool', tool_call_id: 'x', content: 'r' })
})

test('signed thoughts and signatures of calls come back as they went', () => {
  const blocks: ThinkingBlock[] = [
    { type: 'thinking', thinking: 'T', signature: 's' },
    { type: 'redacted_thinking', data: 'd' },
  ]
  const extra_content = { google: { thought_signature: 'g' } }
  const call = { id: 'x', type: 'function' as const, function: { name: 'f', arguments: '{}' }, extra_content }
  const whole = responsesDialect.response(
    result({ reasoning_content: 'T', thinking_blocks: blocks, tool_calls: [call] }),
    facts(),
  )
  const streamed = written(
    {},
    chunk({ reasoning_content: 'T' }),
    chunk({ thinking_blocks: blocks }),
    chunk({ tool_calls: [{ index: 0, ...call }] }, 'tool_calls'),
  )
  for (const response of [whole, streamed.at(-1)?.response as JsonObject])
    assert.deepEqual(messages(...(response.output as JsonObject[])), [
      { role: 'assistant', content: null, reasoning_content: 'T', thinking_blocks: blocks, tool_calls: [call] },
    ])
  const packed = (value: unknown) => `thinking.${Buffer.from(JSON.stringify(value)).toString('base64url')}`
  const damaged = [{ type: 'thinking' }, { type: 'thinking', thinking: 't' }, { signature: 's' }, null].map((block) =>
    packed([block]),
  )
  const plain = Buffer.from(JSON.stringify(blocks)).toString('base64url')
  for (const foreign of ['gAAAA', plain, 'thinking.!!', packed({}), ...damaged, 5, null])
    assert.equal(
      messages({ type: 'reasoning', encrypted_content: foreign }, { role: 'assistant', content: 'a' })[0]
        ?.thinking_blocks,
      undefined,
    )
})

test('a stream that fails says so in its own sequence', () => {
  const error = { status: 502, message: 'm', type: 'server_error', code: 'c', requestId: 'r' }
  const encoder = responsesDialect.stream(facts())
  const begun = eventsOf(encoder.push(chunk({ content: 'a' }))).length
  const events = eventsOf(encoder.fail?.(error) ?? '')
  assert.deepEqual(
    events.map(({ type, sequence_number }) => [type, sequence_number]),
    [
      ['error', begun],
      ['response.failed', begun + 1],
    ],
  )
  const failed = events[1]?.response as JsonObject
  assert.deepEqual([failed.status, failed.error], ['failed', { code: 'c', message: 'm' }])
  const [early, ...none] = eventsOf(responsesDialect.stream(facts()).fail?.({ ...error, param: 'p' }) ?? '')
  assert.deepEqual([early?.param, none.length], ['p', 0])
  assert.deepEqual(eventsOf(responsesDialect.streamError(error)), [
    {
      ...{ type: 'error', sequence_number: 0, code: 'c', message: 'm', param: null },
      error: { type: 'server_error', code: 'c', message: 'm', param: null },
    },
  ])
  assert.deepEqual(responsesDialect.error(error), {
    error: { message: 'm', type: 'server_error', param: null, code: 'c' },
  })
})

test('text after a call closes the call, and pieces that come too late change nothing', () => {
  const start = { index: 0, id: 'c', type: 'function' as const, function: { name: 'f', arguments: '' } }
  const late = chunk({ tool_calls: [{ index: 0, function: { arguments: 'late' } }] }, 'tool_calls')
  const events = written({}, chunk({ tool_calls: [start] }), chunk({ content: 'T' }), late)
  assert.deepEqual(typesOf(events).slice(2, 6), [
    'output_item.added',
    'function_call_arguments.done',
    'output_item.done',
    'output_item.added',
  ])
  assert.equal(events[3]?.arguments, '{}')
  const response = events.at(-1)?.response as JsonObject
  assert.deepEqual(
    (response.output as JsonObject[]).map(({ type }) => type),
    ['function_call', 'message'],
  )
})
