import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRequestId } from '../../../../server/src/http/request-id.ts'
import { requestIdIn } from './request-id.ts'

test('a request id is found alone and in the message of an error', () => {
  const id = newRequestId()
  assert.equal(requestIdIn(id), id)
  assert.equal(requestIdIn(`The channel is overloaded (request id: ${id})`), id)
  assert.equal(requestIdIn(`x${id}`), undefined)
  assert.equal(requestIdIn('20260101'), undefined)
})
