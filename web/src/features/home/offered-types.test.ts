import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { offeredTypes } from './offered-types.ts'

test('every living channel type that can be called is listed once, and no other', () => {
  const living = channelTypeOrder.filter((type) => !channelTypes[type].retired)
  assert.deepEqual(
    offeredTypes(channelTypeOrder)
      .map(({ type }) => type)
      .sort(),
    [...living].sort(),
  )
  assert.deepEqual(
    offeredTypes([14, 1, 999]).map(({ label }) => label),
    ['OpenAI', 'Anthropic Claude'],
  )
  assert.deepEqual(offeredTypes([]), [])
})

test('the list begins with OpenAI and ends with the visitor’s own endpoint, the only one without a name', () => {
  const offered = offeredTypes(channelTypeOrder)
  assert.equal(offered[0]?.label, 'OpenAI')
  assert.deepEqual(
    offered.flatMap(({ label }, index) => (label === undefined ? [index] : [])),
    [offered.length - 1],
  )
})
