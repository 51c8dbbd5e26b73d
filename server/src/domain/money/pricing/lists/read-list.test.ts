import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed } from './choose-rows.ts'
import { areSamePrices } from './price-parts.ts'
import { readList } from './read-list.ts'

const read = (list: unknown, quotaPerUnit = 500_000) => readList(JSON.stringify(list), quotaPerUnit)
const pricesIn = (list: unknown) =>
  Object.fromEntries((read(list)?.prices ?? []).map(({ name, ...row }) => [name, row]))

test('the file of LiteLLM: dollars per token, per picture and per search', () => {
  const chat = { litellm_provider: 'openai', mode: 'chat' }
  const picture = { litellm_provider: 'openai', mode: 'image_generation' }
  const list = {
    sample_spec: { input_cost_per_token: 0, max_tokens: 'prose', litellm_provider: 'one of …' },
    fallback_generalizations: { rules: [] },
    'gpt-4o': { ...chat, input_cost_per_token: 2.5e-6, output_cost_per_token: 0.00001, max_tokens: 16384 },
    'azure/gpt-4o': { ...chat, input_cost_per_token: 2.75e-6, output_cost_per_token: 0.000011 },
    embed: { litellm_provider: 'openai', mode: 'embedding', input_cost_per_token: 2e-8, output_cost_per_token: 0 },
    rank: { litellm_provider: 'cohere', mode: 'rerank', input_cost_per_token: 0, input_cost_per_query: 0.002 },
    'dall-e-3': { ...picture, output_cost_per_image: 0.04 },
    draws: {
      ...picture,
      input_cost_per_token: 3e-7,
      output_cost_per_image: 0.039,
      output_cost_per_image_token: 3e-5,
    },
    whisper: { litellm_provider: 'openai', mode: 'audio_transcription', input_cost_per_second: 0.0001 },
    text: { ...chat, input_cost_per_token: 'much' },
    minus: { ...chat, input_cost_per_token: -1, output_cost_per_token: 1 },
    'minus-tier': { ...chat, input_cost_per_token: 1e-6, input_cost_per_token_above_200k_tokens: -1 },
    tiny: { ...chat, input_cost_per_token: 1e-20, output_cost_per_token: 1e-20 },
    odd: { ...chat, input_cost_per_token: 0, output_cost_per_token: 1e-6 },
    list: [],
  }
  assert.equal(read(list)?.format, 'litellm')
  assert.deepEqual(pricesIn(list), {
    'gpt-4o': { amounts: { ModelRatio: 1.25, CompletionRatio: 4 } },
    'azure/gpt-4o': { amounts: { ModelRatio: 1.375, CompletionRatio: 4 } },
    embed: { amounts: { ModelRatio: 0.01 } },
    rank: { amounts: { ModelPrice: 0.002 } },
    'dall-e-3': { amounts: { ModelPrice: 0.04 } },
    draws: { amounts: { ModelRatio: 0.15, ImageCompletionRatio: 100 } },
    whisper: { reason: 'no_price' },
    text: { reason: 'not_a_number' },
    minus: { reason: 'negative' },
    'minus-tier': { reason: 'negative' },
    tiny: { reason: 'out_of_range' },
    odd: { reason: 'input_free' },
    list: { reason: 'not_an_object' },
  })
})

