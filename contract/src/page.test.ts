import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { isErrorCode } from './errors.ts'
import { idParams, pageOf, pageQuery, queryText } from './page.ts'
import { pageSizes } from './page-sizes.ts'

test('a page and a size that make sense are taken as they are', () => {
  for (const size of pageSizes)
    assert.deepEqual(pageQuery.parse({ p: '3', page_size: String(size) }), { p: 3, page_size: size })
  assert.deepEqual(pageQuery.parse({ p: 2, page_size: 25 }), { p: 2, page_size: 25 })
})

test('nonsense means the first page of ten', () => {
  const nonsense = [
    undefined,
    null,
    '',
    'undefined',
    'null',
    'NaN',
    'abc',
    '1.5',
    '-1',
    '-0',
    '0',
    'Infinity',
    {},
    ['1', '2'],
  ]
  assert.deepEqual(pageQuery.parse({}), { p: 1, page_size: 10 })
  for (const value of [...nonsense, '99999999999999999999'])
    assert.deepEqual(pageQuery.parse({ p: value, page_size: value }), { p: 1, page_size: 10 }, JSON.stringify(value))
})

test('no page holds more than a hundred rows', () => {
  assert.equal(pageQuery.parse({ page_size: '100' }).page_size, 100)
  assert.equal(pageQuery.parse({ page_size: '101' }).page_size, 100)
  assert.equal(pageQuery.parse({ page_size: '9007199254740991' }).page_size, 100)
})

test('a page says where it is and how much there is', () => {
  const page = { items: [{ id: 1 }], total: 11, page: 2, page_size: 10 }
  assert.deepEqual(pageOf(z.object({ id: z.int() })).parse(page), page)
  assert.equal(pageOf(z.int()).safeParse({ ...page, items: null }).success, false)
})

test('a filter that spells out nothing is absent', () => {
  for (const value of [undefined, null, '', 'undefined', 'null', 'NaN'])
    assert.equal(queryText.parse(value), undefined, String(value))
  assert.equal(queryText.parse('vip'), 'vip')
  assert.equal(queryText.parse(' null'), ' null')
  assert.equal(queryText.safeParse(['a', 'b']).success, false)
})

test('an id in a path is a positive integer and nothing that looks like one', () => {
  assert.deepEqual(idParams.parse({ id: '1' }), { id: 1 })
  assert.deepEqual(idParams.parse({ id: '9007199254740991' }), { id: Number.MAX_SAFE_INTEGER })
  const refused = ['', '0', '-1', '+1', '01', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', 'NaN', 'undefined', '1;2', '١']
  for (const id of [...refused, '99999999999999999', 1, null, undefined, ['1']]) {
    const { success, error } = idParams.safeParse({ id })
    assert.equal(success, false, JSON.stringify(id))
    if (typeof id === 'string')
      assert.ok(isErrorCode(error?.issues[0]?.message ?? ''), 'the refusal is in the catalogue')
  }
})
