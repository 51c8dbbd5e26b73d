import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOption } from '@turnpike/contract/options'
import { groupsOf, isGroupName, readGroups, textsWithGroup } from './group-maps.ts'

const texts = { GroupRatio: '{"default":1,"vip":0.8}', UserUsableGroups: '{"default":"Everyone","auto":"Best"}' }

test('a row per name, wherever it stands, in the order of the texts', () => {
  const maps = readGroups(texts)
  assert.ok(maps)
  assert.deepEqual(groupsOf(maps), [
    { name: 'default', ratio: 1, description: 'Everyone' },
    { name: 'vip', ratio: 0.8, description: undefined },
    { name: 'auto', ratio: undefined, description: 'Best' },
  ])
})

test('a group is changed, added and removed in both maps at once', () => {
  const maps = readGroups(texts)
  assert.ok(maps)
  const changed = textsWithGroup(maps, { name: 'vip', ratio: 0.5, description: '' })
  assert.deepEqual(JSON.parse(changed.GroupRatio ?? ''), { default: 1, vip: 0.5 })
  assert.deepEqual(JSON.parse(changed.UserUsableGroups ?? ''), { default: 'Everyone', auto: 'Best', vip: '' })
  const removed = textsWithGroup(maps, { name: 'default', ratio: undefined, description: undefined })
  assert.deepEqual(JSON.parse(removed.GroupRatio ?? ''), { vip: 0.8 })
  assert.deepEqual(JSON.parse(removed.UserUsableGroups ?? ''), { auto: 'Best' })
})

test('texts of the wrong kind are no groups', () => {
  for (const GroupRatio of ['', '[]', '{"default":"1"}', '{"default":-1}'])
    assert.equal(readGroups({ ...texts, GroupRatio }), undefined, GroupRatio)
  assert.equal(readGroups({ ...texts, UserUsableGroups: '{"default":1}' }), undefined)
})

test('what counts as a name here is what the server takes', () => {
  for (const name of ['vip', '会员', 'a b', 'x'.repeat(64), '', ' vip', 'a,b', 'x'.repeat(65), 'a\nb'])
    assert.equal(isGroupName(name), parseOption('GroupRatio', JSON.stringify({ [name]: 1 })).ok, name)
})