test('the file of LiteLLM: cached input, sound, lengths and service tiers', () => {
  const provider = { litellm_provider: 'openai', mode: 'chat' }
  const list = {
    long: {
      ...provider,
      input_cost_per_token: 2.5e-6,
      output_cost_per_token: 1.5e-5,
      cache_read_input_token_cost: 2.5e-7,
      cache_creation_input_token_cost: 3.125e-6,
      cache_creation_input_token_cost_above_1hr: 5e-6,
      input_cost_per_token_above_272k_tokens: 5e-6,
      output_cost_per_token_above_272k_tokens: 2.25e-5,
      cache_read_input_token_cost_above_272k_tokens: 5e-7,
      input_cost_per_token_priority: 5e-6,
      output_cost_per_token_priority: 3e-5,
      cache_read_input_token_cost_priority: 5e-7,
      input_cost_per_token_above_272k_tokens_priority: 1e-5,
      output_cost_per_token_above_272k_tokens_priority: 4.5e-5,
      input_cost_per_token_flex: 1.25e-6,
      output_cost_per_token_flex: 7.5e-6,
      cache_read_input_token_cost_flex: 1.5e-7,
      input_cost_per_token_batches: 2.5e-6,
      output_cost_per_token_batches: 1.5e-5,
    },
    speaks: {
      ...provider,
      input_cost_per_token: 1e-6,
      output_cost_per_token: 4e-6,
      input_cost_per_audio_token: 8e-6,
      output_cost_per_audio_token: 1.6e-5,
      input_cost_per_image_token: 2e-6,
    },
    ranges: {
      ...provider,
      tiered_pricing: [
        { range: [0, 256_000], input_cost_per_token: 5e-8, output_cost_per_token: 4e-7 },
        { range: [256_000, 1_000_000], input_cost_per_token: 2.5e-7, output_cost_per_token: 2e-6 },
      ],
    },
    claude: { ...provider, input_cost_per_token: 5e-6, provider_specific_entry: { us: 1.1, fast: 2 } },
  }
  assert.deepEqual(pricesIn(list), {
    long: {
      amounts: {
        ModelRatio: 1.25,
        CompletionRatio: 6,
        CacheRatio: 0.1,
        CreateCacheRatio: 1.25,
        ModelTiers: {
          lengths: [{ above: 272_000, ratio: 2, completion_ratio: 4.5 }],
          services: {
            priority: { ratio: 2, lengths: [{ above: 272_000, ratio: 4, completion_ratio: 4.5 }] },
            flex: { ratio: 0.5, cache_read_ratio: 0.12 },
          },
        },
      },
    },
    speaks: {
      amounts: { ModelRatio: 0.5, CompletionRatio: 4, AudioRatio: 8, AudioCompletionRatio: 2, ImageRatio: 2 },
    },
    ranges: {
      amounts: { ModelRatio: 0.025, CompletionRatio: 8, ModelTiers: { lengths: [{ above: 256_000, ratio: 5 }] } },
    },
    claude: { amounts: { ModelRatio: 2.5, ModelTiers: { services: { fast: { ratio: 2 }, us: { ratio: 1.1 } } } } },
  })
})

test('models.dev: dollars per million tokens, the vendors before those who resell their models', () => {
  const cost = { input: 1.25, output: 10, cache_read: 0.125 }
  const list = {
    reseller: { id: 'reseller', models: { 'gpt-5': { cost: { input: 2, output: 20 } }, free: { cost: { input: 0 } } } },
    openai: {
      id: 'openai',
      models: {
        'gpt-5': { cost },
        long: { cost: { ...cost, context_over_200k: { input: 2.5, output: 15, cache_read: 0.25 } } },
        tiers: {
          cost: {
            ...cost,
            tiers: [{ input: 2.5, output: 15, cache_read: 0.25, tier: { type: 'context', size: 272_000 } }],
            context_over_200k: { input: 9, output: 9 },
          },
        },
        hears: { cost: { input: 1, output: 2, input_audio: 4, output_audio: 8, cache_write: 1.25 } },
        unpriced: { name: 'no cost' },
      },
    },
  }
  const amounts = { ModelRatio: 0.625, CompletionRatio: 8, CacheRatio: 0.1 }
  assert.deepEqual(read(list)?.prices.map(({ name }) => name)[0], 'gpt-5')
  assert.deepEqual(pricesIn(list), {
    'gpt-5': { amounts },
    long: { amounts: { ...amounts, ModelTiers: { lengths: [{ above: 200_000, ratio: 2, completion_ratio: 6 }] } } },
    tiers: { amounts: { ...amounts, ModelTiers: { lengths: [{ above: 272_000, ratio: 2, completion_ratio: 6 }] } } },
    hears: {
      amounts: {
        ModelRatio: 0.5,
        CompletionRatio: 2,
        CreateCacheRatio: 1.25,
        AudioRatio: 4,
        AudioCompletionRatio: 2,
      },
    },
    unpriced: { reason: 'no_price' },
    'reseller/gpt-5': { amounts: { ModelRatio: 1, CompletionRatio: 10 } },
    'reseller/free': { reason: 'no_price' },
  })
})

