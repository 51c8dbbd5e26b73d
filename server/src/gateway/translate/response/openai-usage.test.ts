import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage, totalCompletion, totalPrompt } from '../../../domain/money/pricing/usage.ts'
import { openAiUsage, usageOfOpenAi } from './openai-usage.ts'

test('cached, written, picture and audio tokens are taken out of the prompt that contains them', () => {
  const usage = usageOfOpenAi({
    prompt_tokens: 100,
    completion_tokens: 40,
    total_tokens: 140,
    prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20, audio_tokens: 10, image_tokens: 5 },
    completion_tokens_details: { reasoning_tokens: 12, audio_tokens: 8 },
  })
  assert.deepEqual(usage, {
    input: 35,
    cache_read: 30,
    cache_write_5m: 20,
    cache_write_1h: 0,
    image_input: 5,
    audio_input: 10,
    output: 32,
    reasoning: 12,
    audio_output: 8,
  })
})

test('cached tokens are found wherever an upstream puts them', () => {
  const homes = [
    { prompt_tokens_details: { cached_tokens: 4 } },
    { prompt_token_details: { cached_tokens: 4 } },
    { prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 4 },
    { cached_tokens: 4 },
    { num_cached_tokens: 4 },
    { cache_read_input_tokens: 4 },
  ]
  for (const home of homes)
    assert.equal(
      usageOfOpenAi({ prompt_tokens: 9, completion_tokens: 1, ...home })?.cache_read,
      4,
      JSON.stringify(home),
    )
  const responses = { input_tokens: 9, output_tokens: 1, input_tokens_details: { cached_tokens: 4 } }
  assert.equal(usageOfOpenAi(responses)?.cache_read, 4)
  assert.equal(
    usageOfOpenAi({ ...responses, input_tokens_details: undefined, input_token_details: { cached_tokens: 4 } })
      ?.cache_read,
    4,
  )
})

// A response of grok-4-1-fast in Azure: github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes, read 2026-11-18
test('more cached tokens than the prompt has stand beside the prompt', () => {
  const usage = usageOfOpenAi({
    prompt_tokens: 7,
    completion_tokens: 1,
    total_tokens: 8,
    prompt_tokens_details: { cached_tokens: 163 },
  })
  assert.deepEqual(usage, { ...noUsage, input: 7, cache_read: 163, output: 1 })
})

test('a response with only a total counts as prompt', () => {
  assert.deepEqual(usageOfOpenAi({ total_tokens: 8 }), { ...noUsage, input: 8 })
  assert.deepEqual(usageOfOpenAi({ prompt_tokens: 3, total_tokens: 8 }), { ...noUsage, input: 3, output: 5 })
})

test('no usage and a usage of zeros are the same: the upstream did not count', () => {
  for (const none of [undefined, null, 5, 'x', [], {}, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }])
    assert.equal(usageOfOpenAi(none), undefined)
})

test('claims that contradict each other never add up to more than the totals', () => {
  const claims = [
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 9, image_tokens: 99 } },
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      completion_tokens_details: { reasoning_tokens: 9, audio_tokens: 4, image_tokens: 4 },
    },
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: -5, audio_tokens: '7' } },
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: [1], completion_tokens_details: 'x' },
  ]
  for (const claim of claims) {
    const usage = usageOfOpenAi(claim)
    assert.ok(usage)
    assert.equal(totalPrompt(usage), 10)
    assert.equal(totalCompletion(usage), 5)
    assert.ok(usage.reasoning <= usage.output)
    for (const count of Object.values(usage)) assert.ok(Number.isSafeInteger(count) && Number(count) >= 0)
  }
})

test('absurd and negative counts stay safe integers', () => {
  const usage = usageOfOpenAi({ prompt_tokens: 1e308, completion_tokens: Number.POSITIVE_INFINITY, total_tokens: -4 })
  assert.ok(usage && Number.isSafeInteger(totalPrompt(usage) + totalCompletion(usage)))
  assert.equal(usageOfOpenAi({ prompt_tokens: -1, completion_tokens: -1 }), undefined)
  assert.equal(usageOfOpenAi({ prompt_tokens: 10.9, completion_tokens: '5' }), undefined)
  assert.equal(usageOfOpenAi({ prompt_tokens: Number.NaN, completion_tokens: null }), undefined)
})

test('usage is written with the details that were counted, and read back the same', () => {
  const usage = {
    ...noUsage,
    input: 3,
    cache_read: 4,
    cache_write_5m: 1,
    image_input: 6,
    audio_input: 7,
    output: 20,
    reasoning: 9,
    audio_output: 2,
    image_output: 5,
  }
  assert.deepEqual(openAiUsage(usage), {
    prompt_tokens: 21,
    completion_tokens: 27,
    total_tokens: 48,
    prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1, audio_tokens: 7, image_tokens: 6 },
    completion_tokens_details: { reasoning_tokens: 9, audio_tokens: 2, image_tokens: 5 },
  })
  assert.deepEqual(usageOfOpenAi(openAiUsage(usage)), usage)
  assert.deepEqual(openAiUsage({ ...noUsage, input: 5, output: 3 }), {
    prompt_tokens: 5,
    completion_tokens: 3,
    total_tokens: 8,
  })
})
