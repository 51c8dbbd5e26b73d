import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import type { FailureKind } from '../../forms/failure.ts'
import { geminiFailure } from './failure.ts'

const refusal = (code: number, status: string, message = 'no', details: JsonObject[] = []) => ({
  error: { code, message, status, details },
})
const info = (reason: string) => ({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason })
const retry = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
const quota = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId }],
})
const quotaMessage = 'You exceeded your current quota, please check your plan and billing details.'

const rows: [what: string, status: number, body: JsonObject, kind: FailureKind, code: string][] = [
  ['a bad argument', 400, refusal(400, 'INVALID_ARGUMENT'), 'bad_request', 'invalid_argument'],
  [
    'a key that is none',
    400,
    refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [info('API_KEY_INVALID')]),
    'bad_key',
    'API_KEY_INVALID',
  ],
  [
    'a country',
    400,
    refusal(400, 'FAILED_PRECONDITION', 'User location is not supported'),
    'no_permission',
    'failed_precondition',
  ],
  ['credit gone', 402, refusal(402, 'RESOURCE_EXHAUSTED'), 'no_balance', 'resource_exhausted'],
  ['a permission', 403, refusal(403, 'PERMISSION_DENIED'), 'no_permission', 'permission_denied'],
  [
    "a file of someone else's, which is no fault of the key",
    403,
    refusal(403, 'PERMISSION_DENIED', 'You do not have permission to access the File abc or it may not exist.'),
    'no_permission',
    'permission_denied',
  ],
  [
    'a leaked key',
    403,
    refusal(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'),
    'bad_key',
    'permission_denied',
  ],
  [
    'the API switched off',
    403,
    refusal(403, 'PERMISSION_DENIED', 'off', [info('SERVICE_DISABLED')]),
    'bad_key',
    'SERVICE_DISABLED',
  ],
  [
    'billing switched off',
    403,
    refusal(403, 'PERMISSION_DENIED', 'off', [info('BILLING_DISABLED')]),
    'no_balance',
    'BILLING_DISABLED',
  ],
  [
    'a suspended account',
    403,
    refusal(403, 'PERMISSION_DENIED', 'x', [info('CONSUMER_SUSPENDED')]),
    'bad_key',
    'CONSUMER_SUSPENDED',
  ],
  ['an unknown model', 404, refusal(404, 'NOT_FOUND'), 'no_model', 'not_found'],
  ['a busy minute', 429, refusal(429, 'RESOURCE_EXHAUSTED', quotaMessage), 'rate_limited', 'resource_exhausted'],
  [
    'a used up day',
    429,
    refusal(429, 'RESOURCE_EXHAUSTED', quotaMessage, [quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier')]),
    'no_balance',
    'resource_exhausted',
  ],
  ['a client that left', 499, refusal(499, 'CANCELLED'), 'bad_request', 'cancelled'],
  ['an inner error', 500, refusal(500, 'INTERNAL'), 'overloaded', 'internal'],
  ['overload', 503, refusal(503, 'UNAVAILABLE', 'The model is overloaded.'), 'overloaded', 'unavailable'],
  ['a deadline', 504, refusal(504, 'DEADLINE_EXCEEDED'), 'timeout', 'deadline_exceeded'],
  [
    'too long a prompt',
    400,
    refusal(
      400,
      'INVALID_ARGUMENT',
      'The input token count (2000) exceeds the maximum number of tokens allowed (1000).',
    ),
    'too_long',
    'invalid_argument',
  ],
]
for (const [what, status, body, kind, code] of rows) {
  test(`failure: ${what}`, () => {
    const failure = geminiFailure(status, body)
    assert.deepEqual([failure.kind, failure.code], [kind, code])
  })
  test(`failure inside a response: ${what}`, () => {
    assert.equal(geminiFailure(200, [body]).kind, kind)
  })
}

test('a bad key is told as 401 although Google says 400', () => {
  assert.equal(geminiFailure(400, refusal(400, 'INVALID_ARGUMENT', 'x', [info('API_KEY_INVALID')])).status, 401)
  assert.equal(geminiFailure(400, refusal(400, 'INVALID_ARGUMENT')).status, 400)
})

test('the type is one that clients of OpenAI know', () => {
  assert.equal(geminiFailure(400, refusal(400, 'INVALID_ARGUMENT')).type, 'invalid_request_error')
  assert.equal(geminiFailure(429, refusal(429, 'RESOURCE_EXHAUSTED')).type, 'rate_limit_error')
  assert.equal(geminiFailure(503, refusal(503, 'UNAVAILABLE')).type, 'server_error')
})

test('how long to wait is said in the body, else in a header', () => {
  const busy = (delay: string) => refusal(429, 'RESOURCE_EXHAUSTED', 'no', [retry(delay)])
  assert.equal(geminiFailure(429, busy('34s')).retryAfterSeconds, 34)
  assert.equal(geminiFailure(429, busy('1.5s'), { 'retry-after': '9' }).retryAfterSeconds, 1.5)
  assert.equal(geminiFailure(429, busy('soon'), { 'retry-after': '9' }).retryAfterSeconds, 9)
  assert.equal(geminiFailure(429, busy('soon')).retryAfterSeconds, undefined)
})

test('a used up day is over at midnight in California', () => {
  const body = refusal(429, 'RESOURCE_EXHAUSTED', 'no', [quota('XPerDayY'), retry('34s')])
  const waitAt = (date: string) => geminiFailure(429, body, { date }).retryAfterSeconds
  assert.equal(waitAt('Wed, 15 Jul 2026 06:59:00 GMT'), 60) // UTC−7 in summer
  assert.equal(waitAt('Wed, 14 Jan 2026 07:00:00 GMT'), 3600) // UTC−8 in winter
  assert.equal(geminiFailure(429, body).retryAfterSeconds, undefined)
})

test('what is no error of Google is read as any other', () => {
  assert.equal(geminiFailure(502, '<html>').message, 'bad response status code 502')
  assert.equal(geminiFailure(401, { message: 'who?' }).kind, 'bad_key')
  assert.equal(geminiFailure(500, null).kind, 'overloaded')
  for (const error of [{}, { code: 'x', status: 5, details: 'y' }, { code: 200, details: [null, { '@type': 7 }] }])
    assert.equal(geminiFailure(503, { error }).kind, 'overloaded')
})
