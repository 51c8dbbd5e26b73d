import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  audioTokensOf,
  realtimeInputTokens,
  realtimeOutputTokens,
  speechUsage,
  transcriptionUsage,
} from './audio-usage.ts'
import { noUsage } from './usage.ts'

test('a minute heard is a thousand tokens, and a second begun is a second', () => {
  assert.deepEqual(transcriptionUsage(95), { ...noUsage, input: 1_583 })
  assert.equal(audioTokensOf(60), 1_000)
  assert.equal(audioTokensOf(94.001), 1_583)
  assert.equal(audioTokensOf(0.2), 17)
  assert.equal(audioTokensOf(0), 0)
})

test('a text is spoken by the character, and a character outside the first plane is one', () => {
  assert.equal(speechUsage('a'.repeat(1_000)).input, 1_000)
  assert.equal(speechUsage('你好😀').input, 3)
  assert.equal(speechUsage('').input, 0)
})

test('a minute of a realtime session is 1667 tokens heard and 833 said', () => {
  assert.equal(realtimeInputTokens(60), 1_667)
  assert.equal(realtimeOutputTokens(60), 833)
  assert.equal(realtimeInputTokens(6), 167)
})

test('a duration that is none is refused', () => {
  for (const seconds of [Number.NaN, Number.POSITIVE_INFINITY, -1, 86_401, 1e308])
    for (const tokensOf of [audioTokensOf, transcriptionUsage, realtimeInputTokens, realtimeOutputTokens])
      assert.throws(() => tokensOf(seconds), RangeError, String(seconds))
})
