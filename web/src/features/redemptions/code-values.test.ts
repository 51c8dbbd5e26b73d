import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CodeValues, newCodeValues, problemsOf } from './code-values.ts'

const problems = (change: Partial<CodeValues>, isNew = true) => problemsOf({ ...newCodeValues, ...change }, { isNew })

test('a new code may go without a name, one that has a name may not lose it', () => {
  assert.deepEqual(problems({ name: ' ' }), {})
  assert.deepEqual(problems({ name: ' ' }, false), { name: 'nameLong' })
})

test('a name has at most twenty characters, counted as people count them', () => {
  assert.deepEqual(problems({ name: '码'.repeat(20) }), {})
  assert.deepEqual(problems({ name: '🎁'.repeat(20) }), {})
  assert.deepEqual(problems({ name: 'x'.repeat(21) }), { name: 'nameLong' })
})

test('a code is worth something', () => {
  for (const quota of [0, -1, Number.NaN]) assert.deepEqual(problems({ quota }), { quota: 'quotaInvalid' })
})

test('codes are made one to a hundred at a time', () => {
  for (const count of [0, 101, 2.5, Number.NaN]) assert.deepEqual(problems({ count }), { count: 'countInvalid' })
  for (const count of [1, 100]) assert.deepEqual(problems({ count }), {})
})
