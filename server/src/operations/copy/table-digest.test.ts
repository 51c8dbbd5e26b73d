import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row, Table } from './database-side.ts'
import { DigestBuilder, differingTables } from './table-digest.ts'

const table: Table = {
  name: 'a',
  columns: [
    { name: 'x', kind: 'integer' },
    { name: 'y', kind: 'text' },
  ],
  references: [],
}

function digestOf(...rows: Row[]) {
  const builder = new DigestBuilder(table)
  for (const row of rows) builder.add(row)
  return builder.result()
}

test('the order of rows does not matter, everything else does', () => {
  const one = digestOf([1n, 'a'], [2n, 'b'])
  assert.deepEqual(digestOf([2n, 'b'], [1n, 'a']), one)
  const others: Row[][] = [
    [[1n, 'a']],
    [
      [1n, 'b'],
      [2n, 'a'],
    ],
    [
      [1n, 'a'],
      [2n, 'b'],
      [2n, 'b'],
    ],
    [
      [1, 'a'],
      [2, 'b'],
    ],
    [
      ['1', 'a'],
      ['2', 'b'],
    ],
    [
      [1n, null],
      [2n, 'b'],
    ],
    [
      [1n, ''],
      [2n, 'b'],
    ],
    [
      [1n, Buffer.from('a')],
      [2n, 'b'],
    ],
  ]
  const digests = new Set([one, ...others.map((rows) => digestOf(...rows))].map(({ digest }) => digest))
  assert.equal(digests.size, others.length + 1)
})

test('sums are exact beyond the integers of a number', () => {
  const big = 9_223_372_036_854_775_807n
  assert.deepEqual(digestOf([big, ''], [big, '']).sums, { x: String(2n * big) })
})

test('tables that differ are named, also those that one side lacks', () => {
  const [one, other] = [digestOf([1n, 'a']), digestOf([2n, 'a'])]
  assert.deepEqual(differingTables({ a: one, b: one, c: one }, { a: one, b: other, d: one }), ['b', 'c', 'd'])
})
