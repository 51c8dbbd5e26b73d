import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uptime } from './uptime.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

test('uptime is told in minutes, then hours, then days', () => {
  assert.deepEqual(uptime(0, 59), { unit: 'minutes', count: 0 })
  assert.deepEqual(uptime(0, 2 * hour - 1), { unit: 'minutes', count: 119 })
  assert.deepEqual(uptime(0, 2 * hour), { unit: 'hours', count: 2 })
  assert.deepEqual(uptime(0, 2 * day - 1), { unit: 'hours', count: 47 })
  assert.deepEqual(uptime(0, 41 * day + 5 * hour), { unit: 'days', count: 41 })
})

test('a server whose clock runs ahead has just started', () => {
  assert.deepEqual(uptime(500, 100), { unit: 'minutes', count: 0 })
})
