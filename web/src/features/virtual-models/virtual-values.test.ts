import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VirtualModel } from '@turnpike/contract/routing/virtual-models'
import { bodyOf, movedMembers, newMember, newValues, problemsOf, valuesOf } from './virtual-values.ts'

const stored: VirtualModel = {
  id: 7,
  name: 'best',
  description: 'note',
  mode: 'weight',
  groups: ['vip'],
  is_enabled: false,
  members: [
    { model: 'a', weight: 3, when: { prompt_tokens_max: 1000, price_max: 0.5 } },
    { model: 'b', weight: 0 },
  ],
  fallback_on: ['rate_limited', 'balance'],
  updated_at: 1,
  revision: 'r',
}

test('what was stored is sent back as it was', () => {
  const { id: _, updated_at: __, revision: ___, ...fields } = stored
  assert.deepEqual(bodyOf(valuesOf(stored)), fields)
})

test('a new one has room for two models, and blank ones are not sent', () => {
  const values = { ...newValues(), name: ' best ', members: [newMember('a'), newMember()] }
  assert.deepEqual(problemsOf(values), {})
  assert.deepEqual(bodyOf(values).members, [{ model: 'a', weight: 1 }])
  assert.equal(bodyOf(values).name, 'best')
})

test('every problem is found at its field', () => {
  assert.deepEqual(problemsOf(newValues()), { name: 'nameProblem', members: 'countProblem' })
  const [one, two, three] = [newMember('a'), newMember('a'), newMember('b,c')]
  const when = { ...one.when, prompt_tokens_min: '10', prompt_tokens_max: '9', price_max: 'x' }
  const members = [{ ...one, weight: '1.5', when }, two, three]
  assert.deepEqual(problemsOf({ ...newValues(), name: 'a,b', description: 'x'.repeat(201), members }), {
    name: 'nameProblem',
    description: 'descriptionProblem',
    [`weight ${one.id}`]: 'weightProblem',
    [`prompt_tokens_max ${one.id}`]: 'crossedProblem',
    [`price_max ${one.id}`]: 'numberProblem',
    [`model ${two.id}`]: 'twiceProblem',
    [`model ${three.id}`]: 'modelProblem',
  })
})

test('a model moves one place at a time', () => {
  const members = ['a', 'b', 'c'].map((model) => newMember(model))
  const names = (list: readonly { model: string }[]) => list.map(({ model }) => model).join('')
  assert.equal(names(movedMembers(members, 2, -1)), 'acb')
  assert.equal(names(movedMembers(members, 0, 1)), 'bac')
})
