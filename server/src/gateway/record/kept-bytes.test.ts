import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptBytes } from './kept-bytes.ts'

test('only the beginning is kept, and all of it is counted', () => {
  let counted = 0
  const kept = new KeptBytes(5, (bytes) => {
    counted += bytes
    return true
  })
  const piece = Buffer.from('abc')
  kept.add(piece)
  piece.fill('x') // the network uses its buffers again
  kept.add('dé')
  kept.add('more')
  assert.deepEqual([kept.size, counted, kept.take().toString('latin1')], [10, 5, 'abcd\u00c3'])
})

test('a body that is counted already takes no more memory unless it is cut', () => {
  const sent: number[] = []
  const room = (bytes: number) => sent.push(bytes) > 0
  const whole = new KeptBytes(8, room)
  whole.addWhole(Buffer.from('12345678'))
  const cut = new KeptBytes(4, room)
  cut.addWhole(Buffer.from('12345678'))
  assert.deepEqual([whole.take().toString(), cut.take().toString(), cut.size, sent], ['12345678', '1234', 8, [4]])
})

test('where there is no memory, nothing more is kept, and the call goes on', () => {
  let isFree = true
  const kept = new KeptBytes(100, () => isFree)
  kept.add('kept')
  isFree = false
  kept.add('not')
  isFree = true
  kept.add('nor this, after a gap')
  assert.deepEqual([kept.take().toString(), kept.size], ['kept', 28])
})
