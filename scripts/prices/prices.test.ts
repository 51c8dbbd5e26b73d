import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesFrom } from './differences.ts'
import { exceptions } from './exceptions.ts'
import { type Extract, extractOf, storedExtract, textOf } from './extract.ts'
import { linesOf, offPeakOf } from './listed-lines.ts'

const stored = storedExtract()
const namesOf = (extract: Extract) => differencesFrom(extract).map(({ model, line }) => `${model} ${line}`)

test('each line of the stored list is charged at its price, but for the exceptions', () => {
  assert.deepEqual(namesOf(stored).sort(), Object.keys(exceptions).sort())
})

test('the stored list covers most models that vendors sell now, and has tiers', () => {
  const names = Object.values(stored.models).flatMap(({ lines }) => Object.keys(lines))
  assert.ok(Object.keys(stored.models).length > 450)
  for (const name of [
    'input>272000',
    'output>200000',
    'input>272000 priority',
    'cache_read flex',
    'output batch',
    'us',
  ])
    assert.ok(names.includes(name), name)
})

const changed = (model: string, lines: Record<string, number>): Extract => {
  const row = stored.models[model]
  assert.ok(row)
  return { ...stored, models: { [model]: { ...row, lines: { ...row.lines, ...lines } } } }
}

test('a changed price of any line is a difference', () => {
  const row = { model: 'gpt-6-sol', line: 'input>272000 priority', listed: 9, shipped: 8 }
  assert.deepEqual(differencesFrom(changed('gpt-6-sol', { 'input>272000 priority': 9 })), [row])
  for (const line of ['input', 'output', 'cache_read', 'cache_write', 'output>272000', 'cache_read>272000 flex'])
    assert.deepEqual(namesOf(changed('gpt-6-sol', { [line]: 77 })), [`gpt-6-sol ${line}`])
  assert.deepEqual(namesOf(changed('claude-opus-5', { us: 1.2, fast: 2 })), ['claude-opus-5 us'])
  assert.deepEqual(namesOf(changed('gemini-2.5-flash-image', { image_output: 31 })), [
    'gemini-2.5-flash-image image_output',
  ])
  assert.deepEqual(namesOf(changed('qwen-image-2.0', { picture: 0.05 })), ['qwen-image-2.0 picture'])
  assert.deepEqual(namesOf(changed('whisper-1', { second: 0.0002 })), ['whisper-1 second'])
  assert.deepEqual(namesOf(changed('tts-1', { character: 0.00002 })), ['tts-1 character'])
})

test('a service tier that the shipped table lacks is a difference', () => {
  assert.deepEqual(namesOf(changed('claude-opus-4-6', { fast: 1, 'input priority': 5 })), [
    'claude-opus-4-6 input priority',
  ])
})

test('an hour with another price is a difference', () => {
  const row = stored.models['deepseek-flash']
  assert.ok(row?.off_peak)
  const [weekdays, weekend] = row.off_peak.windows
  assert.ok(weekdays && weekend)
  const later = { ...weekdays, hours_utc: ['00:00-01:00', '04:00-06:00', '11:00-00:00'] }
  const models = { 'deepseek-flash': { ...row, off_peak: { factor: 0.5, windows: [later, weekend] } } }
  assert.deepEqual(
    namesOf({ ...stored, models }),
    [10, 34, 58, 82, 106].map((hour) => `deepseek-flash hour ${hour} of the week`),
  )
})

test('lines are read from all forms of the list', () => {
  const prices = { input_cost_per_token: 3e-6, output_cost_per_token_above_200k_tokens_priority: 2.25e-5 }
  assert.deepEqual(linesOf({ ...prices, cache_creation_input_token_cost: 0, cache_read_input_token_cost_flex: 3e-8 }), {
    input: 3,
    'output>200000 priority': 22.5,
    'cache_read flex': 0.03,
  })
  const tiered_pricing = [
    { range: [0, 32_000], input_cost_per_token: 1e-6, output_cost_per_token: 5e-6 },
    { range: [32_000, 128_000], input_cost_per_token: 1.8e-6, cache_read_input_token_cost: 1.8e-7 },
  ]
  assert.deepEqual(linesOf({ tiered_pricing }), {
    input: 1,
    output: 5,
    'input>32000': 1.8,
    'cache_read>32000': 0.18,
  })
  assert.deepEqual(linesOf({ mode: 'image_generation', input_cost_per_image: 0.02 }), { picture: 0.02 })
  assert.deepEqual(linesOf({ mode: 'embedding', input_cost_per_token: 1e-7, output_cost_per_token: 0 }), { input: 0.1 })
  assert.equal(offPeakOf({}), undefined)
  const uneven = { input_cost_per_token: 5e-7, output_cost_per_token: 5e-7, windows: [] }
  assert.equal(
    offPeakOf({ input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, off_peak_pricing: uneven }),
    undefined,
  )
})

test('an extract takes the entry of the model’s own vendor, and is stored with a row for each model', () => {
  const entry = { litellm_provider: 'openai', input_cost_per_token: 1e-6 }
  const file = {
    'gpt-5': entry,
    'gpt-5-mini': { ...entry, litellm_provider: 'azure' },
    'gemini/gemini-2.5-pro': { ...entry, litellm_provider: 'gemini' },
    'gemini-2.5-pro': { ...entry, litellm_provider: 'vertex_ai-language-models', input_cost_per_token: 9e-6 },
    'not-in-the-table': entry,
  }
  const extract = extractOf(file, 'a list', '2026-11-18')
  assert.deepEqual(extract.models, {
    'gemini-2.5-pro': { from: 'gemini/gemini-2.5-pro', lines: { input: 1 } },
    'gpt-5': { from: 'gpt-5', lines: { input: 1 } },
  })
  assert.deepEqual(JSON.parse(textOf(extract)), extract)
  assert.equal(textOf(extract).split('\n').length, 9)
})
