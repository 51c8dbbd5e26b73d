import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { readResponse } from '../../../test/harness/raw-http.ts'
import { rejectMalformedRequest } from './malformed-request.ts'

/** The response to a client, and how the connection ends. */
function responseTo(code: string, { writable = true } = {}) {
  const written: string[] = []
  const endings: string[] = []
  const socket = {
    writable,
    write: (text: string) => written.push(text),
    destroySoon: () => endings.push('after the response'),
    destroy: () => endings.push('at once'),
  }
  rejectMalformedRequest(Object.assign(new Error('x'), { code }), socket as unknown as Socket)
  return { text: written.join(''), endings }
}

test('whoever is too slow is told so, and whoever sends nonsense as well; then the connection closes', () => {
  for (const [code, status] of [
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_HEADER_OVERFLOW', 400],
    ['HPE_INVALID_METHOD', 400],
    ['', 400],
  ] as const) {
    const { text, endings } = responseTo(code)
    const response = readResponse(text)
    assert.equal(response.status, status, code)
    assert.equal(response.headers.get('connection'), 'close')
    assert.equal(Number(response.headers.get('content-length')), Buffer.byteLength(response.body))
    assert.equal(JSON.parse(response.body).success, false)
    assert.deepEqual(endings, ['after the response'])
  }
})

test('a client that is gone gets no response', () => {
  assert.deepEqual(responseTo('ECONNRESET'), { text: '', endings: ['at once'] })
  assert.deepEqual(responseTo('HPE_INVALID_METHOD', { writable: false }), { text: '', endings: ['at once'] })
})
