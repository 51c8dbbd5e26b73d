import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWarnings, hidesReal, memberWarning } from './warnings.ts'

const choices = [
  { model: 'a', groups: ['default', 'vip'], is_priced: true },
  { model: 'b', groups: ['vip'], is_priced: true },
  { model: 'free', groups: ['default'], is_priced: false },
]

test('a model without a channel, without one in the groups, or without a price has a warning', () => {
  assert.equal(memberWarning('a', [], choices), undefined)
  assert.equal(memberWarning('b', ['vip'], choices), undefined)
  assert.equal(memberWarning('b', ['default'], choices), 'noChannelInGroups')
  assert.equal(memberWarning('x', [], choices), 'noChannel')
  assert.equal(memberWarning('free', [], choices), 'noPrice')
  assert.equal(memberWarning('x', [], undefined), undefined, 'not known yet')
  assert.equal(memberWarning('', [], choices), undefined)
})

test('a name that hides a real model has one, unless the real model is in the list', () => {
  assert.equal(hidesReal('a', [{ model: 'b' }], choices), true)
  assert.equal(hidesReal('a', [{ model: 'a' }], choices), false)
  assert.equal(countWarnings({ name: 'a', groups: [], members: [{ model: 'x' }, { model: 'b' }] }, choices), 2)
})
