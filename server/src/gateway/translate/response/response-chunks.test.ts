import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import { chunksOfResponse } from './response-chunks.ts'

test('a whole response becomes the chunks of a stream', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const usage = { ...noUsage, input: 1, output: 2 }
  const head = { id: 'x', created: 1, model: 'm' }
  const message = { role: 'assistant' as const, content: 'T', reasoning_content: 'R', tool_calls: [call] }
  const chunks = chunksOfResponse({ ...head, choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage })
  assert.deepEqual(chunks, [
    {
      ...head,
      choices: [{ index: 0, delta: { ...message, tool_calls: [{ index: 0, ...call }] }, finish_reason: 'tool_calls' }],
    },
    { ...head, choices: [], usage },
  ])
  const encoder = openaiDialect.stream({ ...head, body: {}, now: 1, promptEstimate: 1 })
  assert.equal(
    chunks
      .map((chunk) => encoder.push(chunk))
      .join('')
      .split('\n\n').length,
    6,
  )
})
