import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relayRefusals } from '@turnpike/contract/relay-refusals'
import { adviceFor, headlineFor, messageOf } from './refusal-advice.ts'

const error = (code: string, status = 400, message = 'words') => ({ code, status, message })

test('every refusal of the relay has an advice of its own', () => {
  for (const [code, { status }] of Object.entries(relayRefusals))
    assert.equal(typeof adviceFor(error(code, status)), 'string', code)
  assert.equal(adviceFor(error('insufficient_user_quota', 403)), 'topUp')
  assert.equal(adviceFor(error('no_available_channel', 503)), 'chooseModel')
})

test('a lost session is told as such whatever its code', () => {
  assert.equal(adviceFor(error('not_signed_in', 401)), 'signIn')
  assert.equal(headlineFor(error('session_expired', 401)), 'sessionExpired')
})

test('an error of an upstream has words of ours above its own', () => {
  assert.equal(headlineFor(error('some_vendor_code', 400)), 'upstreamRefused')
  assert.equal(headlineFor(error('some_vendor_code', 500)), 'upstreamFailed')
  assert.equal(adviceFor(error('some_vendor_code', 400)), 'checkSettings')
  assert.equal(adviceFor(error('some_vendor_code', 500)), 'retry')
  assert.equal(adviceFor(error('other', 429)), 'wait')
  assert.equal(headlineFor(error('invalid_request', 400)), 'requestRefused')
  assert.equal(headlineFor(error('insufficient_user_quota', 403)), undefined)
})

test('an error inside a stream has the vendors’ codes and the relay’s own words', () => {
  assert.equal(adviceFor(error('insufficient_quota', 200)), 'topUp')
  assert.equal(headlineFor(error('insufficient_quota', 200)), undefined)
  assert.equal(adviceFor(error('insufficient_quota', 502)), 'retry', 'it is the channel that has no balance')
})

test('names that every object has are no codes', () => {
  assert.equal(adviceFor(error('constructor', 500)), 'retry')
})

test('the request id is not part of the sentence', () => {
  assert.equal(messageOf(error('x', 400, 'No money (request id: 2026abc)')), 'No money')
})
