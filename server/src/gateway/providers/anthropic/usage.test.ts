import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { createUsageTally, usageOfAnthropic } from './usage.ts'

test('input excludes what a cache gave or took', () => {
  const reported = {
    input_tokens: 10,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 30,
    cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 5 },
    server_tool_use: { web_search_requests: 2, web_fetch_requests: 9 },
    service_tier: 'standard',
  }
  assert.deepEqual(usageOfAnthropic(reported), {
    ...noUsage,
    input: 10,
    cache_read: 100,
    cache_write_5m: 10,
    cache_write_1h: 20,
    output: 7,
    reasoning: 5,
    tool_calls: [{ name: 'web_search', count: 2 }],
  })
})

test('what was written without saying for how long was written for five minutes', () => {
  const written = (usage: object) => {
    const counts = usageOfAnthropic({ output_tokens: 1, ...usage })
    return [counts?.cache_write_5m, counts?.cache_write_1h]
  }
  assert.deepEqual(written({ cache_creation_input_tokens: 20 }), [20, 0])
  assert.deepEqual(
    written({ cache_creation_input_tokens: 20, cache_creation: { ephemeral_1h_input_tokens: 5 } }),
    [15, 5],
  )
  assert.deepEqual(written({ cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 } }), [3, 4])
})

test('later counts hold where they are larger, and what they leave out stays', () => {
  const tally = createUsageTally()
  tally.add({ input_tokens: 12, cache_read_input_tokens: 5, output_tokens: 1 })
  tally.add({ output_tokens: 30, input_tokens: 0 })
  tally.add({ output_tokens: 25 })
  assert.deepEqual(tally.usage(), { ...noUsage, input: 12, cache_read: 5, output: 30 })
})

test('nonsense counts for nothing', () => {
  for (const usage of [
    undefined,
    null,
    'x',
    [],
    {},
    { input_tokens: -5, output_tokens: 'many' },
    { input_tokens: null },
  ])
    assert.equal(usageOfAnthropic(usage), undefined, JSON.stringify(usage))
  const huge = usageOfAnthropic({ input_tokens: 1e300, output_tokens: 1.7, cache_creation: 'x', server_tool_use: [] })
  assert.ok(Number.isSafeInteger(huge?.input))
  assert.equal(huge?.output, 0)
  assert.equal(usageOfAnthropic({ output_tokens: 3, output_tokens_details: { thinking_tokens: 9 } })?.reasoning, 3)
})
