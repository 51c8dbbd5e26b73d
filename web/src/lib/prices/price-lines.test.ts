import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotaType } from '@turnpike/contract/money/pricing'
import { amountText, linesOf, rangeText, type Terms } from './price-lines.ts'
import { sampleModel } from './sample-model.ts'

const terms: Terms = { unit: '1m', groupRatio: 0.8, quotaPerUnit: 500_000 }
const listOf = (model: ReturnType<typeof sampleModel>, changes: Partial<Terms> = {}) =>
  Object.fromEntries(linesOf(model).map((line) => [line.name, amountText(line, { ...terms, ...changes })]))

const cached = sampleModel({ cache_ratio: 0.1, create_cache_ratio: 1.25 })

test('every kind of token with a ratio of its own has a price, with the ratio of the group in it', () => {
  assert.deepEqual(listOf(cached), {
    input: '$4.00',
    cacheRead: '$0.40',
    cacheWrite: '$5.00',
    cacheWriteHour: '$8.00',
    output: '$20.00',
  })
  assert.deepEqual(listOf(sampleModel()), { input: '$4.00', output: '$20.00' })
})

test('prices of a thousand tokens, and the ratios they come from', () => {
  assert.deepEqual(listOf(sampleModel(), { unit: '1k' }), { input: '$0.004', output: '$0.02' })
  assert.deepEqual(listOf(cached, { unit: 'ratio' }), {
    input: '2.5',
    cacheRead: '2.5 × 0.1',
    cacheWrite: '2.5 × 1.25',
    cacheWriteHour: '2.5 × 1.25 × 1.6',
    output: '2.5 × 5',
  })
})

test('audio output is priced against audio input, by default as text output against text input', () => {
  const sound = { model_ratio: 1.25, completion_ratio: 4, audio_ratio: 16 }
  assert.deepEqual(listOf(sampleModel({ ...sound, audio_completion_ratio: 2 }), { groupRatio: 1 }), {
    input: '$2.50',
    output: '$10.00',
    audioInput: '$40.00',
    audioOutput: '$80.00',
  })
  assert.equal(listOf(sampleModel(sound), { groupRatio: 1 }).audioOutput, '$160.00')
})

test('a price per call is one line in dollars, in every unit', () => {
  const perCall = sampleModel({ quota_type: quotaType.call, model_price: 0.1, model_ratio: 0, completion_ratio: 0 })
  for (const unit of ['1m', '1k', 'ratio'] as const) assert.deepEqual(listOf(perCall, { unit }), { call: '$0.08' })
})

test('a free model costs nothing', () => {
  assert.deepEqual(listOf(sampleModel({ model_ratio: 0 })), { input: '$0.00', output: '$0.00' })
})

test('a virtual model shows the range of its models, and one amount where they agree', () => {
  const cheap = sampleModel({ model_ratio: 0.1 })
  const dear = sampleModel({ model_ratio: 1 })
  const perCall = sampleModel({ quota_type: quotaType.call, model_price: 0.04 })
  assert.equal(rangeText([dear, cheap], 'input', terms), '$0.16–1.60')
  assert.equal(rangeText([dear, perCall], 'input', terms), '$1.60')
  assert.equal(rangeText([dear], 'call', terms), undefined)
})
