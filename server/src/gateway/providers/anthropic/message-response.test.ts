import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { required, responseContext } from '../testing.ts'
import { anthropic } from './anthropic.ts'
import { readMessage } from './message-response.ts'

const choiceOf = (message: object) => required(readMessage({ content: [], ...message }, responseContext).choices[0])
const text = (words: string) => ({ type: 'text', text: words })

test('a response has one of four finish reasons', () => {
  const call = { type: 'tool_use', id: 't', name: 'f', input: {} }
  const reasons: [unknown, string][] = [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['compaction', 'stop'],
    ['something_new', 'stop'],
    [null, 'stop'],
    ['constructor', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
  ]
  for (const [stop_reason, finish] of reasons)
    assert.equal(choiceOf({ content: [call], stop_reason }).finish_reason, finish, String(stop_reason))
})

test('content is null only where there are calls and no words', () => {
  const call = { type: 'tool_use', id: 't', name: 'f', input: { a: [1] } }
  assert.equal(choiceOf({ content: [call] }).message.content, null)
  assert.equal(choiceOf({ content: [text('a'), call, text('b')] }).message.content, 'ab')
  assert.equal(choiceOf({}).message.content, '')
})

test('thoughts are told apart by lines and kept whole, those that are secret are only kept', () => {
  const thoughts = [
    { type: 'thinking', thinking: 'a', signature: 's1' },
    { type: 'redacted_thinking', data: 'd' },
    { type: 'thinking', thinking: 'b', signature: 's2' },
    { type: 'thinking', thinking: '', signature: 's3' },
  ]
  const { message } = choiceOf({ content: [...thoughts, text('c')] })
  assert.deepEqual([message.reasoning_content, message.thinking_blocks, message.content], ['a\nb', thoughts, 'c'])
})

test('a refusal is explained where the upstream explains it', () => {
  const refused = { stop_reason: 'refusal', stop_details: { explanation: 'because' } }
  assert.equal(choiceOf(refused).message.refusal, 'because')
  assert.equal('refusal' in choiceOf({ stop_reason: 'refusal' }).message, false)
})

test('the gateway fills in the fields that the response lacks', () => {
  const { id, created, model, usage } = readMessage(
    { content: [text('a')] },
    { id: 'req_7', now: 5, model: 'client-model' },
  )
  assert.deepEqual([id, created, model, usage], ['req_7', 5, 'client-model', undefined])
})

test('an error with status 200 is a failure', () => {
  const kinds: [unknown, FailureKind][] = [
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded'],
    [{ error: { type: 'rate_limit_error', message: 'slow' } }, 'rate_limited'],
    [{ type: 'error' }, 'overloaded'],
  ]
  for (const [body, kind] of kinds)
    assert.throws(
      () => readMessage(body, responseContext),
      (error) => error instanceof UpstreamFailure && error.kind === kind,
    )
})

test('an unreadable body is a bad response, never a crash', () => {
  for (const body of [null, undefined, 5, 'text', [], {}, { content: 'x' }, { content: null }, { choices: [] }])
    assert.throws(
      () => readMessage(body, responseContext),
      (error) => error instanceof UpstreamFailure && error.kind === 'bad_response',
      JSON.stringify(body),
    )
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
  assert.throws(
    () => readMessage({ content: [{ type: 'tool_use', id: 't', name: 'f', input: deep }] }, responseContext),
    (error) => error instanceof UpstreamFailure && error.kind === 'bad_response',
  )
})

test('odd blocks are passed over', () => {
  const content = [
    null,
    5,
    'x',
    [],
    {},
    { type: 'text', text: 7 },
    { type: 'text', text: 'ok', citations: 'none' },
    { type: 'thinking' },
    { type: 'redacted_thinking', data: null },
    { type: 'tool_use', input: 'x' },
    { type: 'tool_use', name: 'f', input: [1] },
    { type: 'mcp_tool_use', id: 'm', name: 'g', input: {} },
  ]
  const { message } = choiceOf({ id: 5, model: null, content, usage: 'x', stop_reason: 9 })
  assert.equal(message.content, 'ok')
  assert.deepEqual(message.tool_calls, [
    { id: 'call_req_1_0', type: 'function', function: { name: 'f', arguments: '{}' } },
  ])
})

test('a channel may want thoughts inside the content', () => {
  const { response } = required(anthropic.chat)
  const body = { content: [{ type: 'thinking', thinking: 't', signature: 's' }, text('a')] }
  const result = response(body, { ...responseContext, setting: { thinking_to_content: true } })
  assert.equal(result.choices[0]?.message.content, '<think>\nt\n</think>\na')
})
