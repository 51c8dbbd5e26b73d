import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { InputOf } from '@turnpike/contract/endpoint'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertRefused, type Fields, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import { databaseKinds } from '../../../../test/harness/databases.ts'

type Search = InputOf<typeof channelApi.search>['query']

const given: Partial<Fields>[] = [
  { name: 'alpha', models: 'gpt-4o,gpt-4o-mini', group: 'default', tag: 'blue', priority: 5 },
  { name: 'Beta 100%', models: 'claude-3', group: 'vip,default', tag: 'blue' },
  { name: 'gamma_1', models: 'gpt-4o', group: 'VIP', tag: 'amber', priority: 9 },
  { name: 'gammaX1', models: 'gpt_4o', group: 'svip', tag: 'amber' },
  { name: 'delta', models: 'gemini-pro', group: 'default', key: 'sk-the-very-key-0123456789' },
  { name: 'back\\slash', models: 'o1', group: 'default', tag: 'coral', priority: 5 },
]

for (const kind of databaseKinds)
  describe(`lists of channels [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    before(async () => {
      for (const fields of given) await desk.create(fields)
    })
    const list = async (query: InputOf<typeof channelApi.list>['query']) => {
      const { response } = await desk.admin.call(channelApi.list, { query })
      assert.ok(response.success, response.message)
      return { names: response.data.map(({ name }) => name), total: response.total, counts: response.counts }
    }
    const search = async (query: Search) => {
      const { response } = await desk.admin.call(channelApi.search, { query })
      assert.ok(response.success, response.message)
      return { names: response.data.map(({ name }) => name), total: response.total }
    }
    const found = async (query: Search) => (await search(query)).names.toSorted()

    test('come by priority and then newest first, or newest first alone', async () => {
      const byPriority = ['gamma_1', 'back\\slash', 'alpha', 'delta', 'gammaX1', 'Beta 100%']
      assert.deepEqual((await list({})).names, byPriority)
      assert.deepEqual((await list({ id_sort: 'true' })).names, given.map(({ name }) => name).reverse())
      assert.deepEqual((await search({})).names, byPriority)
    })

    test('come in pages that begin with 0 and tell how many there are in all', async () => {
      assert.deepEqual((await list({ p: 1, page_size: 4 })).names, ['gammaX1', 'Beta 100%'])
      assert.deepEqual(await list({ p: 7, page_size: 4 }), {
        names: [],
        total: 6,
        counts: { enabled: 6, disabled: 0, auto_disabled: 0, failed: 0 },
      })
      for (const nonsense of ['0', '-3', 'abc', 'NaN'])
        assert.equal((await list({ page_size: nonsense })).names.length, 6)
      assert.equal((await list({ p: 'undefined' })).names.length, 6)
      assert.deepEqual(await search({ page_size: 2, p: 1 }), { names: ['alpha', 'delta'], total: 6 })
    })

    test('count the whole table by status', async () => {
      const { response } = await desk.admin.call(channelApi.search, { query: { keyword: 'delta' } })
      assert.ok(response.success)
      const [delta] = response.data
      assert.ok(delta)
      await desk.admin.call(channelApi.update, { body: { id: delta.id, status: 2 } })
      const [broken = 0] = await desk.create({ name: 'broken' })
      await desk.breakDown(broken)
      await desk.server.deps.store.updateTable('channels').set({ failed_time: 5 }).where('id', '=', broken).execute()
      assert.deepEqual((await list({ page_size: 1 })).counts, { enabled: 5, disabled: 1, auto_disabled: 1, failed: 1 })
      await desk.admin.call(channelApi.update, { body: { id: delta.id, status: 1 } })
      await desk.admin.call(channelApi.remove, { params: { id: String(broken) } })
    })

    test('are found by part of the name, whatever its letters, and wildcards mean themselves', async () => {
      assert.deepEqual(await found({ keyword: 'ALPH' }), ['alpha'])
      assert.deepEqual(await found({ keyword: '100%' }), ['Beta 100%'])
      assert.deepEqual(await found({ keyword: '%' }), ['Beta 100%'])
      assert.deepEqual(await found({ keyword: 'gamma_' }), ['gamma_1'])
      assert.deepEqual(await found({ keyword: '\\' }), ['back\\slash'])
      assert.deepEqual(await found({ keyword: "'; drop table channels; --" }), [])
    })

    test('are found by id and by the exact key, never by part of it', async () => {
      const { response } = await desk.admin.call(channelApi.search, { query: { keyword: 'delta' } })
      assert.ok(response.success)
      assert.deepEqual(await found({ keyword: String(response.data[0]?.id) }), ['delta'])
      assert.deepEqual(await found({ keyword: ' sk-the-very-key-0123456789 ' }), ['delta'])
      assert.deepEqual(await found({ keyword: 'sk-the-very-key' }), [])
      assert.deepEqual(await found({ keyword: '99999999999999999999' }), [])
    })

    test('are found by part of a model and by exactly a group, all at once', async () => {
      assert.deepEqual(await found({ model: 'gpt-4o' }), ['alpha', 'gamma_1'])
      assert.deepEqual(await found({ model: 'gpt_4' }), ['gammaX1'])
      assert.deepEqual(await found({ group: 'vip' }), ['Beta 100%'])
      assert.deepEqual(await found({ group: 'VIP' }), ['gamma_1'])
      assert.deepEqual(await found({ group: 'vi' }), [])
      assert.deepEqual(await found({ group: '%' }), [])
      assert.deepEqual(await found({ group: 'default', model: 'gpt', keyword: 'a' }), ['alpha'])
    })

    test('say the size of their pages, which is a hundred rows at most', async () => {
      const sizeOf = async (path: string) =>
        ((await (await desk.admin.fetch(path)).json()) as { page_size: number }).page_size
      assert.equal(await sizeOf('/api/channel/'), 10)
      assert.equal(await sizeOf('/api/channel/?page_size=500'), 100)
      assert.equal(await sizeOf('/api/channel/search?page_size=500'), 100)
      assert.equal(await sizeOf('/api/channel/search'), 1000)
    })

    test('the words null and undefined filter nothing', async () => {
      assert.equal((await search({ keyword: 'undefined', group: 'null', model: 'null' })).total, 6)
    })

    test('in tag mode whole tags make a page; channels without one are not on it', async () => {
      assert.deepEqual(await list({ tag_mode: 'true', page_size: 2 }).then(({ names, total }) => ({ names, total })), {
        names: ['gamma_1', 'gammaX1', 'alpha', 'Beta 100%'],
        total: 3,
      })
      assert.deepEqual((await list({ tag_mode: 'true', page_size: 2, p: 1 })).names, ['back\\slash'])
      assert.deepEqual((await list({ tag_mode: 'true', id_sort: 'true' })).names, [
        'gammaX1',
        'gamma_1',
        'Beta 100%',
        'alpha',
        'back\\slash',
      ])
      assert.deepEqual((await list({ tag_mode: 'true', p: 9 })).names, [])
    })

    test('a search in tag mode finds every channel of every tag with a match', async () => {
      assert.deepEqual(await search({ tag_mode: 'true', model: 'gpt-4o' }), {
        names: ['gamma_1', 'gammaX1', 'alpha', 'Beta 100%'],
        total: 2,
      })
      assert.deepEqual(await search({ tag_mode: 'true', keyword: 'delta' }), { names: [], total: 0 })
    })

    test('the tags in use are listed once, in order', async () => {
      const { response } = await desk.admin.call(channelApi.tags)
      assert.deepEqual(response.success && response.data, ['amber', 'blue', 'coral'])
    })

    test('what no database can hold is refused', async () => {
      for (const word of ['keyword', 'model', 'group'])
        assertRefused(await desk.admin.call(channelApi.search, { query: { [word]: 'a\0b' } }), 'invalid_field', word)
    })
  })

for (const kind of databaseKinds)
  describe(`filters and orders of channels [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const measured = { test_time: 5, balance_updated_time: 5 }
    const rows: Record<string, object> = {
      quick: { response_time: 90, balance: 7, used_quota: 300, ...measured },
      slow: { response_time: 4000, balance: -2, used_quota: 20, ...measured, status: 3 },
      broken: { failed_time: 9, failure_reason: 'no', test_time: 9, used_quota: 1 },
      fresh: { status: 2 },
    }
    before(async () => {
      for (const [at, [name, columns]] of Object.entries(rows).entries()) {
        const [id = 0] = await desk.create({ name, type: at % 2 ? 14 : 1, priority: at, weight: 10 - at, tag: 'all' })
        await desk.server.deps.store.updateTable('channels').set(columns).where('id', '=', id).execute()
      }
    })
    const named = async (query: InputOf<typeof channelApi.list>['query']) => {
      const { response } = await desk.admin.call(channelApi.list, { query })
      assert.ok(response.success, response.message)
      return response.data.map(({ name }) => name)
    }

    test('a status, a health and a type find their channels, alone and together', async () => {
      assert.deepEqual(await named({ status: 'enabled' }), ['broken', 'quick'])
      assert.deepEqual(await named({ status: 'disabled' }), ['fresh'])
      assert.deepEqual(await named({ status: 'auto_disabled' }), ['slow'])
      assert.deepEqual(await named({ health: 'failed' }), ['broken', 'slow'])
      assert.deepEqual(await named({ health: 'ok' }), ['quick'])
      assert.deepEqual(await named({ health: 'untested' }), ['fresh'])
      assert.deepEqual(await named({ type: 14 }), ['fresh', 'slow'])
      assert.deepEqual(await named({ type: '1', status: 'enabled', health: 'ok' }), ['quick'])
      const { response } = await desk.admin.call(channelApi.search, { query: { health: 'failed', keyword: 'bro' } })
      assert.deepEqual(response.success && [response.data.map(({ name }) => name), response.total], [['broken'], 1])
    })

    test('an unknown word is refused, not ignored', async () => {
      for (const query of [{ status: 'off' }, { health: 'bad' }, { sort: 'key_hash' }, { order: 'up' }])
        assertRefused(await desk.admin.call(channelApi.list, { query }), 'invalid_field', JSON.stringify(query))
    })

    const orders: [sort: string, ascending: string[]][] = [
      ['id', ['quick', 'slow', 'broken', 'fresh']],
      ['priority', ['quick', 'slow', 'broken', 'fresh']],
      ['weight', ['fresh', 'broken', 'slow', 'quick']],
      ['used_quota', ['fresh', 'broken', 'slow', 'quick']],
    ]
    for (const [sort, ascending] of orders)
      test(`by ${sort}, upwards and downwards, also within a tag`, async () => {
        assert.deepEqual(await named({ sort, order: 'asc' }), ascending)
        assert.deepEqual(await named({ sort }), ascending.toReversed())
        assert.deepEqual(await named({ sort, order: 'asc', tag_mode: 'true', id_sort: 'true' }), ascending)
      })

    test('what has no figure comes last in both directions', async () => {
      for (const [sort, first, second] of [
        ['response_time', 'quick', 'slow'],
        ['balance', 'slow', 'quick'],
      ] as const) {
        assert.deepEqual(await named({ sort, order: 'asc' }), [first, second, 'fresh', 'broken'], sort)
        assert.deepEqual(await named({ sort, order: 'desc' }), [second, first, 'fresh', 'broken'], sort)
      }
    })
  })

describe('searches of channels', () => {
  const desk = useChannelAdmin('sqlite', { RATE_LIMIT_FACTOR: '0.05' })

  test('are limited per person, lists are not', async () => {
    const search = () => desk.admin.call(channelApi.search, { query: { keyword: 'x' } })
    for (let count = 0; count < 3; count++) assert.equal((await search()).status, 200)
    const { status, response, headers } = await search()
    assert.equal(status, 429)
    assert.equal(!response.success && response.code, 'too_many_requests')
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.equal((await desk.admin.call(channelApi.list, { query: {} })).status, 200)
    await desk.server.given.user({ username: 'bea', role: role.admin })
    const bea = desk.server.client()
    await bea.signIn('bea')
    assert.equal((await bea.call(channelApi.search, { query: {} })).status, 200)
  })
})
