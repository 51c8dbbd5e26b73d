import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listedModelsMax, type WatchSetting } from '@turnpike/contract/routing/model-lists'
import { compareList } from './compare-list.ts'
import { judgeList } from './judge-list.ts'
import { type KnownName, knownText, readKnown } from './known-names.ts'
import { ignoredBy, matcherOf } from './model-pattern.ts'
import { servedModels } from './served-models.ts'

const mode = (mode: WatchSetting['mode'], patterns: string[] = []): WatchSetting => ({ mode, hours: 1, patterns })

/** A channel whose list is read again and again. */
function channelOf(models: string, { setting = mode('propose'), mapping = {} as object } = {}) {
  const channel = {
    models,
    setting,
    known: new Map<string, KnownName>(),
    now: 100,
    unpriced: [] as string[],
    ignored: [] as Parameters<typeof ignoredBy>[0],
    ignoredOnce: [] as string[],
    /** Reads a list; returns the differences, such as `+new` and `-old`, and what following did. */
    read(...names: string[]) {
      const { followed, differences, known } = compareList({
        served: servedModels({ models: channel.models, model_mapping: JSON.stringify(mapping) }),
        names: new Set(names),
        known: readKnown(knownText(channel.known)),
        setting: channel.setting,
        isIgnored: ignoredBy(channel.ignored, 7),
        isIgnoredOnce: (_, model) => channel.ignoredOnce.includes(model),
        isPriced: (model) => !channel.unpriced.includes(model),
        now: channel.now,
      })
      channel.known = new Map(known)
      channel.models = followed?.models.join(',') ?? channel.models
      const signs = { appeared: '+', vanished: '-' }
      return {
        left: differences.map(({ kind, model, takenBack }) => signs[kind] + model + (takenBack ? '!' : '')),
        done: [
          ...(followed?.added ?? []).map((name) => `+${name}`),
          ...(followed?.removed ?? []).map((name) => `-${name}`),
        ],
      }
    },
  }
  return channel
}

describe('the list of an upstream compared with a channel', () => {
  test('a model that is listed and not served appeared at once, and one that is served vanished after two readings', () => {
    const channel = channelOf('a,b')
    assert.deepEqual(channel.read('a', 'b', 'c').left, ['+c'])
    assert.deepEqual(channel.read('a', 'c').left, ['+c'])
    assert.deepEqual(channel.read('a', 'c').left, ['+c', '-b'])
    assert.deepEqual(channel.read('a', 'b').left, [])
    assert.deepEqual(channel.read('a').left, [], 'the count begins again')
    assert.equal(channel.models, 'a,b')
  })

  test('a model that the upstream never listed, such as an alias, does not vanish', () => {
    const channel = channelOf('a,a-latest')
    for (let readings = 0; readings < 4; readings++) assert.deepEqual(channel.read('a').left, [])
  })

  test('the targets of a mapping are served, and a mapped model vanishes with its target', () => {
    const channel = channelOf('mine,b', { mapping: { mine: 'step', step: 'theirs', unused: 'other' } })
    assert.deepEqual(channel.read('theirs', 'other', 'b', 'c').left, ['+c'])
    channel.read('b', 'other', 'step')
    assert.deepEqual(channel.read('b', 'other').left, ['-mine'])
  })

  test('patterns limit what is watched, and ignored patterns hold for one kind and for one channel or all', () => {
    const channel = channelOf('x-1,y-1', { setting: mode('propose', ['x-*']) })
    channel.read('x-1', 'y-1')
    channel.read('x-2')
    assert.deepEqual(channel.read('x-2', 'y-2').left, ['+x-2', '-x-1'])
    channel.ignored = [{ channel_id: 8, kind: 'appeared', pattern: '*' }]
    assert.deepEqual(channel.read('x-2').left, ['+x-2', '-x-1'])
    channel.ignored = [{ channel_id: 7, kind: 'appeared', pattern: 'x-2' }]
    assert.deepEqual(channel.read('x-2').left, ['-x-1'])
    channel.ignored = [...channel.ignored, { channel_id: 0, kind: 'vanished', pattern: '*1' }]
    assert.deepEqual(channel.read('x-2').left, [])
  })

  test('following adds models that have a price and removes what vanished', () => {
    const channel = channelOf('a,b', { setting: mode('follow') })
    channel.unpriced = ['free']
    assert.deepEqual(channel.read('a', 'b', 'c', 'free'), { left: ['+free'], done: ['+c'] })
    channel.read('a', 'c', 'free')
    assert.deepEqual(channel.read('a', 'c', 'free'), { left: ['+free'], done: ['-b'] })
    assert.equal(channel.models, 'a,c')
    channel.unpriced = []
    assert.deepEqual(channel.read('a', 'c', 'free').done, ['+free'])
  })

  test('following leaves alone what was ignored once or always', () => {
    const channel = channelOf('a', { setting: mode('follow') })
    channel.ignoredOnce = ['b']
    channel.ignored = [{ channel_id: 0, kind: 'appeared', pattern: 'c*' }]
    assert.deepEqual(channel.read('a', 'b', 'cc'), { left: ['+b'], done: [] })
  })

  test('following does not repeat what an administrator took back', () => {
    const channel = channelOf('a,b', { setting: mode('follow') })
    assert.deepEqual(channel.read('a', 'b', 'c').done, ['+c'])
    channel.models = 'a,b'
    assert.deepEqual(channel.read('a', 'b', 'c'), { left: ['+c!'], done: [] })
    channel.models = 'a'
    assert.deepEqual(channel.read('a', 'b', 'c'), { left: ['+b!', '+c!'], done: [] })

    channel.models = 'a,b'
    channel.read('a')
    assert.deepEqual(channel.read('a').done, ['-b'])
    channel.models = 'a,b'
    assert.deepEqual(channel.read('a'), { left: ['-b!'], done: [] })
    channel.models = 'a'
    assert.deepEqual(channel.read('a', 'b').done, ['+b'], 'a model that comes back is a new one')
  })

  test('following never removes the last model', () => {
    const channel = channelOf('a', { setting: mode('follow') })
    channel.read('a', 'n')
    channel.models = 'a'
    channel.unpriced = ['n']
    channel.read('n')
    assert.deepEqual(channel.read('n'), { left: ['+n!', '-a'], done: [] })
    assert.equal(channel.models, 'a')
  })

  test('following stops where the list of the channel is full', () => {
    const channel = channelOf('a', { setting: mode('follow') })
    const names = Array.from({ length: 400 }, (_, index) => `${index}`.padStart(200, 'n'))
    const { left, done } = channel.read('a', ...names)
    assert.deepEqual([done.length, left.length], [326, 74])
    assert.ok(channel.models.length <= 64 * 1024)
  })
})

