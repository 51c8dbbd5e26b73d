import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationTone, firstTokenTone } from './call-speed.ts'

test('a call is green below 101 seconds, orange below 300, else red', () => {
  assert.deepEqual([0, 100, 101, 299, 300, 9999].map(durationTone), [
    'fast',
    'fast',
    'slow',
    'slow',
    'crawling',
    'crawling',
  ])
})

test('a time to first token is green below 3 seconds, orange below 10, else red', () => {
  assert.deepEqual([0, 2999, 3000, 9999, 10_000].map(firstTokenTone), ['fast', 'fast', 'slow', 'slow', 'crawling'])
})
