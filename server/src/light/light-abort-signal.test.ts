import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LightAbortSignal } from './light-abort-signal.ts'

test('everyone who listens hears of it once, and those who stopped listening do not', () => {
  const stop = new LightAbortSignal()
  const heard: string[] = []
  const second = () => heard.push('second')
  stop.addEventListener('abort', () => heard.push('first'))
  stop.addEventListener('abort', second)
  stop.removeEventListener('abort', second)
  assert.equal(stop.aborted, false)
  stop.abort()
  stop.abort()
  assert.equal(stop.aborted, true)
  assert.deepEqual(heard, ['first'])
})

test('a listener that leaves while others are being told takes nobody with it', () => {
  const stop = new LightAbortSignal()
  const heard: string[] = []
  const first = () => {
    stop.removeEventListener('abort', first)
    heard.push('first')
  }
  stop.addEventListener('abort', first)
  stop.addEventListener('abort', () => heard.push('second'))
  stop.abort()
  assert.deepEqual(heard, ['first', 'second'])
})

test('as an AbortSignal it says the same, before and after', () => {
  const stop = new LightAbortSignal()
  const signal = stop.toAbortSignal()
  assert.equal(signal.aborted, false)
  stop.abort()
  assert.equal(signal.aborted, true)
  assert.equal(stop.toAbortSignal().aborted, true)
})
