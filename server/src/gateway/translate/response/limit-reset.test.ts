import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitResetSeconds } from './limit-reset.ts'

const date = 'Mon, 02 Nov 2026 10:00:00 GMT'

test('the lengths, times and seconds that vendors write are read', () => {
  assert.equal(limitResetSeconds({ 'x-ratelimit-reset-requests': '6m0s' }), 360)
  assert.equal(limitResetSeconds({ 'x-ratelimit-reset-tokens': '1h2m3.5s' }), 3723.5)
  assert.equal(limitResetSeconds({ 'x-ratelimit-reset-tokens': '250ms' }), 0.25)
  assert.equal(limitResetSeconds({ 'x-ratelimit-reset': '17' }), 17)
  assert.equal(limitResetSeconds({ 'x-ratelimit-reset': String(Date.parse(date) / 1000 + 40), date }), 40)
  assert.equal(limitResetSeconds({ 'anthropic-ratelimit-requests-reset': '2026-11-02T10:01:30Z', date }), 90)
})

test('of several limits the one with nothing left counts', () => {
  const headers = {
    'x-ratelimit-reset-requests': '1s',
    'x-ratelimit-remaining-requests': '10',
    'x-ratelimit-reset-tokens': '2m0s',
    'x-ratelimit-remaining-tokens': '0',
  }
  assert.equal(limitResetSeconds(headers), 120)
  assert.equal(limitResetSeconds({ ...headers, 'x-ratelimit-remaining-tokens': '5' }), 1)
})

test('what cannot be read says nothing', () => {
  assert.equal(limitResetSeconds({}), undefined)
  for (const reset of ['', 'soon', '-3', '2026-11-02T10:01:30Z'])
    assert.equal(limitResetSeconds({ 'x-ratelimit-reset': reset }), undefined, reset)
})
