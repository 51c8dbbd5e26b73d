import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, ChatDelta, FinishReason } from '../../forms/chat.ts'
import { chunksOfResponse } from './response-chunks.ts'
import { responseOfChunks } from './response-of-chunks.ts'

const head = { id: 'r', created: 7, model: 'm' }
const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null, index = 0): ChatChunk => ({
  ...head,
  choices: [{ index, delta, finish_reason }],
})

test('texts, reasoning and calls are put together, and the last usage holds', () => {
  const usage = { input: 1, output: 2 } as NonNullable<ChatChunk['usage']>
  const call = (index: number, id: string | undefined, name: string | undefined, text: string) => ({
    tool_calls: [
      { index, ...(id && { id, type: 'function' as const }), function: { ...(name && { name }), arguments: text } },
    ],
  })
  const response = responseOfChunks([
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'Let me ' }),
    chunk({ reasoning_content: 'think' }),
    chunk({ content: 'He' }),
    chunk({ content: 'llo' }),
    chunk(call(0, 'c1', 'f', '')),
    chunk(call(0, undefined, undefined, '{"a":')),
    chunk(call(1, 'c2', 'g', '{}')),
    chunk(call(0, undefined, undefined, '1}')),
    chunk({}, 'tool_calls'),
    { ...head, choices: [], usage: { ...usage, output: 1 } },
    { ...head, choices: [], usage },
  ])
  assert.deepEqual(response, {
    ...head,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hello',
          reasoning_content: 'Let me think',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
            { id: 'c2', type: 'function', function: { name: 'g', arguments: '{}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage,
  })
  assert.deepEqual(responseOfChunks(chunksOfResponse(response)), response)
})

test('several choices keep their order and their ends', () => {
  const { choices } = responseOfChunks([
    chunk({ content: 'b' }, null, 1),
    chunk({ content: 'a' }, 'stop', 0),
    chunk({}, 'length', 1),
  ])
  assert.deepEqual(
    choices.map(({ message, finish_reason }) => [message.content, finish_reason]),
    [
      ['a', 'stop'],
      ['b', 'length'],
    ],
  )
})

test('a stream without its end is a failure', () => {
  assert.throws(() => responseOfChunks([chunk({ content: 'half' })]), { kind: 'network' })
  assert.throws(() => responseOfChunks([]), { kind: 'network' })
})
