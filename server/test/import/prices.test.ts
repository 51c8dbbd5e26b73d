import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { buildPriceBook, type Price, priceOf } from '../../src/domain/money/pricing/price-book.ts'
import { TableNotes } from '../../src/import/report.ts'
import { mappedNames } from '../../src/import/tables/prices/mapped-names.ts'
import { mergedPrices } from '../../src/import/tables/prices/merge-prices.ts'
import { priceDifferences } from '../../src/import/tables/prices/price-differences.ts'
import { readSourcePrices } from '../../src/import/tables/prices/source-prices.ts'

const current = { name: 'new-api', version: 'current' } as const
const oneApi = { name: 'one-api', version: '0.6' } as const
const longPrice = { ModelRatio: { 'gpt-4o': 3, fox: 1 } }

type Choices = { set?: object; family?: typeof current | typeof oneApi; channels?: Record<string, string>[] }

function imported(options: Record<string, object>, { set = {}, family = current, channels = [] }: Choices = {}) {
  const before = { ...defaultOptions(), ...set }
  const texts = Object.fromEntries(Object.entries(options).map(([key, value]) => [key, JSON.stringify(value)]))
  const notes = new TableNotes('options')
  const prices = readSourcePrices({ texts, family, notes })
  const mapped = mappedNames(family, channels)
  const merged = mergedPrices(before, { prices, mapped, notes })
  const after = { ...before, ...merged }
  const book = buildPriceBook(after)
  return {
    merged,
    report: notes.report,
    rows: priceDifferences({ before, after, prices, mapped }),
    price: (model: string) => priceOf(book, model) as (Price & { kind: 'tokens' }) | undefined,
  }
}

test('every ratio of a model is what it is at the source, and a shipped one that is not there goes', () => {
  const ratios = { CacheRatio: { fox: 0.123456789012 }, CreateCacheRatio: {}, ImageRatio: { fox: 3 } }
  const audio = { AudioRatio: { fox: 20 }, AudioCompletionRatio: {} }
  const { merged, price, rows } = imported({ ...longPrice, ...ratios, ...audio })
  assert.deepEqual(merged.CacheRatio, { fox: 0.123456789012, 'gpt-4o': null })
  assert.deepEqual(
    [price('fox')?.image_ratio, price('fox')?.audio_ratio, price('fox')?.audio_completion_ratio],
    [3, 20, 1],
  )
  assert.equal(price('gpt-4o')?.cache_read_ratio, 1)
  assert.deepEqual(rows, [])
})

test('ratios that only the program of the source has are those of this server', () => {
  const { merged, rows } = imported(longPrice)
  assert.deepEqual([merged.CacheRatio, merged.AudioRatio], [{}, {}])
  assert.deepEqual(rows, [])
})

test('a price that was set here stays, and the report compares the two', () => {
  const set = { ModelRatio: { fox: 9 }, CacheRatio: { fox: 0.5 } }
  const { merged, report, rows } = imported({ ...longPrice, CacheRatio: { fox: 0.1 } }, { set })
  assert.equal(merged.ModelRatio.fox, 9)
  assert.equal(merged.CacheRatio.fox, 0.5)
  assert.deepEqual(report.conflicts[0]?.examples, ['ModelRatio fox', 'CacheRatio fox'])
  assert.deepEqual(rows, [
    {
      model: 'fox',
      there: { input: 2, output: 2 },
      here: { input: 18, output: 18 },
      reason: 'a price that was set here stays',
    },
  ])
})

test('a model whose expression cannot be read has no price, whatever else it has there', () => {
  const modes = { 'gpt-4o': 'tiered_expr', fox: 'tiered_expr', hen: 'ratio' }
  const expressions = { fox: 'max(p, 1) * 3', hen: 'tier("a", p * 1)' }
  const { price, rows } = imported({
    ModelRatio: { ...longPrice.ModelRatio, hen: 2 },
    ModelPrice: { fox: 0.5 },
    'billing_setting.billing_mode': modes,
    'billing_setting.billing_expr': expressions,
  })
  assert.deepEqual([price('gpt-4o'), price('fox'), price('hen')?.ratio], [undefined, undefined, 2])
  assert.deepEqual(
    rows.map(({ model, there, here, reason }) => [model, there, here, reason]),
    [
      ['gpt-4o', { text: 'none' }, null, 'it is billed by an expression, and has none'],
      ['fox', { text: 'max(p, 1) * 3' }, null, 'its billing expression cannot be read here'],
    ],
  )
})

test('an expression is read by the quota that a dollar buys at the source', () => {
  const billing = {
    'billing_setting.billing_mode': { fox: 'tiered_expr' },
    'billing_setting.billing_expr': { fox: 'len <= 9 ? tier("a", p * 2 + c * 4) : tier("b", p * 3 + c * 4)' },
  }
  const { price, merged } = imported({ ...billing, QuotaPerUnit: 1_000_000 as never })
  assert.equal(price('fox')?.ratio, 2)
  assert.deepEqual(merged.ModelTiers.fox, { lengths: [{ above: 9, ratio: 1.5, completion_ratio: 1.333333333333 }] })
})

test('a name costs what the model costs that its channel requests', () => {
  const channel = (id: string, more: Record<string, string>) => ({
    id,
    models: 'house-1',
    status: '1',
    priority: '0',
    ...more,
  })
  const options = { ModelRatio: { fox: 1, hen: 2, 'house-1': 33 }, CompletionRatio: { hen: 7 } }
  const channels = [
    channel('1', { status: '2', priority: '99', model_mapping: '{"house-1":"fox"}' }),
    channel('2', { model_mapping: '{"house-1":"fox"}' }),
    channel('3', { priority: '5', model_mapping: '{"house-1":"hen","other":"fox"}' }),
    channel('4', { status: '3', deleted_at: '2026-01-01', model_mapping: '{"house-1":"gone"}' }),
  ]
  const { price, rows } = imported(options, { family: oneApi, channels })
  assert.deepEqual([price('house-1')?.ratio, price('house-1')?.completion_ratio, price('other')], [2, 7, undefined])
  assert.deepEqual(
    rows.map(({ model, there, reason }) => [model, there, reason]),
    [['house-1', { input: 2, output: 2 }, 'another channel requests fox for it']],
  )
  assert.equal(imported(options, { channels }).price('house-1')?.ratio, 33, 'newer programs bill by the name itself')
  const unknown = imported(options, {
    family: oneApi,
    channels: [channel('1', { model_mapping: '{"house-1":"nobody"}' })],
  })
  assert.equal(unknown.price('house-1')?.ratio, 33)
  assert.equal(unknown.rows[0]?.reason, 'it is billed as nobody there, which has no price here')
})

test('prices that cannot be stored are listed, and broken maps are named', () => {
  const { rows, report } = imported({ ModelRatio: { tiny: 1e-13, text: 'x', minus: -1, fox: 1 }, CacheRatio: [] })
  assert.deepEqual(
    rows.map(({ model, there }) => [model, there]),
    [
      ['tiny', { text: 'ModelRatio 1e-13' }],
      ['text', { text: 'ModelRatio "x"' }],
      ['minus', { text: 'ModelRatio -1' }],
    ],
  )
  assert.deepEqual(report.cannot, [{ what: 'the value cannot be read', count: 1, examples: ['CacheRatio'] }])
})
