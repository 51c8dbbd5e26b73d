import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizeAddress } from './authorize-address.ts'

const parts = (address: string) => {
  const url = new URL(address)
  return { page: `${url.origin}${url.pathname}`, ...Object.fromEntries(url.searchParams) }
}

test('the request to GitHub includes the mail address', () => {
  assert.deepEqual(parts(authorizeAddress('github', 'Iv1.abc', 'Qw3rty')), {
    page: 'https://github.com/login/oauth/authorize',
    client_id: 'Iv1.abc',
    state: 'Qw3rty',
    scope: 'user:email',
  })
})

test('LinuxDO is to return a code', () => {
  assert.deepEqual(parts(authorizeAddress('linuxdo', 'client', 'Qw3rty')), {
    page: 'https://connect.linux.do/oauth2/authorize',
    client_id: 'client',
    state: 'Qw3rty',
    response_type: 'code',
  })
})

test('a client id cannot add parameters of its own', () => {
  const url = new URL(authorizeAddress('github', 'id&scope=repo', 's'))
  assert.deepEqual(url.searchParams.getAll('scope'), ['user:email'])
})
