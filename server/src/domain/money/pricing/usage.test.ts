import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUsage, countsOf, noUsage, totalCompletion, totalPrompt, type Usage, usageLines } from './usage.ts'

const full: Usage = {
  input: 1,
  cache_read: 20,
  cache_write_5m: 300,
  cache_write_1h: 4_000,
  image_input: 50_000,
  audio_input: 600_000,
  output: 7,
  reasoning: 5,
  audio_output: 80,
  image_output: 900,
}

test('the prompt is all that was read, the completion all that was made, and reasoning counts in neither twice', () => {
  assert.equal(totalPrompt(full), 654_321)
  assert.equal(totalCompletion(full), 987)
  assert.equal(totalCompletion({ ...noUsage, output: 7, reasoning: 7 }), 7)
})

test('the counts are those of the lines, in their order', () => {
  assert.deepEqual(
    countsOf(full),
    usageLines.map((line) => full[line]),
  )
  assert.equal(countsOf(noUsage).length, usageLines.length)
  for (const line of usageLines) assert.throws(() => countsOf({ ...full, [line]: -1 }), RangeError, line)
})

test('adding up keeps every member, and tool calls by their name', () => {
  const searching: Usage = { ...noUsage, output: 1, reasoning: 1, tool_calls: [{ name: 'web_search', count: 2 }] }
  const both: Usage = {
    ...full,
    tool_calls: [
      { name: 'web_search', count: 1 },
      { name: 'file_search', count: 3 },
    ],
  }
  assert.deepEqual(addUsage(both, searching), {
    ...full,
    output: 8,
    reasoning: 6,
    tool_calls: [
      { name: 'web_search', count: 3 },
      { name: 'file_search', count: 3 },
    ],
  })
  assert.deepEqual(addUsage(noUsage, noUsage), noUsage)
})

test('a sum that is no exact number any more is refused', () => {
  const most = { ...noUsage, input: Number.MAX_SAFE_INTEGER }
  assert.throws(() => addUsage(most, { ...noUsage, input: 1 }), RangeError)
})
