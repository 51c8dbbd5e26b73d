import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathTo } from '../messages/conversation.ts'
import { type AssistantMessage, newAssistantMessage, newUserMessage } from '../messages/message.ts'
import { exportText, importText, type WholeConversation } from './exported.ts'

const userMessage = newUserMessage(
  null,
  'Hi',
  [{ name: 'a.png', type: 'image/png', data: 'data:image/png;base64,AA==' }],
  1,
)
const response: AssistantMessage = {
  ...newAssistantMessage(userMessage.id, 'chat', 'gpt', 2),
  state: 'complete',
  content: 'Hello',
  reasoning: 'hm',
  tool_calls: [{ id: 'c', name: 'f', arguments: '{}', result: '1' }],
  figures: { quota: 7, total_ms: 12 },
}
const conversation: WholeConversation = {
  id: 'one',
  name: 'Greeting',
  first_words: 'Hi',
  created_at: 1,
  updated_at: 2,
  threads: [{ model: 'gpt', leaf: response.id }],
  messages: [userMessage, response],
}

test('what was exported is imported whole, with ids of its own', () => {
  const [copy] = importText(exportText([conversation]), 9) ?? []
  assert.ok(copy)
  assert.notEqual(copy.id, conversation.id)
  assert.equal(copy.name, 'Greeting')
  const path = pathTo(new Map(copy.messages.map((message) => [message.id, message])), copy.threads[0]?.leaf ?? null)
  const bare = ({ id: _, parent: __, ...rest }: (typeof path)[number]) => rest
  assert.deepEqual(path.map(bare), [userMessage, response].map(bare))
})

test('another file is refused', () => {
  for (const text of ['', 'x', '{}', '[]', '{"format":"other","conversations":[]}'])
    assert.equal(importText(text, 9), undefined)
})

test('a damaged file brings only what fits, and no address that is no file', () => {
  const [copy] =
    importText(
      JSON.stringify({
        format: 'turnpike-conversations',
        conversations: [
          {
            name: 7,
            threads: [{ leaf: 'nowhere' }],
            messages: [
              null,
              { role: 'robot', id: 'x' },
              { role: 'user', id: 'u', content: 5, attachments: [{ data: 'javascript:alert(1)' }] },
              { role: 'assistant', id: 'a', parent: 'u', state: 'loading', figures: { quota: 'x' } },
            ],
          },
        ],
      }),
      9,
    ) ?? []
  assert.ok(copy)
  assert.equal(copy.name, '')
  assert.deepEqual(copy.threads, [{ model: '', leaf: null }])
  const [user, assistant] = copy.messages
  assert.deepEqual([user?.content, user?.attachments], ['', []])
  assert.ok(assistant?.role === 'assistant')
  assert.deepEqual([assistant.state, assistant.parent, assistant.figures], ['complete', user?.id, {}])
})
