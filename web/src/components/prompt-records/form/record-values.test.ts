import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordDefaults } from '@turnpike/contract/usage/prompt-records'
import { termsIn, valuesOf } from './record-values.ts'

test('a form that is off means no terms, whatever its numbers', () => {
  assert.deepEqual(termsIn({ ...valuesOf(null), days: Number.NaN }), { terms: null })
})

test('a form that is on gives its terms, or says which numbers are wrong', () => {
  const on = { ...valuesOf(null), isOn: true }
  assert.deepEqual(termsIn(on), { terms: recordDefaults })
  assert.deepEqual(valuesOf(recordDefaults), on)
  assert.deepEqual(termsIn({ ...on, share: 0, size_max: 1025, days: Number.NaN }), {
    problems: { share: true, size_max: true, days: true },
  })
})
