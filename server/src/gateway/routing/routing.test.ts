import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from './channel.ts'
import { Cooldown } from './cooldown.ts'
import { buildRoutes, type ChannelRank, chooseChannel, tiersFor } from './routing.ts'

const channel = (id: number, priority: number, weight: number, more: Partial<Channel> = {}): Channel =>
  ({
    ...{ id, priority, weight, models: ['m'], groups: ['default'], inputTokensMax: 0, cooldown: new Cooldown(id) },
    ...more,
  }) as Channel

const choose = (
  channels: Channel[],
  about: {
    attempt?: number
    tried?: number[]
    promptTokens?: number
    random?: () => number
    hasFull?: boolean
    rank?: ChannelRank
  },
) =>
  chooseChannel({
    tiers: tiersFor(buildRoutes(channels), 'default', 'm'),
    attempt: 0,
    tried: [],
    triedKeys: [],
    promptTokens: 0,
    random: Math.random,
    clock: () => 1000,
    ...about,
  })?.id

test('weights 0, 10 and 30 get 10, 20 and 40 of 70 draws', () => {
  const channels = [channel(1, 0, 0), channel(2, 0, 10), channel(3, 0, 30)]
  const counts = new Map<number | undefined, number>()
  for (let i = 0; i < 70; i++) {
    const id = choose(channels, { random: () => i / 70 })
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  assert.deepEqual([...counts].sort(), [
    [1, 10],
    [2, 20],
    [3, 40],
  ])
})

test('attempts 0 to 4 over priorities 10, 5, 0 begin in tiers 10, 5, 0, 0, 0', () => {
  const channels = [channel(3, 0, 1), channel(1, 10, 1), channel(2, 5, 1)]
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((attempt) => choose(channels, { attempt })),
    [1, 2, 3, 3, 3],
  )
})

test('no channel is tried twice: lower tiers come next, then what is left above, then nothing', () => {
  const channels = [channel(1, 10, 0), channel(2, 10, 0), channel(3, 5, 0)]
  const tried: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    const id = choose(channels, { attempt, tried: [...tried], random: () => 0 })
    if (id !== undefined) tried.push(id)
  }
  assert.deepEqual(tried, [1, 3, 2])
})

test('a tried channel leaves its share to the others', () => {
  const channels = [channel(1, 0, 0), channel(2, 0, 0), channel(3, 0, 0)]
  const ids = new Set([0, 0.49, 0.51, 0.999].map((draw) => choose(channels, { tried: [2], random: () => draw })))
  assert.deepEqual([...ids], [1, 3])
})

test('a channel whose input limit is below the prompt is passed over', () => {
  const channels = [channel(1, 10, 0, { inputTokensMax: 100 }), channel(2, 0, 0)]
  assert.equal(choose(channels, { promptTokens: 100 }), 1)
  assert.equal(choose(channels, { promptTokens: 101 }), 2)
})

test('groups and models that nobody serves have no channel', () => {
  const routes = buildRoutes([channel(1, 0, 0, { groups: ['vip'], models: ['constructor'] })])
  assert.equal(tiersFor(routes, 'default', 'constructor').length, 0)
  assert.equal(tiersFor(routes, 'vip', 'toString').length, 0)
  assert.equal(tiersFor(routes, 'vip', 'constructor').length, 1)
})

test('by a figure, the lowest of a tier is chosen, those nearly as low share by weight, and unknown ones get nothing', () => {
  const times = new Map([
    [1, 400],
    [2, 105],
    [3, 100],
  ])
  const rank: ChannelRank = { of: ({ id }) => times.get(id), tolerance: 1.1 }
  const channels = [1, 2, 3, 4].map((id) => channel(id, 0, 0))
  const chosen = new Set(Array.from({ length: 40 }, (_, i) => choose(channels, { rank, random: () => i / 40 })))
  assert.deepEqual(chosen, new Set([2, 3]))
  assert.equal(choose(channels, { rank, tried: [2, 3] }), 1)
  assert.equal(choose(channels, { rank, tried: [1, 2, 3] }), 4, 'when nothing is known, the weight decides')
})

test('a channel in cooldown is left out while another one can be called, also one of a lower priority', () => {
  const coolingDown = channel(1, 5, 0)
  coolingDown.cooldown.until = 2000
  const other = channel(2, 0, 0)
  assert.equal(choose([coolingDown, other], {}), 2)
  assert.equal(choose([coolingDown], {}), 1)
  assert.equal(choose([coolingDown, other], { tried: [2], hasFull: true }), undefined, 'the other one is only full')
  coolingDown.cooldown.until = 1000
  assert.equal(choose([coolingDown, other], {}), 1, 'its cooldown is over')
})
