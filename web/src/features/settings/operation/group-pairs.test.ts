import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOption } from '@turnpike/contract/options'
import { pairsOf, readPairs, textWithPair } from './group-pairs.ts'

const text = '{"vip":{"default":0.8,"premium":1.5}}'

test('a pair is set, added and removed, and a group without pairs is left out', () => {
  const map = readPairs(text)
  assert.ok(map)
  assert.deepEqual(pairsOf(map), [
    { user: 'vip', group: 'default', ratio: 0.8 },
    { user: 'vip', group: 'premium', ratio: 1.5 },
  ])
  assert.deepEqual(JSON.parse(textWithPair(map, 'vip', 'default', 0.5)), { vip: { default: 0.5, premium: 1.5 } })
  assert.deepEqual(JSON.parse(textWithPair(map, 'free', 'vip', 2)), { ...JSON.parse(text), free: { vip: 2 } })
  const one = readPairs(textWithPair(map, 'vip', 'default', undefined))
  assert.ok(one)
  assert.deepEqual(JSON.parse(textWithPair(one, 'vip', 'premium', undefined)), {})
})

test('what can be read is what the server accepts', () => {
  for (const each of [
    text,
    '{}',
    '[]',
    '{"vip":1}',
    '{"vip":{"default":-1}}',
    '{"vip":{"default":"1"}}',
    '{"a,b":{}}',
    '{"vip":{"":1}}',
  ])
    assert.equal(readPairs(each) !== undefined, parseOption('GroupGroupRatio', each).ok, each)
})
