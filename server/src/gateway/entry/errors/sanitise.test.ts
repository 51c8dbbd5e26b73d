import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitiseDetails, sanitiseMessage } from './sanitise.ts'

const shown = (message: string, ...secrets: string[]) => sanitiseMessage(message, secrets)

test('addresses of every kind are taken out', () => {
  for (const address of [
    'https://api.vendor.com/v1/chat?key=1',
    'http://10.0.0.7:8080/x',
    'wss://socket.vendor.ai/live',
    'api.openai.com',
    'gateway.prod.internal:8443',
    'upstream.shop.xyz',
    'localhost:11434',
    '192.168.1.20',
    '192.168.1.20:3000',
    '[2001:db8::1]:443',
    '2001:db8::8a2e:370',
    '::1',
    'fe80:0:0:0:1:2:3:4',
  ])
    assert.equal(shown(`could not reach ${address} in time`), 'could not reach *** in time')
})

test('keys are taken out by their look, their label and their scheme', () => {
  assert.equal(shown('Incorrect API key provided: sk-abc123. Find yours'), 'Incorrect API key provided: *** Find yours')
  assert.equal(shown('Incorrect API key provided: 0123456789.'), 'Incorrect API key provided: ***')
  assert.equal(shown('api_key=abcdef is wrong'), 'api_key=*** is wrong')
  assert.equal(shown('{"token": "abcdef"}'), '{"token": "***"}')
  assert.equal(shown('bad header Authorization: Bearer abc.def.ghi'), 'bad header Authorization: ***')
  assert.equal(shown('got Bearer abc.def.ghi instead'), 'got Bearer *** instead')
  assert.equal(shown('key AIzaSyA1234567890abcdef is gone'), 'key *** is gone')
  assert.equal(shown('organisation org-A1b2C3d4 is suspended'), 'organisation *** is suspended')
  assert.equal(shown('quota of projects/481516 exceeded'), 'quota of *** exceeded')
})

test('what equals a secret of the channel is taken out, whatever it looks like', () => {
  assert.equal(shown('you sent hunter2-4711', 'hunter2-4711'), 'you sent ***')
  assert.equal(
    shown('no route to ollama-box', 'http://ollama-box:11434', 'ollama-box:11434', 'ollama-box'),
    'no route to ***',
  )
})

test('words about a request stay as they are', () => {
  for (const message of [
    "This model's maximum context length is 4096 tokens. You asked for 5000 tokens.",
    'generationConfig.maxOutputTokens must be at least 1',
    "Invalid value for 'messages[0].content': expected a string.",
    'Unexpected token < in JSON at position 0',
    'The model `gpt-3.5-turbo` does not exist',
    'temperature: 2.5 is more than 2',
    'Retry at 12:30:45',
  ])
    assert.equal(shown(message), message)
})

test('control characters become blanks, and nothing is longer than a sentence may be', () => {
  assert.equal(shown('one\r\ntwo\u0000three'), 'one two three')
  assert.equal(shown('x'.repeat(10_000)).length, 501)
})

test('details keep their members, and no text in them tells a secret', () => {
  const details = { error_code: 'thread_not_found', unsupported: ['thinking'], limit: 4, isHard: true, none: null }
  assert.deepEqual(sanitiseDetails(details, []), details)
  const leaking = {
    key: 'my-secret-key',
    nested: { list: [{ at: 'https://api.vendor.com/x' }] },
    'my-secret-key': 1,
    'a sentence': 2,
  }
  assert.deepEqual(sanitiseDetails(leaking, ['my-secret-key']), { key: '***', nested: { list: [{ at: '***' }] } })
})

test('details that are long or deep are cut', () => {
  const wide = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`m${at}`, at]))
  assert.ok(Object.keys(sanitiseDetails(wide, [])).length <= 20)
  let deep: object = { end: 'x' }
  for (let level = 0; level < 50; level++) deep = { deep }
  assert.ok(JSON.stringify(sanitiseDetails({ deep }, [])).length < 100)
  const { list } = sanitiseDetails({ list: Array(999).fill('x') }, []) as { list: string[] }
  assert.equal(list.length, 20)
})
