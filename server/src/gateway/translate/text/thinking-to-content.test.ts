import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, ChatDelta, FinishReason } from '../../forms/chat.ts'
import { createThinkingToContent, thinkingToContent } from './thinking-to-content.ts'

const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
  id: 'c',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const deltas = (...chunks: ChatChunk[]) => {
  const turn = createThinkingToContent()
  return chunks.map((one) => turn(one).choices[0]?.delta)
}

test('reasoning moves into the content between tags', () => {
  assert.deepEqual(
    deltas(chunk({ reasoning_content: 'a' }), chunk({ reasoning_content: 'b' }), chunk({ content: 'C' })),
    [{ content: '<think>\na' }, { content: 'b' }, { content: '\n</think>\nC' }],
  )
})

test('the tag closes before a tool call, and at the end when nothing else came', () => {
  const call = { index: 0, id: 'x', type: 'function' as const, function: { name: 'f', arguments: '' } }
  assert.deepEqual(deltas(chunk({ reasoning_content: 'a' }), chunk({ tool_calls: [call] }))[1], {
    content: '\n</think>\n',
    tool_calls: [call],
  })
  assert.deepEqual(deltas(chunk({ reasoning_content: 'a' }), chunk({}, 'stop'))[1], { content: '\n</think>\n' })
})

test('a response without reasoning is left alone', () => {
  const plain = chunk({ content: 'x' })
  assert.equal(createThinkingToContent()(plain), plain)
})

test('a whole response gets its reasoning in front', () => {
  const response = thinkingToContent({
    id: 'c',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'C', reasoning_content: 'ab' }, finish_reason: 'stop' },
    ],
  })
  assert.deepEqual(response.choices[0]?.message, { role: 'assistant', content: '<think>\nab\n</think>\nC' })
})
