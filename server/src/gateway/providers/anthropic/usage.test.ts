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

// The counts of `compaction` and `advised` were recorded: github.com/vercel/ai, packages/anthropic/src/__fixtures__,
// anthropic-compaction.1 and anthropic-advisor-20260301.1, read 2026-11-18.
const run = (type: string, input_tokens: number, output_tokens: number, more: object = {}) => ({
  type,
  input_tokens,
  output_tokens,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  ...more,
})

test('a compaction is added to the counts that leave it out', () => {
  const compaction = {
    input_tokens: 682,
    output_tokens: 1320,
    iterations: [run('compaction', 60_385, 592), run('message', 682, 1320)],
  }
  assert.deepEqual(usageOfAnthropic(compaction), { ...noUsage, input: 61_067, output: 1912, runs: 2 })
})

test('a stream that begins with the counts of its compaction counts the compaction once', () => {
  const tally = createUsageTally()
  tally.add({ input_tokens: 60_385, output_tokens: 5 })
  const last = {
    input_tokens: 612,
    output_tokens: 2819,
    iterations: [run('compaction', 60_385, 522), run('message', 612, 2819)],
  }
  const sum = { ...noUsage, input: 60_997, output: 3341, runs: 2 }
  for (const _ of ['first', 'repeated']) {
    tally.add(last)
    assert.deepEqual(tally.usage(), sum)
  }
})

test('an advisor has the price of its own model, so its tokens are kept apart', () => {
  const advised = {
    input_tokens: 2414,
    output_tokens: 3200,
    iterations: [
      run('message', 1051, 35),
      run('advisor_message', 2728, 874, { model: 'claude-opus-4-7' }),
      run('message', 1363, 3165),
    ],
  }
  const others = [{ model: 'claude-opus-4-7', usage: { ...noUsage, input: 2728, output: 874 }, count: 1 }]
  assert.deepEqual(usageOfAnthropic(advised), { ...noUsage, input: 2414, output: 3200, runs: 2, others })
  const twice = [...advised.iterations, run('advisor_message', 10, 20, { model: 'claude-opus-4-7' })]
  assert.deepEqual(usageOfAnthropic({ ...advised, iterations: twice })?.others, [
    { model: 'claude-opus-4-7', usage: { ...noUsage, input: 2738, output: 894 }, count: 2 },
  ])
})

test('totals that a host leaves out are the sums of the runs', () => {
  const cached = { cache_read_input_tokens: 7, cache_creation_input_tokens: 30 }
  const lasting = { cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 } }
  const iterations = [run('message', 5, 1, { ...cached, ...lasting }), run('message', 6, 2)]
  const sum = { ...noUsage, input: 11, cache_read: 7, cache_write_5m: 10, cache_write_1h: 20, output: 3, runs: 2 }
  assert.deepEqual(usageOfAnthropic({ output_tokens: 3, iterations }), sum)
})

test('the totals beside a run that declined are those of the model that served', () => {
  const iterations = [
    run('message', 408, 0, { model: 'claude-fable-5' }),
    run('fallback_message', 412, 264, { model: 'claude-opus-4-8' }),
  ]
  const usage = usageOfAnthropic({ input_tokens: 412, output_tokens: 264, iterations })
  assert.deepEqual([usage?.input, usage?.output, usage?.others], [412, 264, undefined])
})

test('a call that pauses after its compaction counts it once', () => {
  const compaction = run('compaction', 60_385, 592)
  for (const [input_tokens, output_tokens] of [
    [0, 0],
    [60_385, 592],
  ])
    assert.deepEqual(usageOfAnthropic({ input_tokens, output_tokens, iterations: [compaction] }), {
      ...noUsage,
      input: 60_385,
      output: 592,
    })
})

test('entries that are no runs count for nothing', () => {
  for (const iterations of [null, [], [null, 5, 'x'], {}])
    assert.deepEqual(usageOfAnthropic({ input_tokens: 4, output_tokens: 2, iterations }), {
      ...noUsage,
      input: 4,
      output: 2,
    })
})
