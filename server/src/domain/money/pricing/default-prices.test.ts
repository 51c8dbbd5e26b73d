import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isRatio } from '@turnpike/contract/quota'

type Row = Record<string, unknown>
const text = readFileSync(join(import.meta.dirname, 'default-prices.json'), 'utf8')
const rows = Object.entries(JSON.parse(text) as Record<string, Row>)

const ratioNames = ['completion_ratio', 'cache_read_ratio', 'cache_write_ratio', 'image_ratio', 'audio_ratio']
const amountNames = ['price', 'ratio', ...ratioNames, 'audio_completion_ratio']
const knownNames = new Set([...amountNames, 'context', 'max_output', 'provider', 'mode'])

test('the table is in order and has no model twice', () => {
  const names = rows.map(([name]) => name)
  assert.equal(rows.length, 804)
  assert.equal(text.split('\n').filter((line) => line.startsWith('  "')).length, names.length)
  assert.deepEqual(names, [...new Set(names)].sort())
})

test('every amount in the table is one we can charge with exactly', () => {
  for (const [name, row] of rows)
    for (const amount of amountNames.filter((member) => member in row))
      assert.ok(typeof row[amount] === 'number' && isRatio(row[amount]), `${name} ${amount} ${row[amount]}`)
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
