import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChannelCost, isModelCost } from './channel-cost.ts'

const text = { input: 1.25, output: 10 }
const lengths = [{ above: 200_000, ratio: 2, completion_ratio: 6 }]

test('a list has a price for every kind of token, and tiers as a price has them', () => {
  const lines = {
    cache_read: 0.125,
    cache_write: 0,
    image_input: 2.5,
    image_output: 30,
    audio_input: 3,
    audio_output: 12,
  }
  const times = { zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', factor: 0.5 }] }
  const tiers = { lengths, services: { priority: { ratio: 2 }, flex: { ratio: 0.5 } }, times }
  for (const cost of [text, { ...text, ...lines }, { ...text, tiers }, { ...text, ...lines, tiers }, { call: 0.04 }])
    assert.ok(isModelCost(cost), JSON.stringify(cost))
  assert.ok(isChannelCost({ kind: 'prices', prices: { 'gemini-3-pro': { ...text, tiers } } }))
})

test('a list with a wrong price or tier is refused', () => {
  const wrong = [
    { input: 1 },
    { ...text, cache_read: -1 },
    { ...text, image_output: 0.0000001 },
    { ...text, audio_input: '3' },
    { ...text, video_input: 1 },
    { call: 1, tiers: { lengths } },
    { ...text, tiers: null },
    { ...text, tiers: { lengths: [{ above: 0, ratio: 2 }] } },
    { ...text, tiers: { services: { turbo: { ratio: 2 } } } },
    { ...text, tiers: { times: { zone: 'Moon/Crater', spans: [{ from: '00:00', to: '01:00', factor: 1 }] } } },
  ]
  for (const cost of wrong) assert.equal(isModelCost(cost), false, JSON.stringify(cost))
})

test('prices that are no multiples of the input price have no tiers', () => {
  assert.equal(isModelCost({ input: 0, output: 10, tiers: { lengths } }), false)
  assert.equal(isModelCost({ input: 0.0001, output: 10, tiers: { lengths } }), true)
  assert.equal(isModelCost({ ...text, audio_input: 0, audio_output: 12, tiers: { lengths } }), false)
  assert.equal(isModelCost({ ...text, audio_input: 0, audio_output: 12 }), true)
  assert.equal(isModelCost({ input: 900_000, output: 0.01, tiers: { lengths } }), false)
})
