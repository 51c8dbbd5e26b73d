import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList } from './read-list.ts'

const read = (list: unknown, quotaPerUnit = 500_000) => readList(JSON.stringify(list), quotaPerUnit)

test('the file of LiteLLM: dollars per token and per picture', () => {
  const chat = { litellm_provider: 'openai', mode: 'chat' }
  const list = {
    sample_spec: { input_cost_per_token: 0, max_tokens: 'prose', litellm_provider: 'one of …' },
    fallback_generalizations: { rules: [] },
    'gpt-4o': { ...chat, input_cost_per_token: 2.5e-6, output_cost_per_token: 0.00001, max_tokens: 16384 },
    'azure/gpt-4o': { ...chat, input_cost_per_token: 2.75e-6, output_cost_per_token: 0.000011 },
    embed: { litellm_provider: 'openai', mode: 'embedding', input_cost_per_token: 2e-8, output_cost_per_token: 0 },
    'dall-e-3': { litellm_provider: 'openai', mode: 'image_generation', output_cost_per_image: 0.04 },
    whisper: { litellm_provider: 'openai', mode: 'audio_transcription', input_cost_per_second: 0.0001 },
    text: { ...chat, input_cost_per_token: 'much' },
    minus: { ...chat, input_cost_per_token: -1, output_cost_per_token: 1 },
    tiny: { ...chat, input_cost_per_token: 1e-13, output_cost_per_token: 1e-13 },
    odd: { ...chat, input_cost_per_token: 0, output_cost_per_token: 1e-6 },
    list: [],
  }
  const { format, prices } = read(list) ?? {}
  assert.equal(format, 'litellm')
  assert.deepEqual(prices, [
    { name: 'gpt-4o', amounts: { ModelRatio: 1.25, CompletionRatio: 4 } },
    { name: 'azure/gpt-4o', amounts: { ModelRatio: 1.375, CompletionRatio: 4 } },
    { name: 'embed', amounts: { ModelRatio: 0.01 } },
    { name: 'dall-e-3', amounts: { ModelPrice: 0.04 } },
    { name: 'whisper', reason: 'no_price' },
    { name: 'text', reason: 'not_a_number' },
    { name: 'minus', reason: 'negative' },
    { name: 'tiny', reason: 'out_of_range' },
    { name: 'odd', reason: 'input_free' },
    { name: 'list', reason: 'not_an_object' },
  ])
})

test('the models of OpenRouter: dollars per token as texts', () => {
  const row = (id: string, prompt: string, completion: string, more: object = {}) => ({
    id,
    pricing: { prompt, completion, ...more },
  })
  const data = [
    row('openai/gpt-4o', '0.0000025', '0.00001', { image: '0.003613', request: '0' }),
    row('openrouter/auto', '-1', '-1'),
    row('some/model:free', '0', '0'),
    row('some/by-request', '0', '0', { request: '0.005' }),
    row('some/broken', '1,5', '2'),
    { id: 'some/unpriced' },
    'text',
  ]
  const { format, prices } = read({ data }) ?? {}
  assert.equal(format, 'openrouter')
  assert.deepEqual(prices, [
    { name: 'openai/gpt-4o', amounts: { ModelRatio: 1.25, CompletionRatio: 4 } },
    { name: 'openrouter/auto', reason: 'negative' },
    { name: 'some/model:free', amounts: { ModelRatio: 0 } },
    { name: 'some/by-request', amounts: { ModelPrice: 0.005 } },
    { name: 'some/broken', reason: 'not_a_number' },
    { name: 'some/unpriced', reason: 'no_price' },
    { name: '#7', reason: 'not_an_object' },
  ])
})

test('the price page of a gateway of this family: its ratios, in the value that a dollar has here', () => {
  const data = [
    { model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 },
    { model_name: 'mj_imagine', quota_type: 1, model_ratio: 0, model_price: 0.1, completion_ratio: 0 },
    { model_name: 'broken', quota_type: 0, model_ratio: null, completion_ratio: 4 },
    { model_name: 'tiers', quota_type: 0, model_ratio: 0, completion_ratio: 1, billing_mode: 'tiered_expr' },
  ]
  const expected = (ratio: number) => [
    { name: 'gpt-4o', amounts: { ModelRatio: ratio, CompletionRatio: 4 } },
    { name: 'mj_imagine', amounts: { ModelPrice: 0.1 } },
    { name: 'broken', reason: 'no_price' },
    { name: 'tiers', reason: 'no_price' },
  ]
  assert.deepEqual(read({ success: true, data }), { format: 'one-api', prices: expected(1.25) })
  assert.deepEqual(read({ success: true, data }, 1_000_000)?.prices, expected(2.5))
})

test('anything else is no list', () => {
  for (const list of [{}, [], 'text', { data: [] }, { data: [{ id: 'x' }] }, null, { a: { b: 1 } }])
    assert.equal(read(list), undefined)
  assert.equal(readList('<html>', 500_000), undefined)
})
