import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfFilters, filtersOf, wordsOfFilters } from './address-filters.ts'

test('filters are read from the address, absent ones are empty', () => {
  assert.deepEqual(filtersOf(new URLSearchParams('keyword=a%26b&p=3'), ['keyword', 'group']), {
    keyword: 'a&b',
    group: '',
  })
})

test('another filter starts at the first page and keeps the rest', () => {
  const address = addressOfFilters(new URLSearchParams('keyword=a&group=vip&p=3'), { keyword: 'b' })
  assert.equal(String(address), 'keyword=b&group=vip')
  assert.equal(String(addressOfFilters(address, { keyword: '', group: '' })), '')
})

test('only the filters that are set are put into words', () => {
  const filters = [
    ['Model', 'gpt-6'],
    ['User', ''],
    ['Group', 'vip'],
  ] as const
  assert.equal(wordsOfFilters(filters, ', '), 'Model “gpt-6”, Group “vip”')
})
