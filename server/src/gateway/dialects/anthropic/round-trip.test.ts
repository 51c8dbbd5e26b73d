import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { readMessage } from '../../providers/anthropic/message-response.ts'
import { createMessageDecoder } from '../../providers/anthropic/message-stream.ts'
import { messagesBody } from '../../providers/anthropic/messages-body.ts'
import { anthropicDialect } from './anthropic-dialect.ts'
import { facts, messageOf, streamOf } from './testing.ts'

const responseContext = { id: 'req_1', now: 0, model: 'm' }
const usage = {
  input_tokens: 10,
  cache_creation_input_tokens: 20,
  cache_read_input_tokens: 100,
  output_tokens: 7,
}
const content = [
  { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
  { type: 'redacted_thinking', data: 'ZGF0YQ==' },
  { type: 'text', text: 'Grüße 🎉' },
  { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: [1, null] } },
  { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} },
]

test('a response survives the translation through the gateway’s form', () => {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content,
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage,
  }
  assert.deepEqual(anthropicDialect.response(readMessage(message, responseContext), facts), message)
})

test('a stream survives it too', () => {
  const deltas: Record<string, (block: JsonObject) => JsonObject[]> = {
    text: ({ text }) => [{ type: 'text_delta', text }],
    thinking: ({ thinking, signature }) => [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ],
    redacted_thinking: () => [],
    tool_use: ({ input }) => [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
  }
  const empty: Record<string, JsonObject> = {
    text: { text: '' },
    thinking: { thinking: '', signature: '' },
    tool_use: { input: {} },
  }
  const events = [
    { type: 'message_start', message: { id: 'msg_1', model: 'claude-opus-5', usage } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: { ...block, ...empty[block.type] } },
      ...(deltas[block.type]?.(block) ?? []).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]
  const decoder = createMessageDecoder(responseContext)
  const chunks = events.flatMap((event) => decoder.push({ data: JSON.stringify(event) }))
  const message = messageOf(streamOf(anthropicDialect.stream(facts), chunks))
  assert.deepEqual([message.content, message.stop_reason, message.usage], [content, 'tool_use', usage])
})

test('a conversation survives it: thoughts, marks, calls, results and pictures', () => {
  const cache_control = { type: 'ephemeral', ttl: '1h' }
  const client = {
    model: 'claude-sonnet-4-6',
    max_tokens: 50,
    temperature: 0,
    stream: true,
    system: [{ type: 'text', text: 'S', cache_control }],
    stop_sequences: ['X'],
    metadata: { user_id: 'u1' },
    tools: [{ name: 'f', description: 'd', input_schema: { type: 'object', properties: { a: {} } }, cache_control }],
    tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
            title: 'a.pdf',
          },
          { type: 'text', text: 'q', cache_control },
        ],
      },
      { role: 'assistant', content },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'r1' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'r2' },
          { type: 'text', text: 'next' },
        ],
      },
    ],
  }
  const { body } = messagesBody(anthropicDialect.request(client, client.model), client.model, {})
  assert.deepEqual(body, client)
})
