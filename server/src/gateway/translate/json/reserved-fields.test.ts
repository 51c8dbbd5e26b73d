import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutReserved } from './reserved-fields.ts'

test('fields that choose an address, a key, an account or the price class do not pass', () => {
  const body = {
    model: 'm',
    temperature: 0,
    new_field: { a: 1 },
    base_url: 'http://evil.example',
    api_key: 'k',
    extra_headers: { authorization: 'x' },
    organization: 'o',
    group: 'vip',
    service_tier: 'priority',
    inference_geo: 'us',
    speed: 'fast',
    safety_identifier: 'u',
    models: ['dear-model'],
    store: true,
    stream_options: { include_usage: true, include_obfuscation: false },
    extra_body: { n: 9, max_tokens: 1, api_key: 'k', service_tier: 'flex', google: { a: 1 } },
  }
  assert.deepEqual(withoutReserved(body, {}), {
    model: 'm',
    temperature: 0,
    new_field: { a: 1 },
    store: true,
    stream_options: { include_usage: true },
    extra_body: { google: { a: 1 } },
  })
})

test('a channel may allow what changes the price, never what changes the address', () => {
  const body = { service_tier: 'flex', speed: 'fast', base_url: 'x', stream_options: { include_obfuscation: false } }
  const setting = {
    allow_service_tier: true,
    allow_base_url: true,
    allow_include_obfuscation: true,
    allow_speed: 'yes',
  }
  assert.deepEqual(withoutReserved(body, setting), {
    service_tier: 'flex',
    stream_options: { include_obfuscation: false },
  })
})

test('a second body may not set what is read from the request itself, however deep it is nested', () => {
  const second = { size: '4K', quality: 'hd', messages: [], input: '', tools: [], previous_response_id: 'r', seed: 1 }
  const body = {
    extra_body: { ...second, extra_body: { ...second, api_key: 'k' } },
    parameters: { speed: 'fast', a: 1 },
  }
  assert.deepEqual(withoutReserved(body, {}), {
    extra_body: { seed: 1, extra_body: { seed: 1 } },
    parameters: { a: 1 },
  })
  const stored = { extra_body: { store: true } }
  assert.deepEqual(withoutReserved(stored, { disable_store: true }), { extra_body: {} })
})

test('a channel may forbid storing', () => {
  assert.deepEqual(withoutReserved({ store: true }, { disable_store: true }), {})
})

test('a name that means something else here is kept, and a prototype is no field', () => {
  assert.deepEqual(withoutReserved({ speed: 1.5 }, {}, ['speed']), { speed: 1.5 })
  const clean = withoutReserved(JSON.parse('{"__proto__":{"stolen":true},"extra_body":{"__proto__":{"n":2}}}'), {})
  assert.equal(Object.getPrototypeOf(clean), Object.prototype)
  assert.deepEqual(clean, { extra_body: {} })
})
