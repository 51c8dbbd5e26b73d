import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualTerms } from '@turnpike/contract/money/agents/terms'
import { ownOfInstallation, problemsOf, termsOf, valuesOf } from './terms-values.ts'

test('what is left empty is inherited, and what is set to nothing is not', () => {
  assert.deepEqual(termsOf(valuesOf({})), {})
  const own = { share: 0, counts: [], withdrawal_fee: 0, ends_at: 0, waiting_days: 7, basis: 'spend' as const }
  assert.deepEqual(termsOf(valuesOf(own)), own)
  assert.deepEqual(termsOf({ ...valuesOf(own), share: ' ', counts: undefined, ends_at: undefined }), {
    basis: 'spend',
    waiting_days: 7,
    withdrawal_fee: 0,
  })
})

test('the installation has set what differs from the usual terms', () => {
  assert.deepEqual(ownOfInstallation(usualTerms), {})
  assert.deepEqual(ownOfInstallation({ ...usualTerms, share: 12, counts: ['codes'] }), { share: 12, counts: ['codes'] })
})

test('each field says what is wrong with it', () => {
  const values = valuesOf({})
  assert.deepEqual(problemsOf(values, usualTerms), {})
  const wrong = { ...values, share: '1.234', second_share: '-1', withdrawal_fee_share: '101', waiting_days: '1.5' }
  assert.deepEqual(problemsOf({ ...wrong, withdrawal_min: Number.NaN }, usualTerms), {
    share: 'percentProblem',
    second_share: 'percentProblem',
    withdrawal_fee_share: 'percentProblem',
    waiting_days: 'daysProblem',
    withdrawal_min: 'amountProblem',
  })
})

test('both levels together are at most all, the inherited one too', () => {
  const values = { ...valuesOf({}), second_share: '91' }
  assert.deepEqual(problemsOf(values, usualTerms), { second_share: 'beyondProblem' })
  assert.deepEqual(problemsOf({ ...values, second_share: '90' }, usualTerms), {})
  assert.deepEqual(problemsOf({ ...values, share: '9' }, usualTerms), {})
})
