import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfPage, lastPage, pageAfterResize, pageOfAddress, rowsShown } from './paging.ts'

test('anything that is not a page number means the first page', () => {
  for (const text of ['', '0', '-1', '1.5', 'NaN', 'undefined', '1e99', 'x'])
    assert.equal(pageOfAddress(new URLSearchParams({ p: text })), 1, text)
  assert.equal(pageOfAddress(new URLSearchParams()), 1)
  assert.equal(pageOfAddress(new URLSearchParams('p=12')), 12)
})

test('turning pages keeps the filters, and the first page needs no number', () => {
  assert.equal(String(addressOfPage(new URLSearchParams('group=vip'), 3)), 'group=vip&p=3')
  assert.equal(String(addressOfPage(new URLSearchParams('group=vip&p=3'), 1)), 'group=vip')
})

test('another page size keeps the row that was on top', () => {
  assert.equal(pageAfterResize(4, 10, 20), 2) // row 31 is on the second page of twenty
  assert.equal(pageAfterResize(2, 100, 10), 11)
  assert.equal(pageAfterResize(1, 10, 100), 1)
})

test('a list knows its last page and the rows that are shown', () => {
  assert.equal(lastPage(0, 10), 1)
  assert.equal(lastPage(128, 10), 13)
  assert.deepEqual(rowsShown(13, 10, 128), { from: 121, to: 128 })
  assert.deepEqual(rowsShown(1, 10, 0), { from: 0, to: 0 })
})
