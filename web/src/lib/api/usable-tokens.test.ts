import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neverExpires, tokenStatus } from '@turnpike/contract/identity/token'
import { fakeBrowser } from '../browser/fake-browser.ts'

fakeBrowser()
const { isUsable } = await import('./usable-tokens.ts')

const token = { status: 1, expired_time: neverExpires, unlimited_quota: true, remain_quota: 0 }

test('a token is usable while it is enabled, not expired, and has quota left', () => {
  assert.equal(isUsable(token, 100), true)
  assert.equal(isUsable({ ...token, status: tokenStatus.disabled }, 100), false)
  assert.equal(isUsable({ ...token, expired_time: 101 }, 100), true)
  assert.equal(isUsable({ ...token, expired_time: 100 }, 100), false)
  assert.equal(isUsable({ ...token, unlimited_quota: false }, 100), false)
  assert.equal(isUsable({ ...token, unlimited_quota: false, remain_quota: 1 }, 100), true)
})
