import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyStatus } from '@turnpike/contract/routing/channel-keys'
import { stateOf } from './key-state.ts'

test('a key cools down until its time is over, and then waits for a call that tries it', () => {
  const key = { status: keyStatus.enabled, cooling_until: 100 }
  assert.equal(stateOf(key, 99), 'cooling')
  assert.equal(stateOf(key, 100), 'waiting')
  assert.equal(stateOf({ ...key, cooling_until: 0 }, 99), 'enabled')
})

test('a disabled key is disabled, whatever cooldown it had', () => {
  assert.equal(stateOf({ status: keyStatus.disabled, cooling_until: 100 }, 50), 'disabled')
  assert.equal(stateOf({ status: keyStatus.autoDisabled, cooling_until: 0 }, 50), 'autoDisabled')
})