describe('what is believed of a list', () => {
  const before = { counted: 0, known: new Map<string, KnownName>(), serves: () => true }
  const counted = (count: number) => ({ ...before, counted: count })
  const names = (count: number) => Array.from({ length: count }, (_, index) => `model-${index}`)

  test('an empty list, one that lost more than half of its names, and one that is too long do not count', () => {
    assert.equal(judgeList([], before).result, 'empty')
    assert.equal(judgeList(names(5), counted(10)).result, 'ok')
    assert.equal(judgeList(names(4), counted(10)).result, 'shrunk')
    assert.equal(judgeList(names(4), counted(10), { acceptShrunk: true }).result, 'ok')
    assert.equal(judgeList([], counted(10), { acceptShrunk: true }).result, 'empty')
    assert.equal(judgeList(names(listedModelsMax), before).result, 'ok')
    const long = judgeList(names(100_000), before)
    assert.deepEqual([long.result, long.listed, long.names.size], ['too_long', 100_000, 0])
  })

  test('a list without most of the models that the channel serves does not count, however long it is', () => {
    const known = new Map(names(4).map((name) => [name, { missed: 0, removedAt: 0 }]))
    const others = Array.from({ length: 100 }, (_, index) => `other-${index}`)
    const serving = { counted: 50, known, serves: () => true }
    assert.equal(judgeList(['model-0', ...others], serving).result, 'shrunk')
    assert.equal(judgeList(['model-0', 'model-1', ...others], serving).result, 'ok')
    assert.equal(judgeList(others, { ...serving, serves: () => false }).result, 'ok')
  })

  test('names that cannot be names of models are left out', () => {
    const bad = ['', ' a', 'a,b', 'a\nb', 'a\0', 'a\u202eb', 'x'.repeat(256), '\ud800', 7, null]
    const judged = judgeList([...bad, 'good', 'good'], before)
    assert.deepEqual([[...judged.names], judged.listed, judged.unusable], [['good'], 12, 10])
    assert.equal(judgeList(bad, before).result, 'empty')
  })
})

test('a pattern matches whole names, with any text for each star', () => {
  for (const [pattern, matching, others] of [
    ['gpt-4o', ['gpt-4o'], ['gpt-4o-mini', 'GPT-4o']],
    ['gpt-*', ['gpt-', 'gpt-4o'], ['my-gpt-4o']],
    ['*-preview', ['a-preview', '-preview'], ['a-preview-2']],
    ['a*b*c', ['abc', 'axbxc', 'abbcc'], ['ac', 'acb', 'ab']],
    ['ab*ba', ['abba', 'ab-ba'], ['aba']],
    ['*a*a*', ['aa', 'xaxax'], ['a']],
    ['*', ['', 'x'], []],
    ['**', ['', 'x'], []],
    ['a.c', ['a.c'], ['abc']],
  ] as const) {
    for (const name of matching) assert.ok(matcherOf(pattern)(name), `${pattern} ${name}`)
    for (const name of others) assert.ok(!matcherOf(pattern)(name), `${pattern} ${name}`)
  }
})
