import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from '@turnpike/contract/identity/user'
import { changeOf, problemsOf, problemsOfNew, valuesOf } from './user-values.ts'

const stored = { username: 'a-name-from-older-times', display_name: 'Alice', group: 'default' } as User

test('a new user needs a name and a password', () => {
  const nobody = { username: ' ', display_name: '', password: '' }
  assert.deepEqual(problemsOfNew(nobody), { username: 'missing', password: 'missing' })
  assert.deepEqual(problemsOfNew({ username: 'alice', display_name: '', password: '12345678' }), {})
})

test('names and passwords have their lengths, counted as people count them', () => {
  const problems = (change: object) =>
    problemsOfNew({ username: 'alice', display_name: '', password: 'long enough', ...change })
  assert.deepEqual(problems({ username: 'x'.repeat(13) }), { username: 'username_invalid' })
  assert.deepEqual(problems({ password: '1234567' }), { password: 'password_length' })
  assert.deepEqual(problems({ display_name: '名'.repeat(21) }), { display_name: 'display_name_long' })
  assert.deepEqual(problems({ display_name: '🎁'.repeat(20) }), {})
})

test('a name that no longer fits the rules may stay, and an empty password changes nothing', () => {
  const values = valuesOf(stored)
  assert.deepEqual(problemsOf(values, stored), {})
  assert.deepEqual(problemsOf({ ...values, username: `${stored.username}!` }, stored), { username: 'username_invalid' })
})

test('only what changed is sent', () => {
  const values = { ...valuesOf(stored), group: 'vip' }
  assert.deepEqual(changeOf(values, ['group']), { group: 'vip' })
})
