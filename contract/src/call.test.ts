import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callOf } from './call.ts'
import { endpoint } from './endpoint.ts'

const list = endpoint('user', 'GET /api/thing/', { summary: 'List things' })
const change = endpoint('user', 'PUT /api/thing/', { summary: 'Change a thing' })
const part = endpoint('admin', 'DELETE /api/thing/{id}/part/{name}', { summary: 'Delete a part' })

test('an endpoint is split into its method and its path', () => {
  assert.deepEqual([part.method, part.path, part.access], ['DELETE', '/api/thing/{id}/part/{name}', 'admin'])
})

test('a call without input is the bare path', () => {
  assert.deepEqual(callOf(list), { method: 'GET', url: '/api/thing/' })
  assert.deepEqual(callOf(list, { query: {} }), { method: 'GET', url: '/api/thing/' })
})

test('parameters take their place in the path and cannot leave it', () => {
  assert.equal(callOf(part, { params: { id: 7, name: 'left' } }).url, '/api/thing/7/part/left')
  assert.equal(
    callOf(part, { params: { id: 7, name: 'a/../b?c#d %' } }).url,
    '/api/thing/7/part/a%2F..%2Fb%3Fc%23d%20%25',
  )
})

test('a query leaves out what is not given and keeps zero and no', () => {
  const query = { keyword: '', group: undefined, p: 0, id_sort: false, model: 'a&b=c d', name: '渠道' }
  const { url } = callOf(list, { query })
  assert.ok(url.startsWith('/api/thing/?'))
  assert.deepEqual(Object.fromEntries(new URLSearchParams(url.slice('/api/thing/?'.length))), {
    p: '0',
    id_sort: 'false',
    model: 'a&b=c d',
    name: '渠道',
  })
})

test('a body is sent as JSON, and an empty one is still a body', () => {
  assert.deepEqual(callOf(change, { body: { id: 7, name: '令牌', quota: undefined } }), {
    method: 'PUT',
    url: '/api/thing/',
    body: '{"id":7,"name":"令牌"}',
  })
  for (const body of ['', 0, false, null]) assert.equal(callOf(change, { body }).body, JSON.stringify(body))
  assert.equal('body' in callOf(change), false)
})
