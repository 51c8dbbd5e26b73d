import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBelievable } from './believable.ts'
import { noUsage } from './usage.ts'

const bounds = { contextMax: 128_000, outputCap: 1_000, count: 1 }

test('a prompt is believed up to the context of the model, whatever it is made of', () => {
  assert.equal(isBelievable({ ...noUsage, input: 128_000 }, bounds), true)
  assert.equal(isBelievable({ ...noUsage, input: 100_000, cache_read: 28_001 }, bounds), false)
})

test('a model of unknown context can have read two million tokens', () => {
  assert.equal(isBelievable({ ...noUsage, cache_read: 2_000_000 }, {}), true)
  assert.equal(isBelievable({ ...noUsage, cache_read: 2_000_001 }, {}), false)
})

test('output is believed up to the cap of every response, a tenth and 64 tokens', () => {
  assert.equal(isBelievable({ ...noUsage, output: 1_164 }, bounds), true)
  assert.equal(isBelievable({ ...noUsage, output: 1_165 }, bounds), false)
  assert.equal(isBelievable({ ...noUsage, output: 1_000, audio_output: 165 }, bounds), false)
  assert.equal(isBelievable({ ...noUsage, output: 3_364 }, { ...bounds, count: 3 }), true)
  assert.equal(isBelievable({ ...noUsage, output: 3_365 }, { ...bounds, count: 3 }), false)
})

test('without any cap a response can fill the context', () => {
  assert.equal(isBelievable({ ...noUsage, output: 100_000 }, { contextMax: 100_000 }), true)
  assert.equal(isBelievable({ ...noUsage, output: 110_065 }, { contextMax: 100_000 }), false)
})

test('what is no count is not believed', () => {
  for (const count of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e308, 2 ** 53]) {
    assert.equal(isBelievable({ ...noUsage, input: count }, {}), false, String(count))
    assert.equal(isBelievable({ ...noUsage, reasoning: count }, {}), false, String(count))
    assert.equal(isBelievable({ ...noUsage, image_output: count }, {}), false, String(count))
    assert.equal(isBelievable({ ...noUsage, tool_calls: [{ name: 'web_search', count }] }, {}), false, String(count))
  }
  // An upstream's JSON can hold anything, whatever the type says.
  const text = { ...noUsage, output: '12' as unknown as number }
  assert.equal(isBelievable(text, {}), false)
})

test('a thousand tool calls in one response are many; more are not believed', () => {
  assert.equal(isBelievable({ ...noUsage, tool_calls: [{ name: 'web_search', count: 1_000 }] }, {}), true)
  assert.equal(isBelievable({ ...noUsage, tool_calls: [{ name: 'web_search', count: 1_001 }] }, {}), false)
})

test('a model that ran several times can have read its context each time, up to a bound', () => {
  const { contextMax } = bounds
  const runs = (count: number) => ({ ...noUsage, input: contextMax * count, output: 1_100 * count, runs: count })
  assert.equal(isBelievable(runs(3), bounds), true)
  assert.equal(isBelievable({ ...runs(3), runs: 2 }, bounds), false)
  assert.equal(isBelievable(runs(64), bounds), true)
  assert.equal(isBelievable(runs(65), bounds), false)
})

test('what another model used is believed within the longest context', () => {
  const other = (input: number, count = 1) => ({
    ...noUsage,
    input: 1,
    others: [{ model: 'other', usage: { ...noUsage, input }, count }],
  })
  assert.equal(isBelievable(other(2_000_000), bounds), true)
  assert.equal(isBelievable(other(2_000_001), bounds), false)
  assert.equal(isBelievable(other(4_000_000, 2), bounds), true)
  assert.equal(isBelievable(other(1, 65), bounds), false)
  assert.equal(isBelievable(other(-1), bounds), false)
})
