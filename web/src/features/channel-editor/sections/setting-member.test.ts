import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf, withMember } from './setting-member.ts'

test('a member is set, changed and taken out; the others stay', () => {
  const first = withMember('', 'mj_callback', true)
  assert.deepEqual(membersOf(first), { mj_callback: true })
  const both = withMember(first, 'mj_mode_path', 'plain')
  assert.deepEqual(membersOf(both), { mj_callback: true, mj_mode_path: 'plain' })
  assert.deepEqual(membersOf(withMember(both, 'mj_mode_path', undefined)), { mj_callback: true })
  assert.equal(withMember(first, 'mj_callback', undefined), '')
})

test('a text that is no JSON object has no members that could be shown', () => {
  for (const text of ['{', '[]', '"x"', 'null']) assert.equal(membersOf(text), undefined, text)
  assert.deepEqual(membersOf(' '), {})
})
