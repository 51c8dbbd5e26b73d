import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowReader, rowWriter, type SqlInput } from './column-binders.ts'
import * as lists from './columns.ts'

const listsOfColumns = Object.entries(lists).flatMap(([name, list]): [string, readonly string[]][] =>
  typeof list === 'object' ? [[name, list]] : [],
)

test('the lists of columns are found', () => {
  assert.ok(listsOfColumns.length >= 10)
})

for (const [name, columns] of listsOfColumns) {
  const row = Object.fromEntries(columns.toSorted().map((column, index) => [column, `${column} ${index}`]))
  const inOrder = columns.map((column) => row[column] as SqlInput)

  test(`a row is written in the order of its columns: ${name}`, () => {
    const values: SqlInput[] = ['before']
    rowWriter<Record<string, SqlInput>>(columns)(values, row)
    assert.deepEqual(values, ['before', ...inOrder])
  })

  test(`a row is read in the order of its columns: ${name}`, () => {
    assert.deepEqual(rowReader<Record<string, SqlInput>>(columns)(inOrder), row)
    assert.equal(new Set(columns).size, columns.length)
  })
}
