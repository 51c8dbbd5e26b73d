import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodOf, moved, newField, newMethodValues, problemsOf, valuesOf } from './method-values.ts'

const bank = {
  id: 3,
  name: 'Bank',
  name_zh: '银行',
  enabled: false,
  fields: [{ label: 'IBAN', label_zh: '账号', required: true }],
}

test('a method that is edited stays itself, without spaces around its texts', () => {
  assert.deepEqual(methodOf(3, valuesOf(bank)), bank)
  assert.equal(methodOf(0, { ...valuesOf(bank), name: ' Bank ' }).name, 'Bank')
})

test('a name and a label are needed in both languages, and a method has a field', () => {
  const values = newMethodValues()
  const [field] = values.fields
  assert.deepEqual(problemsOf(values), {
    name: 'nameProblem',
    name_zh: 'nameProblem',
    [`label ${field?.key}`]: 'labelProblem',
    [`label_zh ${field?.key}`]: 'labelProblem',
  })
  assert.deepEqual(problemsOf({ ...valuesOf(bank), fields: [] }), { fields: 'fieldsMissing' })
  const long = { ...newField(), label: 'x'.repeat(41), label_zh: '账号' }
  assert.deepEqual(problemsOf({ ...valuesOf(bank), fields: [long] }), { [`label ${long.key}`]: 'labelProblem' })
  assert.deepEqual(problemsOf(valuesOf(bank)), {})
})

test('a method moves by one place, and not beyond the ends', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
  assert.deepEqual(moved(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b'])
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b'])
})