test('the models of OpenRouter: dollars per token as texts', () => {
  const row = (id: string, prompt: string, completion: string, more: object = {}) => ({
    id,
    pricing: { prompt, completion, ...more },
  })
  const data = [
    row('openai/gpt-4o', '0.0000025', '0.00001', { image: '0.003613', request: '0', input_cache_read: '0' }),
    row('anthropic/claude', '0.000003', '0.000015', { input_cache_read: '0.0000003', input_cache_write: '0.00000375' }),
    row('google/draws', '0.0000003', '0.0000025', { image_output: '0.00003', audio: '0.000001' }),
    row('openrouter/auto', '-1', '-1'),
    row('some/model:free', '0', '0'),
    row('some/by-request', '0', '0', { request: '0.005' }),
    row('some/broken', '1,5', '2'),
    { id: 'some/unpriced' },
    'text',
  ]
  assert.equal(read({ data })?.format, 'openrouter')
  assert.deepEqual(pricesIn({ data }), {
    'openai/gpt-4o': { amounts: { ModelRatio: 1.25, CompletionRatio: 4 } },
    'anthropic/claude': { amounts: { ModelRatio: 1.5, CompletionRatio: 5, CacheRatio: 0.1, CreateCacheRatio: 1.25 } },
    'google/draws': {
      amounts: {
        ModelRatio: 0.15,
        CompletionRatio: 8.333333333333,
        ImageCompletionRatio: 100,
        AudioRatio: 3.333333333333,
      },
    },
    'openrouter/auto': { reason: 'negative' },
    'some/model:free': { amounts: { ModelRatio: 0 } },
    'some/by-request': { amounts: { ModelPrice: 0.005 } },
    'some/broken': { reason: 'not_a_number' },
    'some/unpriced': { reason: 'no_price' },
    '#9': { reason: 'not_an_object' },
  })
})

test('the price page of a gateway of this family: its ratios, in the value that a dollar has here', () => {
  const fine = { cache_ratio: 0.1, create_cache_ratio: 1.25, image_ratio: 2, audio_ratio: 8, audio_completion_ratio: 2 }
  const tiers = { lengths: [{ above: 200_000, ratio: 2 }] }
  const data = [
    { model_name: 'gpt-4o', quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 },
    { model_name: 'fine', quota_type: 0, model_ratio: 1, completion_ratio: 5, ...fine, tiers },
    { model_name: 'mj_imagine', quota_type: 1, model_ratio: 0, model_price: 0.1, completion_ratio: 0 },
    { model_name: 'broken', quota_type: 0, model_ratio: null, completion_ratio: 4 },
    { model_name: 'minus', quota_type: 0, model_ratio: -1, completion_ratio: 4 },
    {
      model_name: 'expression',
      billing_mode: 'tiered_expr',
      billing_expr: 'len <= 200000 ? tier("a", p * 2 + c * 8 + cr * 0.2) : tier("b", p * 4 + c * 16 + cr * 0.4)',
      model_ratio: 7,
    },
    { model_name: 'odd expression', billing_mode: 'tiered_expr', billing_expr: 'exec("x")', model_ratio: 7 },
  ]
  const page = { success: true, data, group_ratio: { default: 1, cheap: 0.5 } }
  const { format, groupRatio } = read(page) ?? {}
  assert.deepEqual([format, groupRatio], ['one-api', 1])
  const { expression, ...others } = pricesIn(page)
  const expected = (ratio: number) => ({
    'gpt-4o': { amounts: { ModelRatio: 1.25 * ratio, CompletionRatio: 4 } },
    fine: {
      amounts: {
        ModelRatio: ratio,
        CompletionRatio: 5,
        CacheRatio: 0.1,
        CreateCacheRatio: 1.25,
        ImageRatio: 2,
        AudioRatio: 8,
        AudioCompletionRatio: 2,
        ModelTiers: tiers,
      },
    },
    mj_imagine: { amounts: { ModelPrice: 0.1 } },
    broken: { reason: 'no_price' },
    minus: { reason: 'negative' },
    'odd expression': { reason: 'expression' },
  })
  assert.deepEqual(others, expected(1))
  const rest = { ImageRatio: null, ImageCompletionRatio: null, AudioRatio: null, AudioCompletionRatio: null }
  assert.ok(expression && 'amounts' in expression)
  assert.ok(
    areSamePrices(expression.amounts, {
      ModelRatio: 1,
      CompletionRatio: 4,
      CacheRatio: 0.1,
      ...rest,
      CreateCacheRatio: 1,
      ModelTiers: { lengths: [{ above: 200_000, ratio: 2 }] },
    }),
    JSON.stringify(expression),
  )
  const doubled = readList(JSON.stringify(page), 1_000_000)?.prices.find(({ name }) => name === 'gpt-4o')
  assert.deepEqual(doubled, { name: 'gpt-4o', amounts: { ModelRatio: 2.5, CompletionRatio: 4 } })
})

