import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseAddress } from './base-address.ts'

const origin = 'https://console.example'

test('the configured address wins, without a trailing slash', () => {
  assert.equal(baseAddress('https://api.example/', origin), 'https://api.example')
  assert.equal(baseAddress('http://10.0.0.7:3000', origin), 'http://10.0.0.7:3000')
  assert.equal(baseAddress('https://example.com/gateway/', origin), 'https://example.com/gateway')
})

test('a version at the end of the address is left to the clients, which add their own', () => {
  assert.equal(baseAddress('https://api.example/v1', origin), 'https://api.example')
  assert.equal(baseAddress('https://api.example/gateway/v1//', origin), 'https://api.example/gateway')
  assert.equal(baseAddress('https://api.example/v1beta', origin), 'https://api.example/v1beta')
  assert.equal(baseAddress('https://api.example/api-v1', origin), 'https://api.example/api-v1')
})

test('an address that was never configured gives way to the one in use', () => {
  for (const configured of ['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'api.example', 'ftp://api.example'])
    assert.equal(baseAddress(configured, origin), origin, configured)
})

test('an address that a shell would act upon is not offered for pasting', () => {
  for (const configured of ['https://api.example/$(id)', "https://api.example/';id;'", 'https://api.example/a;b'])
    assert.equal(baseAddress(configured, origin), origin, configured)
})
