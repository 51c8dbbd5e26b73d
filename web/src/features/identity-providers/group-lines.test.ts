import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, mapIn } from './group-lines.ts'

test('lines become a map and the same lines again', () => {
  const text = 'staff = vip\ncn=admins,dc=corp = svip'
  assert.deepEqual(mapIn(`\n${text}\n\n`), { staff: 'vip', 'cn=admins,dc=corp': 'svip' })
  assert.equal(linesOf(mapIn(text) ?? {}), text)
  assert.deepEqual(mapIn(''), {})
})

test('a line without two halves is refused', () => {
  for (const text of ['staff', 'staff =', '= vip', 'staff = vip\nx']) assert.equal(mapIn(text), undefined, text)
})
