import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupShown } from './group-shown.ts'

test('the chosen group is shown, else the own one, else the default, else any', () => {
  const groups = { group_ratio: { trial: 2, default: 1, vip: 0.8 }, usable_group: {} }
  assert.equal(groupShown(groups, 'trial', 'vip'), 'trial')
  assert.equal(groupShown(groups, 'gone', 'vip'), 'vip')
  assert.equal(groupShown(groups, '', undefined), 'default')
  assert.equal(groupShown(groups, 'toString', 'left'), 'default')
  assert.equal(groupShown({ group_ratio: { trial: 2 }, usable_group: {} }, '', undefined), 'trial')
})
