import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '../../lib/api/call.ts'
import { draw } from '../../lib/test/draw.ts'
import { ErrorState } from './error-state.tsx'
import { NoMatch } from './no-match.tsx'

test('a failure says why, and has a button only where another try is possible', () => {
  const error = new Error('Unable to connect to server')
  assert.equal(draw(ErrorState, { error }).text, 'Unable to connect to server')
  assert.equal(draw(ErrorState, { error, onRetry() {} }).text, 'Unable to connect to server Try again')
})

test('a refusal of the server shows the id of its request, to be copied', () => {
  const { text, tags } = draw(ErrorState, { error: new CallError('Not now', { status: 503, requestId: 'req-17' }) })
  assert.match(text, /^Not now Request req-17/)
  assert.ok(tags('button').some((tag) => tag.includes('Copy')))
})

test('a list without a match names the filters and offers to clear them', () => {
  const props = { title: 'No channels match', filters: 'group vip', onClear() {} }
  assert.equal(draw(NoMatch, props).text, 'No channels match group vip Clear filters')
})