test('a chosen group: its ratio, and only the models that it has', () => {
  const row = { quota_type: 0, model_ratio: 1, completion_ratio: 2 }
  const page = JSON.stringify({
    data: [
      { model_name: 'both', enable_groups: ['default', 'cheap'], ...row },
      { model_name: 'everywhere', enable_groups: ['all'], ...row },
      { model_name: 'other', enable_groups: ['default'], ...row },
    ],
    group_ratio: { default: 1, cheap: 0.5, negative: -1 },
  })
  const list = readList(page, 500_000, 'cheap')
  assert.equal(list?.groupRatio, 0.5)
  assert.deepEqual(
    list?.prices.map((price) => [price.name, 'amounts' in price]),
    [
      ['both', true],
      ['everywhere', true],
      ['other', false],
    ],
  )
  for (const group of ['unknown', 'negative', '__proto__', 'constructor'])
    assert.equal(readList(page, 500_000, group)?.groupRatio, undefined)
})

test('the ratios of a gateway of this family', () => {
  const data = {
    model_ratio: { 'gpt-4o': 1.25, both: 1, __proto: 1 },
    completion_ratio: { 'gpt-4o': 4 },
    cache_ratio: { 'gpt-4o': 0.5 },
    create_cache_ratio: {},
    model_price: { both: 0.1, 'mj-imagine': 0.2 },
  }
  assert.equal(read({ success: true, data })?.format, 'ratio-config')
  assert.deepEqual(pricesIn({ success: true, data }), {
    'gpt-4o': { amounts: { ModelRatio: 1.25, CompletionRatio: 4, CacheRatio: 0.5 } },
    both: { amounts: { ModelPrice: 0.1 } },
    'mj-imagine': { amounts: { ModelPrice: 0.2 } },
    __proto: { amounts: { ModelRatio: 1, CompletionRatio: 1 } },
  })
})

test('prices of a list leave what it does not have as it is', () => {
  const before = {
    ModelRatio: 1,
    CompletionRatio: 4,
    CacheRatio: 0.1,
    ModelTiers: { lengths: [{ above: 1000, ratio: 3 }], services: { us: { ratio: 1.1 }, flex: { ratio: 0.4 } } },
  }
  const amounts = { ModelRatio: 2, ModelTiers: { services: { flex: { ratio: 0.5 } } } }
  assert.deepEqual(completed(amounts, before), {
    ModelRatio: 2,
    CompletionRatio: 4,
    CacheRatio: 0.1,
    ModelTiers: { lengths: [{ above: 1000, ratio: 3 }], services: { us: { ratio: 1.1 }, flex: { ratio: 0.5 } } },
  })
  assert.deepEqual(completed({ ModelPrice: 0.1 }, before), { ...before, ModelPrice: 0.1 })
  assert.deepEqual(completed({ ModelRatio: 2 }, { ModelPrice: 0.1, CompletionRatio: 3 }), {
    ModelRatio: 2,
    CompletionRatio: 3,
  })
})

test('anything else is no list', () => {
  for (const list of [{}, [], 'text', { data: [] }, { data: [{ id: 'x' }] }, null, { a: { b: 1 } }])
    assert.equal(read(list), undefined)
  assert.equal(readList('<html>', 500_000), undefined)
})

test('texts that would take long to read are refused before they are parsed', () => {
  const inList = (value: string) => `{"gpt-4o":{"litellm_provider":"openai","input_cost_per_token":1e-6},"x":${value}}`
  assert.ok(readList(inList('1'), 500_000))
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.ok(readList(inList(deep(20)), 500_000))
  for (const value of [deep(30), deep(1_000_000), `[${'[],'.repeat(400_000)}[]]`, `[${'1,'.repeat(2_000_000)}1]`])
    assert.equal(readList(inList(value), 500_000), undefined, value.slice(0, 10))
  assert.equal(readList(`{"a":"${'\\"'.repeat(5_000_000)}`, 500_000), undefined, 'a text without an end')
  assert.ok(readList(inList(JSON.stringify('[{"'.repeat(100_000))), 500_000), 'brackets within a text are no depth')
})
