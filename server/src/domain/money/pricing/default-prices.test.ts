import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isModelTiers, type LengthTier, type ModelTiers } from '@turnpike/contract/money/price-tiers'
import { defaultOptions } from '@turnpike/contract/options'
import { isMultiple, isRatio } from '@turnpike/contract/quota'
import { chargeOf } from './charge.ts'
import { buildPriceBook, priceOf } from './price-book.ts'
import { priceAt } from './tiers/price-at.ts'
import { noUsage, type Service, type Usage } from './usage.ts'

type Row = Record<string, unknown> & { tiers?: ModelTiers; context?: number }
const text = readFileSync(join(import.meta.dirname, 'default-prices.json'), 'utf8')
const rows = Object.entries(JSON.parse(text) as Record<string, Row>)

const ratioNames = [
  'ratio',
  'completion_ratio',
  'cache_read_ratio',
  'cache_write_ratio',
  'image_ratio',
  'image_completion_ratio',
  'audio_ratio',
  'audio_completion_ratio',
]
const knownNames = new Set(['price', ...ratioNames, 'tiers', 'context', 'max_output', 'provider', 'mode'])

test('the table is in order, has no model twice, and is small enough to load at each start', () => {
  const names = rows.map(([name]) => name)
  assert.equal(rows.length, 940)
  assert.equal(text.split('\n').filter((line) => line.startsWith('  "')).length, names.length)
  assert.deepEqual(names, [...new Set(names)].sort())
  assert.ok(text.length < 163_000)
})

test('every amount in the table is one we can charge with exactly', () => {
  for (const [name, row] of rows) {
    for (const amount of ratioNames.filter((member) => member in row))
      assert.ok(typeof row[amount] === 'number' && isMultiple(row[amount]), `${name} ${amount} ${row[amount]}`)
    assert.ok(row.price === undefined || (typeof row.price === 'number' && isRatio(row.price)), name)
  }
})

test('every model has either a price per call or ratios, and nothing nobody reads', () => {
  for (const [name, row] of rows) {
    assert.deepEqual(
      Object.keys(row).filter((member) => !knownNames.has(member)),
      [],
      name,
    )
    assert.notEqual('price' in row, 'ratio' in row, name)
    assert.equal('ratio' in row, 'completion_ratio' in row, name)
  }
})

test('sizes in the table are whole numbers above zero', () => {
  for (const [name, row] of rows)
    for (const size of [row.context, row.max_output])
      assert.ok(size === undefined || (Number.isSafeInteger(size) && Number(size) > 0), name)
})

const lengthsOf = ({ lengths = [], services = {} }: ModelTiers): LengthTier[] => [
  ...lengths,
  ...Object.values(services).flatMap((service) => service.lengths ?? []),
]

test('tiers are valid, lie within the context, and repeat no ratio of the model', () => {
  const tiered = rows.flatMap(([name, row]) => (row.tiers ? [{ name, row, tiers: row.tiers }] : []))
  assert.ok(tiered.length > 150)
  for (const { name, row, tiers } of tiered) {
    assert.ok('ratio' in row && isModelTiers(tiers), name)
    for (const { above } of lengthsOf(tiers)) assert.ok(row.context && above <= row.context, `${name} ${above}`)
    for (const tier of tiers.lengths ?? [])
      for (const member of ratioNames)
        if (member !== 'ratio' && member in tier) assert.notEqual(Reflect.get(tier, member), row[member], name)
  }
})

const book = buildPriceBook(defaultOptions())
const million = 1_000_000

/** Dollars for so many tokens of one line. Input fills a call up to a length, so that its tier applies. */
function dollarsFor(model: string, used: Partial<Usage>, at?: string): number {
  const found = priceOf(book, model)
  assert.equal(found?.kind, 'tokens', model)
  const price = at === undefined ? found : priceAt(found, Date.parse(at) / 1000)
  return chargeOf({ ...noUsage, ...used }, price, 1).quota / 500_000
}

/** Dollars for a million tokens of output, after input that is charged apart. */
const output = (model: string, input: number, service?: Service): number => {
  const more = service && { service }
  return round(dollarsFor(model, { input, output: million, ...more }) - dollarsFor(model, { input, ...more }))
}
const round = (dollars: number) => Number(dollars.toFixed(5))

