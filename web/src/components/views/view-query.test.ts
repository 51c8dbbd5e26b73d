import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readView, viewQuery } from './view-query.ts'

test('a view keeps filters and order, not the page or what is open', () => {
  assert.equal(viewQuery('?status=on&p=3&open=7&group=vip'), 'group=vip&status=on')
  assert.equal(viewQuery(''), '')
})

test('two addresses of the same filters are one view', () => {
  assert.equal(viewQuery('?a=1&b=2'), viewQuery('?b=2&a=1'))
})

test('the columns are kept beside the filters and taken out again', () => {
  const query = viewQuery('?group=vip', ['model', 'cost'])
  assert.deepEqual(readView(query), { search: '?group=vip', columns: ['model', 'cost'] })
  assert.deepEqual(readView('group=vip'), { search: '?group=vip', columns: undefined })
  assert.deepEqual(readView(''), { search: '', columns: undefined })
})
