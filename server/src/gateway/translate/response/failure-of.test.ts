import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FailureKind } from '../../forms/failure.ts'
import { failureOf } from './failure-of.ts'

const error = (fields: object) => ({ error: { message: 'words', ...fields } })

const byBody: [number, unknown, FailureKind][] = [
  [429, error({ type: 'tokens', code: 'rate_limit_exceeded' }), 'rate_limited'],
  [429, error({ type: 'insufficient_quota', code: 'insufficient_quota' }), 'no_balance'],
  [429, error({ code: 'billing_hard_limit_reached' }), 'no_balance'],
  [429, error({ code: 'credit_balance_exhausted' }), 'no_balance'],
  [429, error({ code: 'slow_down' }), 'rate_limited'],
  [429, { error: { message: 'You exceeded your current quota, please check' } }, 'no_balance'],
  [403, { message: '账户余额不足' }, 'no_balance'],
  [400, error({ code: 'context_length_exceeded' }), 'too_long'],
  [400, { error: { message: 'exceeded model token limit: 8192' } }, 'too_long'],
  [422, { message: 'maximum context length is 8192 tokens' }, 'too_long'],
  [500, { message: 'failed to compute context length' }, 'overloaded'],
  [429, { message: 'token limit per minute' }, 'rate_limited'],
  [400, { message: 'Your credit balance is too low' }, 'no_balance'],
  [503, { message: 'insufficient balance of power' }, 'overloaded'],
  [400, error({ code: 'content_policy_violation' }), 'content_refused'],
  [400, error({ code: 'unsupported_parameter' }), 'bad_request'],
  [401, error({ code: 'invalid_api_key', type: 'invalid_request_error' }), 'bad_key'],
  [403, error({ code: 'model_not_found' }), 'no_model'],
  [503, error({ code: 'server_is_overloaded' }), 'overloaded'],
  [200, error({ type: 'rate_limit_error' }), 'rate_limited'],
  [200, error({ code: 'constructor', type: 'toString' }), 'overloaded'],
]
test('what a failure means is told by its code and type before its status', () => {
  for (const [status, body, kind] of byBody) assert.equal(failureOf(status, body).kind, kind, JSON.stringify(body))
})

test('a failure without telling words means what its status means', () => {
  const kinds: Record<FailureKind, number[]> = {
    bad_request: [400, 406, 415, 422],
    bad_key: [401],
    no_balance: [402],
    no_permission: [403, 451],
    no_model: [404, 410],
    unsupported: [405, 501],
    network: [407],
    timeout: [408, 504, 524],
    too_long: [413],
    rate_limited: [429],
    overloaded: [301, 409, 424, 500, 502, 503, 520, 529, 599],
    content_refused: [],
    bad_response: [],
  }
  for (const [kind, statuses] of Object.entries(kinds))
    for (const status of statuses) assert.equal(failureOf(status, error({})).kind, kind, String(status))
})

test('a failure inside a stream gets the status its words have', () => {
  const statuses: [string, number][] = [
    ['insufficient_quota', 429],
    ['throttling', 429],
    ['RESOURCE_EXHAUSTED', 429],
    ['authentication_error', 401],
    ['permission_denied', 403],
    ['not_found_error', 404],
    ['invalid_prompt', 400],
    ['content_policy', 400],
    ['overloaded_error', 503],
    ['deadline', 504],
    ['whatever', 500],
  ]
  for (const [word, status] of statuses) {
    assert.equal(failureOf(200, error({ code: word })).status, status, word)
    assert.equal(failureOf(200, error({ type: word })).status, status, word)
  }
})

test('an upstream without types gets the one that fits', () => {
  assert.equal(failureOf(400, { error: 'no' }).type, 'invalid_request_error')
  assert.equal(failureOf(402, { error: 'no' }).type, 'insufficient_quota')
  assert.equal(failureOf(500, { error: 'no' }).type, 'server_error')
  assert.equal(failureOf(404, { error: 'no' }).code, 'model_not_found')
  assert.equal(failureOf(500, { error: 'no' }).code, undefined)
})

test("an upstream's own words win, and become the types clients know", () => {
  const failure = failureOf(429, error({ type: 'exceeded_quota' }), {}, { exceeded_quota: 'no_balance' })
  assert.deepEqual(
    [failure.kind, failure.type, failure.code, failure.status],
    ['no_balance', 'insufficient_quota', 'insufficient_quota', 429],
  )
})

test('a page instead of an error is not shown', () => {
  const failure = failureOf(502, '<html>upstream.internal is down</html>')
  assert.deepEqual(
    [failure.message, failure.type, failure.code],
    ['bad response status code 502', 'upstream_error', 'bad_response_status_code'],
  )
})

test('the upstream says how long to wait, in seconds, milliseconds or as a date', () => {
  const wait = (headers: Record<string, string>) => failureOf(429, error({}), headers).retryAfterSeconds
  assert.equal(wait({ 'retry-after': '7' }), 7)
  assert.equal(wait({ 'retry-after-ms': '1500', 'retry-after': '9' }), 1.5)
  assert.equal(wait({ 'retry-after': 'Mon, 02 Nov 2026 10:00:30 GMT', date: 'Mon, 02 Nov 2026 10:00:00 GMT' }), 30)
  assert.equal(wait({ 'retry-after': 'Mon, 02 Nov 2026 09:00:00 GMT', date: 'Mon, 02 Nov 2026 10:00:00 GMT' }), 0)
  assert.equal(wait({ 'retry-after': '99999999' }), 86400)
  for (const nonsense of ['soon', '-1', '', '1e999']) assert.equal(wait({ 'retry-after': nonsense }), undefined)
})
