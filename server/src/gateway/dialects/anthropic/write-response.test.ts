import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { ChatResponse, FinishReason, ResponseMessage, ToolCall } from '../../forms/chat.ts'
import { facts } from './testing.ts'
import { shortToolName } from './tool-names.ts'
import { writeResponse } from './write-response.ts'

const responseOf = (message: Partial<ResponseMessage>, finish_reason: FinishReason = 'stop'): ChatResponse => ({
  id: 'chatcmpl-1',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: '', ...message }, finish_reason }],
})
const contentOf = (message: Partial<ResponseMessage>, requestContext = facts) =>
  writeResponse(responseOf(message), requestContext).content
const callOf = (id: string, thought_signature?: string): ToolCall => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{"a":1}' },
  ...(thought_signature && { extra_content: { google: { thought_signature } } }),
})
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: { a: 1 } })

test('a response has a stop reason that Anthropic knows', () => {
  const reason = (finish: FinishReason, message: Partial<ResponseMessage> = {}) =>
    writeResponse(responseOf(message, finish), facts).stop_reason
  assert.deepEqual(
    [reason('stop'), reason('length'), reason('tool_calls'), reason('content_filter')],
    ['end_turn', 'max_tokens', 'tool_use', 'refusal'],
  )
  assert.equal(reason('stop', { tool_calls: [callOf('c')] }), 'tool_use')
  assert.equal(reason('length', { tool_calls: [callOf('c')] }), 'max_tokens')
  assert.equal(reason('stop', { refusal: 'no' }), 'refusal')
  assert.equal(reason('function_call' as FinishReason), 'end_turn')
})

test('there is always a block', () => {
  assert.deepEqual(contentOf({ content: null }), [{ type: 'text', text: '' }])
  assert.deepEqual(writeResponse({ ...responseOf({}), choices: [] }, facts).content, [{ type: 'text', text: '' }])
  assert.deepEqual(contentOf({ content: null, refusal: 'no' }), [{ type: 'text', text: 'no' }])
})

test('arguments that are no object still make a call', () => {
  const input = (text: string) => {
    const call = { ...callOf('c'), function: { name: 'f', arguments: text } }
    return (contentOf({ tool_calls: [call] }) as { input: unknown }[])[0]?.input
  }
  assert.deepEqual([input(''), input('{bad'), input('[1]')], [{}, {}, { value: [1] }])
})

test('signed thoughts come as they were signed', () => {
  const thinking_blocks = [
    { type: 'thinking' as const, thinking: 'a', signature: 's' },
    { type: 'redacted_thinking' as const, data: 'd' },
  ]
  assert.deepEqual(contentOf({ thinking_blocks, reasoning_content: 'a', content: 'b' }), [
    ...thinking_blocks,
    { type: 'text', text: 'b' },
  ])
})

test('signatures of Gemini travel with thoughts, marked as its own', () => {
  const message = {
    reasoning_content: 't',
    content: 'x',
    tool_calls: [callOf('1', 'g1'), callOf('2'), callOf('3', 'g3')],
  }
  assert.deepEqual(contentOf(message), [
    { type: 'thinking', thinking: 't', signature: 'gemini:g1' },
    { type: 'text', text: 'x' },
    use('1'),
    use('2'),
    { type: 'thinking', thinking: '', signature: 'gemini:g3' },
    use('3'),
  ])
  assert.deepEqual(contentOf({ tool_calls: [callOf('1', 'g1')] }), [
    { type: 'thinking', thinking: '', signature: 'gemini:g1' },
    use('1'),
  ])
})

test('a tool is called by the name the client gave it', () => {
  const name = 'n'.repeat(70)
  const call = { ...callOf('c'), function: { name: shortToolName(name), arguments: '{}' } }
  const [block] = contentOf({ tool_calls: [call] }, { ...facts, body: { tools: [{ name }] } }) as { name: string }[]
  assert.equal(block?.name, name)
})

test('ids that were Anthropic’s stay what they were', () => {
  const id = (given: string) => writeResponse({ ...responseOf({}), id: given }, facts).id
  assert.deepEqual(
    [id('chatcmpl-msg_1'), id('msg_1'), id('chatcmpl-1'), id('resp_1'), id('x')],
    ['msg_1', 'msg_1', 'msg_1', 'msg_1', 'msg_x'],
  )
})

test('usage is told without what caches did, and estimated where nobody counted', () => {
  const usage = {
    ...noUsage,
    input: 5,
    image_input: 2,
    audio_input: 1,
    cache_read: 40,
    cache_write_5m: 3,
    cache_write_1h: 1,
  }
  const counted = { ...usage, output: 9, audio_output: 4, reasoning: 6 }
  assert.deepEqual(writeResponse({ ...responseOf({}), usage: counted }, facts).usage, {
    input_tokens: 8,
    cache_creation_input_tokens: 4,
    cache_read_input_tokens: 40,
    output_tokens: 13,
  })
  assert.deepEqual(writeResponse(responseOf({}), facts).usage, { input_tokens: 33, output_tokens: 0 })
})
