import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UseQueryResult } from '@tanstack/react-query'
import { draw } from '../../lib/test/draw.ts'
import { DataTable } from './data-table.tsx'

type Row = { name: string }
type Query = UseQueryResult<{ items: Row[]; total: number }>

const props = {
  columns: [{ key: 'name', title: 'Name', dataIndex: 'name' }],
  rowKey: (row: Row) => row.name,
  empty: 'Nothing here yet',
  card: (row: Row) => `card of ${row.name}`,
}

/** A table over a query in this state; only the fields that a table reads are given. */
const tableOf = (query: object, more: object = {}, surroundings: { address?: string; width?: number } = {}) =>
  draw(DataTable<Row>, { ...props, query: query as Query, ...more }, surroundings)

const loaded = (items: Row[], total: number) => ({ data: { items, total }, isPending: false, isError: false })

test('a table that loads shows its columns and is busy', () => {
  const { text, tags } = tableOf({ isPending: true })
  assert.match(text, /Name/)
  assert.ok(tags('div').some((tag) => tag.includes('aria-busy="true"')))
})

test('a list that could not be loaded says why and offers another try', () => {
  const { text, tags } = tableOf({ isPending: false, isError: true, error: new Error('No connection'), refetch() {} })
  assert.match(text, /No connection Try again/)
  assert.ok(tags('div').some((tag) => tag.includes('role="alert"')))
})

test('an empty list says so, and while filters are set it says that nothing matches', () => {
  assert.equal(tableOf(loaded([], 0)).text, 'Nothing here yet')
  assert.equal(tableOf(loaded([], 0), { noMatch: 'No match' }).text, 'No match')
})

test('the pager names the rows of the page in the address, and all rows', () => {
  const { text } = tableOf(loaded([{ name: 'a' }], 1234), {}, { address: '/token?p=3' })
  assert.match(text, /21–30 of 1,234/)
})

test('a page behind the last one loads the last page instead of looking empty', () => {
  const { text, tags } = tableOf(loaded([], 5), {}, { address: '/token?p=9' })
  assert.doesNotMatch(text, /Nothing here yet/)
  assert.ok(tags('div').some((tag) => tag.includes('aria-busy="true"')))
})

test('rows stay when loading them again fails, below a line that says so', () => {
  const failed = { ...loaded([{ name: 'kept' }], 1), isError: true, error: new Error('No connection'), refetch() {} }
  assert.match(tableOf(failed).text, /No connection Try again .*kept/)
})

test('rows are cards on a phone', () => {
  const query = loaded([{ name: 'a' }], 1)
  assert.match(tableOf(query, {}, { width: 390 }).text, /card of a/)
  assert.doesNotMatch(tableOf(query).text, /card of a/)
})

test('selected rows bring a bar with their number and the actions', () => {
  const selection = { keys: ['a'], onChange() {}, words: (count: number) => `${count} selected`, actions: 'Delete' }
  const { text, tags } = tableOf(loaded([{ name: 'a' }], 1), { selection })
  assert.match(text, /1 selected Delete/)
  assert.ok(tags('div').some((tag) => tag.includes('role="toolbar" aria-label="1 selected"')))
  assert.doesNotMatch(tableOf(loaded([{ name: 'a' }], 1), { selection: { ...selection, keys: [] } }).text, /selected/)
})
