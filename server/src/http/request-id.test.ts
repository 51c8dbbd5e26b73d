import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRequestId } from './request-id.ts'

test('an id says when it was given, to the nanosecond, in UTC', () => {
  const id = newRequestId(Date.parse('2026-03-04T05:06:07.089Z'), 1234)
  assert.match(id, /^20260304050607089001234[A-Za-z0-9]{8}$/)
})

test('no two ids are the same, not even of one instant', () => {
  const now = Date.now()
  const ids = new Set(Array.from({ length: 10_000 }, () => newRequestId(now, 0)))
  assert.equal(ids.size, 10_000)
})
