import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { offeredUpstreams } from './offered-upstreams.ts'

test("every living channel type that can be called is named once, except endpoints of one's own", () => {
  const living = channelTypeOrder.filter((type) => type !== 8 && type !== 58 && !channelTypes[type].retired)
  assert.deepEqual(offeredUpstreams(channelTypeOrder).sort(), living.map((type) => channelTypes[type].label).sort())
  assert.deepEqual(offeredUpstreams([14, 1, 8, 999]), ['OpenAI', 'Anthropic Claude'])
  assert.deepEqual(offeredUpstreams([]), [])
})

test('upstreams for chat come before drawing and music', () => {
  assert.deepEqual(offeredUpstreams([2, 36, 14]), ['Anthropic Claude', 'Midjourney Proxy', 'Suno'])
})
