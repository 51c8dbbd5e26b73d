import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editionBefore, shippedEdition } from './edition.ts'

test('the edition has a day', async () => {
  assert.match(shippedEdition.day, /^20\d\d-\d\d-\d\d$/)
  assert.deepEqual(await editionBefore(), {})
})
