import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BodyForm, bodyOverride, formOverride, operationRow, withConditions, withTypedValue } from './body-form.ts'
import { bodyProblem } from './body-problem.ts'
import { headerProblem, wrongHeaderCell } from './header-problem.ts'

const problemOf = (form: Partial<BodyForm>) => {
  const problem = bodyProblem(formOverride({ fields: [], operations: [], ...form }))
  return problem && [problem.code, problem.at]
}
const field = (name: string, value: string) => ({ id: 0, name, value })

test('a row that is not complete has the problem, and a blank row has none', () => {
  assert.equal(problemOf({ fields: [field('', ' '), field('top_p', '0.9')] }), undefined)
  assert.deepEqual(problemOf({ fields: [field('', ''), field(' ', '1')] }), ['row_name', 'fields[1].name'])
  assert.deepEqual(problemOf({ fields: [field('a', '1'), field('a ', '2')] }), ['row_repeated', 'fields[1].name'])
  assert.deepEqual(problemOf({ fields: [field('a', '')] }), ['row_value', 'fields[0].value'])
})

test('a half-typed object is a problem, although its text could be stored', () => {
  assert.deepEqual(problemOf({ fields: [field('metadata', '{"a":')] }), ['value_json', 'fields[0].value'])
  const operation = withTypedValue(operationRow({ mode: 'set', path: 'a', value: 1 }, 0), '[1')
  assert.deepEqual(problemOf({ operations: [operation] }), ['value_json', 'operations[0].value'])
  const condition = { id: 0, json: { path: 'model', mode: 'full', value: 'x' } }
  const conditional = withConditions(operationRow({ mode: 'delete', path: 'a' }, 0), [
    condition,
    withTypedValue(condition, '"x'),
  ])
  assert.deepEqual(problemOf({ operations: [conditional] }), ['value_json', 'operations[0].conditions[1].value'])
  assert.equal(problemOf({ operations: [withTypedValue(operation, '[1]')] }), undefined)
})

test('what the server would refuse has its place in the form', () => {
  assert.deepEqual(problemOf({ fields: [field('top_p', '1'), field('model', 'x')] }), [
    'override_protected',
    'fields[1].name',
  ])
  assert.deepEqual(problemOf({ operations: [operationRow({ mode: 'set', path: '', value: 1 }, 0)] }), [
    'override_member',
    'operations[0].path',
  ])
  assert.deepEqual(problemOf({ operations: [operationRow({ mode: 'regex_replace' }, 0)] }), [
    'override_mode',
    'operations[0].mode',
  ])
})

test('JSON has the position of its syntax error, and no name twice', () => {
  const broken = bodyProblem(bodyOverride('{\n  "a" 1}'))
  assert.deepEqual([broken?.code, broken?.place], ['override_json', { line: 2, column: 7 }])
  assert.equal(bodyProblem(bodyOverride('{"a":1,"a":2}'))?.code, 'row_repeated')
  assert.equal(bodyProblem(bodyOverride(' ')), undefined)
})

test('a header has its problem in the name or in the value', () => {
  assert.equal(headerProblem('{"X-A":"a"}'), undefined)
  assert.deepEqual(
    [headerProblem('{"Host":"a"}')?.code, headerProblem('{"Host":"a"}')?.at],
    ['override_header', 'Host'],
  )
  assert.equal(headerProblem('{"X-A":"a","X-A":"b"}')?.code, 'row_repeated')
  assert.equal(wrongHeaderCell({ name: 'X-A', value: 'a' }), undefined)
  assert.equal(wrongHeaderCell({ name: 'Host', value: 'a' }), 'name')
  assert.equal(wrongHeaderCell({ name: 'X A', value: 'a' }), 'name')
  assert.equal(wrongHeaderCell({ name: 'X-A', value: '' }), 'value')
  assert.equal(wrongHeaderCell({ name: 'Authorization', value: '{client_header:X-B}' }), 'value')
})
