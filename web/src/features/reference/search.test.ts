import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relayReference } from '@turnpike/contract/reference/relay-reference'
import { findOperations } from './search.ts'

const found = (query: string) =>
  findOperations(relayReference, query).flatMap(({ operations }) => operations.map(({ id }) => id))

test('an endpoint is found by its path, its title in either language, and its group', () => {
  assert.deepEqual(found('/v1/rerank'), ['rerank'])
  assert.deepEqual(found('transcribe'), ['transcriptions'])
  assert.deepEqual(found('文档重排'), ['rerank'])
  assert.deepEqual(found('DELETE video'), ['delete-video'])
  assert.ok(found('suno').includes('suno-lyrics'))
  assert.deepEqual(found('engines'), ['embeddings'], 'by another address')
})

test('without a query everything is listed, and nonsense finds nothing', () => {
  assert.equal(found(' ').length, relayReference.flatMap(({ operations }) => operations).length)
  assert.deepEqual(found('chat qqqq'), [])
})
