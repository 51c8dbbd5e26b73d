import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider } from '../providers/provider.ts'
import type { Channel } from './channel.ts'
import { Cooldown } from './cooldown.ts'
import { explainChannels, type RouteChoice } from './explain.ts'
import type { RouteRequest } from './left-out.ts'
import { routeFacts } from './route-facts.ts'
import { buildRoutes, chooseChannel, narrowTiers, tiersOfModel } from './routing.ts'
import type { OffChannel, Snapshot } from './snapshot.ts'

const now = 1000
const clock = () => now
const chats = { chat: {} } as unknown as Provider
const embeds = { single: { embeddings: {} } } as unknown as Provider

const channel = (id: number, more: Partial<Channel> = {}): Channel =>
  ({
    ...{ id, name: `channel ${id}`, priority: 0, weight: 0, models: ['m'], groups: ['default'], inputTokensMax: 0 },
    ...{
      provider: chats,
      isRetired: false,
      cooldown: new Cooldown(id),
      keys: undefined,
      keyId: 0,
      inTurn: false,
      ...more,
    },
  }) as Channel

const off = (id: number, why: OffChannel['why'], group = 'default'): OffChannel => ({
  ...{ id, name: `channel ${id}`, type: 1, priority: 0, weight: 0, models: 'x, m', group, why },
})

function snapshotOf(channels: Channel[], offChannels: OffChannel[] = []): Snapshot {
  const living = channels.filter(({ isRetired }) => !isRetired)
  const groups = [...new Set(living.flatMap((each) => each.groups))]
  return {
    options: { GroupRatio: { default: 1, vip: 1 } },
    channels: new Map(channels.map((each) => [each.id, each])),
    offChannels,
    routes: buildRoutes(living),
    retiredRoutes: buildRoutes(channels.filter(({ isRetired }) => isRetired)),
    modelsOfGroup: new Map(groups.map((group) => [group, []])),
  } as unknown as Snapshot
}

const byWeight: RouteChoice = { rank: undefined, measured: 0, tries: 3, clock }
const call: RouteRequest = { group: 'default', model: 'm', promptTokens: 100 }

const explain = (snapshot: Snapshot, sent: RouteRequest = call, how: RouteChoice = byWeight) =>
  explainChannels(snapshot, sent, how).map(({ channel: { id }, state, reasons }) => [
    id,
    state,
    ...reasons.map(({ code }) => code),
  ])

const coolingDown = (id: number, until: number, more: Partial<Channel> = {}): Channel => {
  const made = channel(id, more)
  made.cooldown.until = until
  return made
}

test('every channel that names the model is listed with its reasons, those that are used first', () => {
  const snapshot = snapshotOf(
    [
      channel(1),
      channel(2, { groups: ['vip'] }),
      channel(3, { inputTokensMax: 50 }),
      channel(4, { provider: embeds }),
      channel(5, { isRetired: true }),
      coolingDown(6, 2000),
      channel(7, { priority: -1 }),
      channel(8, { models: ['other'] }),
      coolingDown(9, now),
    ],
    [off(20, 'disabled'), off(21, 'auto_disabled', 'vip'), off(22, 'no_keys'), off(23, 'unknown_type')],
  )
  const sent = { ...call, needs: (provider: Provider) => provider.chat !== undefined }
  assert.deepEqual(explain(snapshot, sent), [
    [1, 'first'],
    [9, 'first', 'trial'],
    [6, 'later', 'paused'],
    [7, 'later', 'lower_priority'],
    [3, 'never', 'prompt_too_large'],
    [4, 'never', 'path_unsupported'],
    [5, 'never', 'retired'],
    [20, 'never', 'disabled'],
    [22, 'never', 'no_keys'],
    [23, 'never', 'unknown_type'],
    [2, 'never', 'other_group'],
    [21, 'never', 'auto_disabled', 'other_group'],
  ])
})

test('a channel with the folded name is left out while another has the exact one', () => {
  const dated = 'gpt-4o-gizmo-x'
  const folded = channel(1, { models: ['gpt-4o-gizmo-*'] })
  assert.deepEqual(explain(snapshotOf([folded]), { ...call, model: dated }), [[1, 'first']])
  assert.deepEqual(explain(snapshotOf([folded, channel(2, { models: [dated] })]), { ...call, model: dated }), [
    [2, 'first'],
    [1, 'never', 'model_not_listed'],
  ])
})

test('while all channels are cooling down, one of them is called', () => {
  const explained = explainChannels(snapshotOf([coolingDown(1, 2000), coolingDown(2, 3000)]), call, byWeight)
  assert.deepEqual(
    explained.map(({ state, chance, reasons }) => [state, chance, reasons]),
    [
      ['first', 0.5, [{ code: 'paused', until: 2000 }]],
      ['first', 0.5, [{ code: 'paused', until: 3000 }]],
    ],
  )
})

test('a pinned channel is called whatever its group, size and cooldown, and no other is', () => {
  const pinned = coolingDown(1, 2000, { groups: ['vip'], models: ['other'], inputTokensMax: 1 })
  const explained = explain(snapshotOf([pinned, channel(2)]), { ...call, pinned: 1 })
  assert.deepEqual(explained, [
    [1, 'first', 'paused'],
    [2, 'never', 'not_pinned'],
  ])
})

