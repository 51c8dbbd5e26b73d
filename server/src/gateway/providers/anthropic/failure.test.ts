import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FailureKind } from '../../forms/failure.ts'
import { anthropicFailure } from './failure.ts'

const error = (type: string, message = 'words', details?: object) => ({
  type: 'error',
  error: { type, message, ...(details && { details }) },
  request_id: 'req_u',
})

const cases: [status: number, type: string, kind: FailureKind, code: string][] = [
  [400, 'invalid_request_error', 'bad_request', 'invalid_request_error'],
  [401, 'authentication_error', 'bad_key', 'authentication_error'],
  [402, 'billing_error', 'no_balance', 'insufficient_quota'],
  [403, 'permission_error', 'no_permission', 'permission_error'],
  [404, 'not_found_error', 'no_model', 'model_not_found'],
  [409, 'conflict_error', 'overloaded', 'conflict_error'],
  [413, 'request_too_large', 'too_long', 'context_length_exceeded'],
  [429, 'rate_limit_error', 'rate_limited', 'rate_limit_error'],
  [500, 'api_error', 'overloaded', 'api_error'],
  [504, 'timeout_error', 'timeout', 'timeout_error'],
  [529, 'overloaded_error', 'overloaded', 'overloaded_error'],
]

test('each of its errors has one meaning, as a status or inside a response', () => {
  for (const [status, type, kind, code] of cases)
    for (const said of [status, 200]) {
      const failure = anthropicFailure(said, error(type))
      assert.deepEqual(
        [failure.kind, failure.status, failure.type, failure.code, failure.message],
        [kind, status, type, code, 'words'],
        `${said} ${type}`,
      )
    }
})

test('an empty or closed account is told from a bad request by its words', () => {
  const kinds: [number, object, FailureKind][] = [
    [400, error('invalid_request_error', 'Your credit balance is too low to access the API.'), 'no_balance'],
    [
      400,
      error('invalid_request_error', 'You have reached your specified API usage limits. You will regain'),
      'no_balance',
    ],
    [429, error('rate_limit_error', 'stop', { error_code: 'enforced_spend_limit_reached' }), 'no_balance'],
    [400, error('invalid_request_error', 'This organization has been disabled.'), 'bad_key'],
    [400, error('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'), 'too_long'],
  ]
  for (const [status, body, kind] of kinds)
    assert.equal(anthropicFailure(status, body).kind, kind, JSON.stringify(body))
})

test('how long to wait is passed on', () => {
  assert.equal(anthropicFailure(429, error('rate_limit_error'), { 'retry-after': '12' }).retryAfterSeconds, 12)
})

test('bodies that are no error of its shape are read like any other', () => {
  const bodies: [unknown, string][] = [
    ['<html>', 'bad response status code 502'],
    [null, 'bad response status code 502'],
    [{ error: 'plain' }, 'plain'],
    [{ message: 'other' }, 'other'],
    [{ type: 'error', error: { type: 5, message: ['x'] } }, 'bad response status code 502'],
    [{ error: { type: 'constructor', message: 'odd' } }, 'odd'],
  ]
  for (const [body, message] of bodies) {
    const failure = anthropicFailure(502, body)
    assert.deepEqual([failure.kind, failure.message], ['overloaded', message], JSON.stringify(body))
  }
})

test('a thread that cannot go on is the request’s own trouble, and its details are kept', () => {
  const cases: [status: number, type: string, code: string][] = [
    [404, 'not_found_error', 'thread_not_found'],
    [400, 'invalid_request_error', 'thread_fingerprint_mismatch'],
    [409, 'conflict_error', 'thread_continue_in_flight'],
  ]
  for (const [status, type, error_code] of cases)
    for (const said of [status, 200]) {
      const failure = anthropicFailure(said, error(type, 'words', { error_code, more: 1 }))
      assert.deepEqual(
        [failure.kind, failure.status, failure.details],
        ['bad_request', status, { error_code, more: 1 }],
      )
    }
  assert.equal(anthropicFailure(404, error('not_found_error')).kind, 'no_model')
})

// The wordings are those of other fields and betas: github.com/ericc-ch/copilot-api/issues/217 and
// github.com/anthropics/claude-code/issues/21625, read 2026-11-18.
test('a host without threads gets the code after which the library goes on without one', () => {
  for (const message of [
    'thread: Extra inputs are not permitted',
    'Unexpected value(s) `prompt-caching-scope-2026-01-05`, `message-threads-2026-08-12` for the `anthropic-beta` header.',
  ]) {
    const { kind, details } = anthropicFailure(400, error('invalid_request_error', message))
    assert.deepEqual([kind, details], ['bad_request', { error_code: 'thread_unsupported_request' }], message)
  }
  assert.equal(anthropicFailure(400, error('invalid_request_error', 'threads: x')).details, undefined)
})
