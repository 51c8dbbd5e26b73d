import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusReasonOf } from './status-reason.ts'

test('reason and time are read from what the server keeps', () => {
  const info = JSON.stringify({ status_reason: 'Upstream 429', status_time: 1_780_000_000, more: 1 })
  assert.deepEqual(statusReasonOf(info), { reason: 'Upstream 429', time: 1_780_000_000 })
})

test('what cannot be read says nothing', () => {
  for (const text of ['', 'null', '[]', '7', '{', '{"status_reason":5,"status_time":"x"}', '{"status_time":-1}'])
    assert.deepEqual(statusReasonOf(text), { reason: '', time: 0 }, text)
})
