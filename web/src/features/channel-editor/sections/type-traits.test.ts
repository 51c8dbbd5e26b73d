import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasShutDown, mayChoose, offeredTypes } from './type-traits.ts'

const palm = 11 // shut down
const unknown = 999

test('every type is offered, also one whose default address was shut down', () => {
  assert.ok(offeredTypes(1).includes(palm))
  assert.equal(offeredTypes(palm).length, offeredTypes(1).length)
})

test('a channel has an upstream unless it leads to an address that was shut down', () => {
  assert.equal(hasShutDown({ type: palm, base_url: ' ' }), true)
  assert.equal(hasShutDown({ type: palm, base_url: 'https://palm.example' }), false)
  assert.equal(hasShutDown({ type: 1, base_url: '' }), false)
  assert.equal(hasShutDown({ type: unknown, base_url: '' }), false)
})

test('a number nobody knows stays in view', () => {
  assert.equal(offeredTypes(unknown)[0], unknown)
})

test('a type that cannot be called is kept by the channel that has it, and chosen by no other', () => {
  assert.equal(mayChoose(1, undefined, [1, 14]), true)
  assert.equal(mayChoose(17, undefined, [1, 14]), false)
  assert.equal(mayChoose(17, 17, [1, 14]), true)
  assert.equal(mayChoose(17, undefined, undefined), true, 'before the server has said what it can')
})
