import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullPrice, type LineName, lineDollars, lineNames, tierOfLines, tierPrice, typeLine } from './price-lines.ts'

const perUnit = 500_000
const own = { input: 1.25, output: 4, cacheRead: 0.1 }
const model = fullPrice(own)
const dollarsOf = (price: typeof model) =>
  price && Object.fromEntries(lineNames.map((line) => [line, lineDollars(price, line, perUnit)]))
const type = (line: LineName, text: string, price = model) => typeLine(price, line, text, 'dollars', perUnit)

test('a line that was not set has its default', () => {
  assert.deepEqual(dollarsOf(model), {
    input: '2.50',
    output: '10.00',
    cacheRead: '0.25',
    cacheWrite: '3.125',
    imageInput: '2.50',
    imageOutput: '10.00',
    audioInput: '2.50',
    audioOutput: '10.00',
  })
  assert.equal(fullPrice({ output: 4 }), undefined)
})

test('spoken output is a multiple of audio input', () => {
  const price = fullPrice({ ...own, audioInput: 16, audioOutput: 2 })
  assert.equal(price && lineDollars(price, 'audioOutput', perUnit), '80.00')
  assert.deepEqual(type('audioOutput', '80', fullPrice({ ...own, audioInput: 16 })), { ratio: 2 })
})

test('a tier has the ratios of the model to its own input price, where it sets none', () => {
  assert.ok(model)
  const tier = tierPrice(model, { input: 2, output: 3 })
  const dollars = dollarsOf(tier)
  assert.deepEqual(
    [dollars?.input, dollars?.output, dollars?.cacheRead, dollars?.audioOutput, dollars?.imageOutput],
    ['5.00', '15.00', '0.50', '15.00', '15.00'],
  )
  assert.deepEqual(type('input', '5', tier), { ratio: 2 })
  assert.deepEqual(type('output', '15', tier), { ratio: 3 })
  assert.equal(tierOfLines({ output: 3 }), undefined)
  assert.deepEqual(tierOfLines({ input: 2, cacheRead: 0.2 }), { ratio: 2, cache_read_ratio: 0.2 })
})

test('typed dollars become the ratio that makes them, however long', () => {
  for (const [input, output, cached] of [
    ['0.15', '0.60', '0.075'],
    ['1.1', '4.4', '0.55'],
    ['0.28', '0.42', '0.028'],
    ['3', '10', '0.7'],
  ]) {
    const first = typeLine(undefined, 'input', input ?? '', 'dollars', perUnit)
    assert.ok('ratio' in first)
    const lines = { input: first.ratio }
    const ratioOf = (line: LineName, text = '') => {
      const typed = typeLine(fullPrice(lines), line, text, 'dollars', perUnit)
      assert.ok('ratio' in typed)
      return typed.ratio
    }
    const price = fullPrice({ ...lines, output: ratioOf('output', output), cacheRead: ratioOf('cacheRead', cached) })
    assert.ok(price)
    assert.equal(Number(lineDollars(price, 'output', perUnit)), Number(output))
    assert.equal(Number(lineDollars(price, 'cacheRead', perUnit)), Number(cached))
  }
})

test('what cannot be taken says why', () => {
  assert.deepEqual(type('input', 'x'), { problem: 'number' })
  assert.deepEqual(type('input', '0.0000001'), { problem: 'range' })
  assert.deepEqual(type('output', '1', fullPrice({ input: 0 })), { problem: 'inputFirst' })
  assert.deepEqual(typeLine(undefined, 'output', '1', 'dollars', perUnit), { problem: 'inputFirst' })
  assert.deepEqual(typeLine(model, 'cacheRead', '0.1234567890123', 'ratios', perUnit), { problem: 'multipleRange' })
  assert.deepEqual(typeLine(model, 'cacheRead', '0.123456789012', 'ratios', perUnit), { ratio: 0.123456789012 })
})
