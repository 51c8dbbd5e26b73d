import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpChunk, joined, lastChunk } from './http-chunk.ts'

test('a chunk says its length in bytes, not in characters', () => {
  assert.equal(String(httpChunk('né漢')), '6\r\nné漢\r\n')
  assert.equal(String(httpChunk(Buffer.from('né漢'))), '6\r\nné漢\r\n')
  assert.equal(String(httpChunk(Buffer.alloc(26, 'x'))), `1a\r\n${'x'.repeat(26)}\r\n`)
})

test('pieces of any kind become one', () => {
  assert.equal(joined([]), '')
  assert.equal(joined(['a', 'é']), 'aé')
  assert.equal(String(joined(['é', Buffer.from('b'), lastChunk])), 'éb0\r\n\r\n')
})
