import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offeredTypes } from './type-traits.ts'

const palm = 11 // shut down
const unknown = 999

test('a type that is shut down is offered only to the channel that has it', () => {
  assert.equal(offeredTypes(1).includes(palm), false)
  assert.equal(offeredTypes(palm)[0], palm)
})

test('a number nobody knows stays in view', () => {
  assert.equal(offeredTypes(unknown)[0], unknown)
})
