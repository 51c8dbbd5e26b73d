import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, ratiosOf, type TokenFieldName, typeField } from './token-fields.ts'

const perUnit = 500_000
const mini = fieldsOf(0.4, 6, perUnit)
const type = (name: TokenFieldName, text: string, before = mini) => typeField(before, name, text, perUnit)

test('whichever field is typed in, the others follow', () => {
  assert.deepEqual(mini, { ratio: '0.4', completion: '6', input: '0.80', output: '4.80' })
  assert.deepEqual(type('ratio', '0.375').fields, { ratio: '0.375', completion: '6', input: '0.75', output: '4.50' })
  assert.deepEqual(type('input', '.75').fields, { ratio: '0.375', completion: '6', input: '.75', output: '4.50' })
  assert.deepEqual(type('output', '4').fields, { ratio: '0.4', completion: '5', input: '0.80', output: '4' })
  assert.deepEqual(type('completion', '2').fields, { ratio: '0.4', completion: '2', input: '0.80', output: '1.60' })
})

test('what cannot be taken is kept as typed, changes nothing else and says why', () => {
  for (const [name, text, problem] of [
    ['ratio', 'x', 'number'],
    ['ratio', '', 'number'],
    ['completion', '1.2345678', 'range'],
    ['input', '1000000000', 'range'],
  ] as const)
    assert.deepEqual(type(name, text), { fields: { ...mini, [name]: text }, problem }, `${name} ${text}`)
  const free = fieldsOf(0, 1, perUnit)
  assert.deepEqual(type('output', '1', free), { fields: { ...free, output: '1' }, problem: 'inputFirst' })
})

test('a new model starts with output as dear as input', () => {
  const empty = fieldsOf(undefined, 1, perUnit)
  assert.equal(ratiosOf(empty), undefined)
  const { fields } = type('input', '3', empty)
  assert.deepEqual(ratiosOf(fields), { ratio: 1.5, completion: 1 })
  assert.equal(fields.output, '3.00')
})
