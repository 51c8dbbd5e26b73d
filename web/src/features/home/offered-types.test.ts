import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { offeredTypes } from './offered-types.ts'

test('every living channel type is listed once and no retired one', () => {
  const living = channelTypeOrder.filter((type) => !channelTypes[type].retired)
  assert.deepEqual(offeredTypes.map(({ type }) => type).sort(), [...living].sort())
})

test('the list begins with OpenAI and ends with the visitor’s own endpoint, the only one without a name', () => {
  assert.equal(offeredTypes[0]?.label, 'OpenAI')
  assert.deepEqual(
    offeredTypes.flatMap(({ label }, index) => (label === undefined ? [index] : [])),
    [offeredTypes.length - 1],
  )
})
