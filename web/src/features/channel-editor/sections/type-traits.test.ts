import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayChoose, offeredTypes } from './type-traits.ts'

const palm = 11 // shut down
const unknown = 999

test('a type that is shut down is offered only to the channel that has it', () => {
  assert.equal(offeredTypes(1).includes(palm), false)
  assert.equal(offeredTypes(palm)[0], palm)
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
