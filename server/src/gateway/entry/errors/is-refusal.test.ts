import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relayRefusals } from '@turnpike/contract/relay-refusals'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { isRefusal } from './is-refusal.ts'
import { Refusal, type RefusalCode } from './refusals.ts'

const refuses = (code: RefusalCode) => isRefusal(new Refusal(code))
const failsWith = (kind: FailureKind, status = 400) => new UpstreamFailure(kind, { status, message: 'no' })

test('a used-up balance, a banned user, a rate limit and a bad request are refusals', () => {
  for (const code of [
    'insufficient_user_quota',
    'pre_consume_token_quota_failed',
    'user_banned',
    'model_not_allowed',
    'rate_limited',
    'limit_reached',
    'invalid_request',
    'model_not_found',
  ] as const)
    assert.ok(refuses(code), code)
  for (const kind of ['bad_request', 'content_refused', 'too_long'] as const)
    assert.ok(isRefusal(failsWith(kind)), kind)
})

test('what the provider, the channels or this server did wrong is a failure', () => {
  for (const code of ['no_available_channel', 'channels_busy', 'upstream_failed', 'database_error'] as const)
    assert.ok(!refuses(code), code)
  for (const kind of ['bad_key', 'no_balance', 'rate_limited', 'overloaded', 'timeout', 'no_model'] as const)
    assert.ok(!isRefusal(failsWith(kind)), kind)
  assert.ok(!isRefusal(new TypeError('a bug')))
})

test('a refusal with a status of servers is one that a client can mend, or that an administrator made', () => {
  const codes = Object.keys(relayRefusals) as RefusalCode[]
  assert.deepEqual(
    codes.filter((code) => relayRefusals[code].status >= 500 && refuses(code)),
    ['call_cancelled', 'not_supported', 'api_not_implemented'],
  )
})
