import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropicDialect } from './anthropic-dialect.ts'
import { eventsOf } from './testing.ts'

const error = (status: number) => ({ status, message: 'words', type: 'new_api_error', code: 'c', requestId: 'req_1' })

test('an error has the type that belongs to its status', () => {
  const types: [number, string][] = [
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [402, 'billing_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [408, 'timeout_error'],
    [409, 'conflict_error'],
    [413, 'request_too_large'],
    [415, 'invalid_request_error'],
    [422, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [502, 'api_error'],
    [503, 'overloaded_error'],
    [504, 'timeout_error'],
    [529, 'overloaded_error'],
  ]
  for (const [status, type] of types)
    assert.deepEqual(anthropicDialect.error(error(status)), {
      type: 'error',
      error: { type, message: 'words' },
      request_id: 'req_1',
    })
})

test('in a stream it is an event of its own', () => {
  assert.deepEqual(eventsOf(anthropicDialect.streamError(error(529))), [anthropicDialect.error(error(529))])
})