test('keys say which share of the calls they get; a turn passes the share of a closed key to the next', () => {
  const key = (keyId: number, until = 0) => {
    const keyCooldown = new Cooldown(1, keyId)
    keyCooldown.until = until
    return channel(1, { keyId, keyCooldown })
  }
  const keys = [key(1), key(2, 2000), key(3)]
  const shares = (inTurn: boolean) =>
    explainChannels(snapshotOf([channel(1, { keys, inTurn })]), call, byWeight).map(({ keyShares }) => [...keyShares])
  assert.deepEqual(shares(false), [
    [
      [1, 0.5],
      [3, 0.5],
    ],
  ])
  assert.deepEqual(
    shares(true)[0]?.map(([id, share]) => [id, Math.round((share ?? 0) * 3)]),
    [
      [1, 1],
      [3, 2],
    ],
  )
  const closed = [key(1, 2000), key(2, 1500)]
  const waiting = snapshotOf([channel(1, { keys: closed }), channel(2)])
  const [, second] = explainChannels(waiting, call, byWeight)
  assert.deepEqual(
    [second?.channel.id, second?.state, second?.reasons],
    [1, 'later', [{ code: 'keys_paused', until: 1500 }]],
  )
})

test('the record of a call that went wrong names the channels that were not tried, those of other groups last', () => {
  const snapshot = snapshotOf(
    [channel(1), channel(2, { groups: ['vip'] }), channel(3), coolingDown(4, 2000)],
    [off(5, 'auto_disabled')],
  )
  assert.deepEqual(routeFacts(snapshot, call, [1], clock), [
    [3, 'not_tried'],
    [4, 'paused'],
    [5, 'auto_disabled'],
    [2, 'other_group'],
  ])
  const many = snapshotOf(Array.from({ length: 501 }, (_, id) => channel(id + 1)))
  assert.deepEqual(routeFacts(many, call, [], clock), [], 'too many to look through')
  assert.equal(routeFacts(snapshotOf([...many.channels.values()].slice(0, 30)), call, [], clock).length, 20)
})

/** The same numbers in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test('over random channels, draws go where the explanation says, as often as it says', () => {
  const random = numbersFrom(7)
  const upTo = (max: number) => Math.floor(random() * max)
  const oneOf = <Value>(...values: Value[]): Value => values[upTo(values.length)] as Value // never empty
  const draws = 2000
  for (let round = 0; round < 150; round++) {
    const channels = Array.from({ length: 1 + upTo(7) }, (_, index) => {
      const made = channel(index + 1, {
        priority: upTo(3),
        weight: oneOf(0, 5, 40),
        groups: [oneOf('default', 'default', 'default', 'vip')],
        inputTokensMax: oneOf(0, 0, 0, 50),
        provider: oneOf(chats, chats, chats, embeds),
        isRetired: oneOf(false, false, false, false, true),
      })
      made.cooldown.until = oneOf(0, 0, 0, now, 2000)
      return made
    })
    const figures = new Map(channels.map(({ id }) => [id, oneOf(undefined, 100, 105, 300)]))
    const rank = oneOf(undefined, { of: ({ id }: Channel) => figures.get(id), tolerance: oneOf(1, 1.1) })
    const needs = oneOf(undefined, (provider: Provider) => provider.chat !== undefined)
    const isNoLoss = oneOf(undefined, undefined, ({ weight }: Channel) => weight < 40)
    const measured = oneOf(0, 0.1)
    const snapshot = snapshotOf(channels)
    const sent = { ...call, needs, isNoLoss }
    const explained = explainChannels(snapshot, sent, { rank, measured, tries: 3, clock })

    let tiers = tiersOfModel(snapshot.routes, 'default', 'm')
    if (needs) tiers = narrowTiers(tiers, ({ provider }) => needs(provider))
    if (isNoLoss) tiers = narrowTiers(tiers, isNoLoss)
    const counts = new Map<number, number>()
    const tryOf = new Map<number, number>()
    const dropped = new Set(explained.filter(({ state }) => state === 'never').map((each) => each.channel.id))
    for (let draw = 0; draw < draws; draw++) {
      const tried: number[] = []
      for (let attempt = 0; attempt < 3; attempt++) {
        const by = rank && random() < measured ? undefined : rank
        const choice = { tiers, attempt, tried, triedKeys: [], promptTokens: 100, random, clock, rank: by }
        const chosen = chooseChannel(choice)
        if (!chosen) break
        assert.ok(!dropped.has(chosen.id), `round ${round}: channel ${chosen.id} was to be left out`)
        if (attempt === 0) counts.set(chosen.id, (counts.get(chosen.id) ?? 0) + 1)
        tryOf.set(chosen.id, Math.min(tryOf.get(chosen.id) ?? attempt + 1, attempt + 1))
        tried.push(chosen.id)
      }
    }
    for (const { channel: each, chance, fromTry, state } of explained) {
      const seen = (counts.get(each.id) ?? 0) / draws
      assert.ok(
        Math.abs(seen - chance) < 0.06,
        `round ${round}: channel ${each.id} was said ${chance} and seen ${seen}`,
      )
      assert.equal(state === 'first', chance > 0)
      if (!rank || measured === 0) assert.equal(fromTry, tryOf.get(each.id) ?? 0, `round ${round}: channel ${each.id}`)
    }
    const sum = explained.reduce((total, { chance }) => total + chance, 0)
    assert.ok(tiers.length === 0 || sum === 0 || Math.abs(sum - 1) < 1e-9)
  }
})
