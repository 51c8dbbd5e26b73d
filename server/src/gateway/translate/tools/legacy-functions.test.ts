import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest } from '../../forms/chat.ts'
import { withTools } from './legacy-functions.ts'

test('functions of old become tools, and their calls get ids by order', () => {
  const request: ChatRequest = {
    model: 'm',
    functions: [{ name: 'f', parameters: { type: 'object' } }],
    function_call: { name: 'f' },
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: 'r' },
    ],
  }
  assert.deepEqual(withTools(request), {
    model: 'm',
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'r' },
    ],
  })
})

test('a chat of today is left alone', () => {
  const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'q' }] }
  assert.equal(withTools(request), request)
})

test('a conversation may hold old calls though the request declares none', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'assistant', content: 'one moment', function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: 'r' },
  ]
  const turned = withTools({ model: 'm', messages })
  assert.equal(turned.messages[0]?.content, 'one moment')
  assert.deepEqual(turned.messages[1], { role: 'tool', tool_call_id: 'call_0', content: 'r' })
  assert.equal(withTools({ model: 'm', messages: messages.slice(0, 1) }).messages[0]?.tool_calls?.length, 1)
})
