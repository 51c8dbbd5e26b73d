import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReload } from './reload-once.ts'

test('a page that just reloaded itself does not do so again, a minute later it may', () => {
  assert.equal(mayReload(Number.NEGATIVE_INFINITY, 1_000), true)
  assert.equal(mayReload(1_000, 30_000), false)
  assert.equal(mayReload(1_000, 61_000), true)
})