test('models cost what their vendors’ price lists say', () => {
  assert.equal(dollarsFor('gpt-6-astra', { input: 200_000 }), 2) // $10 per million
  assert.equal(output('gpt-6-astra', 200_000), 50)
  assert.equal(dollarsFor('gpt-6.1-sol', { cache_read: 100_000 }), 0.01) // $0.10
  assert.equal(dollarsFor('gpt-5.6', { cache_write_5m: 100_000 }), 0.5) // $5
  assert.equal(dollarsFor('claude-opus-5-5', { cache_write_1h: million }), 8)
  assert.equal(dollarsFor('claude-fable-5-2', { cache_read: million, output: million }), 40.2) // $0.20 and $40
  assert.equal(dollarsFor('claude-sonnet-4-6', { input: 900_000 }), 2.7) // $3 at any length
  assert.equal(dollarsFor('gemini-2.5-flash', { audio_input: million }), 1)
  assert.equal(dollarsFor('gemini-3-pro-image', { image_output: million }), 120)
  assert.equal(dollarsFor('gemini-3-pro-image', { output: million }), 12)
  assert.equal(dollarsFor('gpt-image-1.5', { image_input: million, image_output: million }), 40) // $8 and $32
  assert.equal(dollarsFor('gpt-realtime-2', { audio_input: million, audio_output: million }), 96) // $32 and $64
  assert.equal(dollarsFor('glm-5.3', { input: million, output: million }), 5.8) // $1.40 and $4.40
  assert.equal(dollarsFor('kimi-k3', { cache_read: million }), 0.3)
  assert.equal(dollarsFor('mistral-large-4', { input: million, output: million }), 5.54) // $1.36 and $4.18
})

test('long prompts cost what the price lists say', () => {
  assert.equal(dollarsFor('gpt-5.4', { input: 272_000 }), 0.68) // $2.50
  assert.equal(dollarsFor('gpt-5.4', { input: 300_000 }), 1.5) // $5
  assert.equal(output('gpt-5.4', 300_000), 22.5)
  assert.equal(dollarsFor('gpt-5.4', { cache_read: 300_000 }), 0.15) // $0.50
  assert.equal(dollarsFor('gemini-3.1-pro-preview', { input: 200_000 }), 0.4) // $2
  assert.equal(dollarsFor('gemini-3.1-pro-preview', { input: 200_001, output: 0 }), 0.800004) // $4
  assert.equal(output('gemini-3.1-pro-preview', 250_000), 18)
  assert.equal(dollarsFor('claude-haiku-5-5', { input: 100_000 }), 0.01) // $0.10
  assert.equal(output('claude-haiku-5-5', 150_000), 2.5)
  assert.equal(dollarsFor('claude-sonnet-4-5', { input: 250_000 }), 1.5) // $6
  assert.equal(output('claude-sonnet-4-5', 250_000), 22.5)
  assert.equal(dollarsFor('qwen3-coder-plus', { input: 100_000 }), 0.18) // $1.80
  assert.equal(output('qwen3-coder-plus', 300_000), 60)
  assert.equal(dollarsFor('grok-4.7', { cache_read: 250_000 }), 0.25) // $1
})

test('service tiers cost what the price lists say', () => {
  const tier = (name: 'priority' | 'flex' | 'batch') => ({ service: { tier: name } })
  assert.equal(dollarsFor('gpt-5.5', { input: 200_000, ...tier('priority') }), 2.5) // $12.50
  assert.equal(output('gpt-6-sol', 300_000, { tier: 'priority' }), 30)
  assert.equal(output('gpt-5.4', 300_000, { tier: 'flex' }), 11.25)
  assert.equal(dollarsFor('gpt-4o-mini', { input: million, ...tier('priority') }), 0.25)
  assert.equal(dollarsFor('o4-mini', { cache_read: million, ...tier('flex') }), 0.138)
  assert.equal(dollarsFor('gemini-2.5-pro', { cache_read: 100_000, ...tier('batch') }), 0.0125) // $0.125
  assert.equal(output('gemini-2.5-pro', 250_000, { tier: 'priority' }), 27)
  assert.equal(output('claude-opus-5', 1_000, { speed: 'fast' }), 50)
  assert.equal(output('claude-opus-5', 1_000, { speed: 'fast', region: 'us' }), 55)
})

test('DeepSeek costs half outside the busy hours of Beijing’s working days', () => {
  const used = { input: million, cache_read: million, output: million }
  const at = (time: string) => dollarsFor('deepseek-v4-pro', used, `${time}+08:00`)
  assert.equal(at('2026-11-18T09:00:00'), 5.324) // a Wednesday: $1.32, $0.044, $3.96
  assert.equal(at('2026-11-18T17:59:59'), 5.324)
  for (const time of ['18T08:59:59', '18T12:00:00', '18T13:59:59', '18T18:00:00', '21T10:00:00', '22T15:00:00'])
    assert.equal(at(`2026-11-${time}`), 2.662, time)
})
