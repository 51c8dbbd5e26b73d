import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import {
  ignoredWithWildcardMax,
  modelListApi,
  type ProposalsAct,
  type WatchMode,
} from '@turnpike/contract/routing/model-lists'
import { assertIndexed, assertRefused, dataOf } from '../../../../test/harness/channel-admin.ts'
import { useHealthServers } from '../../../../test/harness/channel-health.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import type { GivenChannel } from '../../../../test/harness/relay-harness.ts'
import { readModelLists } from '../../../jobs/scheduled-channel-runs.ts'
import type { ChannelDeps } from '../channels/channel-deps.ts'
import { readRun } from '../channels/runs/channel-run.queries.ts'
import { readModelList } from './read-list.rules.ts'
import { listRunName } from './watch-lists.rules.ts'

const day = 24 * 3600
type List = string[] | { status: number } | { body: string } | { held: Promise<string[]> }

/** An upstream whose list depends on the key. */
async function startLists() {
  const lists = new Map<string, List>()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const key = String(request.headers.authorization).replace('Bearer ', '')
    asked.push(key)
    const found = lists.get(key) ?? { status: 401 }
    const list = 'held' in found ? await found.held : found
    response.setHeader('content-type', 'application/json')
    if ('status' in list) response.writeHead(list.status).end('{"error":{"message":"no such key"}}')
    else if ('body' in list) response.end(list.body)
    else response.end(JSON.stringify({ object: 'list', data: list.map((id) => ({ id, object: 'model' })) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { lists, asked, url, stop: () => new Promise((resolve) => server.close(resolve)) }
}

for (const kind of databaseKinds)
  describe(`the model lists of upstreams [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    let upstream: Awaited<ReturnType<typeof startLists>>
    before(async () => {
      upstream = await startLists()
    })
    after(() => upstream.stop())
    afterEach(async () => {
      const { store } = servers.one.deps
      for (const table of ['model_list_settings', 'ignored_models', 'channels'] as const)
        await store.deleteFrom(table).execute()
      upstream.asked.length = 0
    })

    const depsOf = (name: 'one' | 'two') => servers[name].deps as ChannelDeps // a server returns everything it has
    const call: (typeof servers.one.admin)['call'] = (endpoint, ...input) => servers.one.admin.call(endpoint, ...input)
    let number = 0
    /** A channel with a key of its own, and how its list is watched. */
    async function given(
      mode: WatchMode | undefined,
      list: List,
      channel: GivenChannel & { patterns?: string[] } = {},
    ) {
      const { patterns = [], ...fields } = channel
      const key = `sk-list-${++number}`
      const id = await servers.one.routed({ key, base_url: upstream.url, ...fields })
      upstream.lists.set(key, list)
      if (mode) await watch([id], mode, patterns)
      return { id, key }
    }
    const watch = async (ids: number[], mode: WatchMode, patterns: string[] = []) =>
      dataOf(await call(modelListApi.saveChannels, { body: { ids, setting: { mode, hours: 24, patterns } } }))
    const read = async (id: number, more = {}) =>
      (await call(modelListApi.read, { body: { channel_id: id, ...more } })).response
    const result = async (id: number, more = {}) => {
      const response = await read(id, more)
      assert.ok(response.success, response.message)
      return response.data.result
    }
    const proposals = async (query: object = {}) =>
      dataOf(await call(modelListApi.proposals, { query: { p: 1, page_size: 100, ...query } })).items
    const shown = async (query: object = {}) =>
      (await proposals(query)).map(({ kind, model }) => (kind === 'appeared' ? '+' : '-') + model).sort()
    const act = async (body: Omit<ProposalsAct, 'ids' | 'matching'> & Partial<ProposalsAct>) => {
      const { response } = await call(modelListApi.act, { body })
      assert.ok(response.success, response.message)
      return response
    }
    const idsOf = async (...models: string[]) =>
      (await proposals()).filter(({ model }) => models.includes(model)).map(({ id }) => id)
    const modelsOf = async (id: number) =>
      (
        await servers.one.deps.store
          .selectFrom('channels')
          .select('models')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).models
    const testModelOf = async (id: number) =>
      dataOf(await call(channelApi.get, { params: { id: String(id) } })).test_model
    const undo = (id: number | undefined) => call(channelApi.undo, { body: { id: id ?? 0 } })
    const pass = (seconds: number) => {
      for (const server of [servers.one, servers.two]) server.moveTime(seconds)
    }
    /** Lets the schedule come round on both instances, and waits for the run. */
    async function comeRound() {
      pass(day)
      const { store, clock } = servers.one.deps
      const { started_at: since } = await readRun(store, listRunName, clock())
      await Promise.all([readModelLists(depsOf('one')), readModelLists(depsOf('two'))])
      return eventually('the lists are read', async () => {
        const run = await readRun(store, listRunName, clock())
        return run.started_at > since && !run.is_running && run
      })
    }

    test('a channel is watched by its own setting or by the one for all, and nothing is watched at first', async () => {
      const { id } = await given(undefined, ['gpt-4o', 'o3'])
      assert.equal(dataOf(await call(modelListApi.setting)).mode, 'off')
      await readModelLists(depsOf('one'))
      assert.deepEqual(upstream.asked, [])
      const setting = { mode: 'propose', hours: 12, patterns: ['o*'] } as const
      const body = { ...setting, patterns: [...setting.patterns] }
      dataOf(await call(modelListApi.saveSetting, { body }))
      assert.equal((await comeRound()).done, 1)
      const page = { p: 1, page_size: 10 }
      const [watched] = dataOf(await call(modelListApi.channels, { query: page })).items
      assert.deepEqual([watched?.own, watched?.in_force, watched?.result], [null, setting, 'ok'])
      assert.deepEqual([watched?.listed, watched?.appeared, watched?.vanished], [2, 1, 0])
      assert.equal((watched?.next_read_at ?? 0) - (watched?.read_at ?? 0), 12 * 3600)
      assert.equal(await watch([id, 987_654], 'off'), 1)
      for (const [query, total] of [
        [{ mode: 'off' }, 1],
        [{ mode: 'propose' }, 0],
        [{ result: 'ok', keyword: 'CHANNEL' }, 1],
        [{ result: 'none' }, 0],
      ] as const)
        assert.equal(dataOf(await call(modelListApi.channels, { query: { ...page, ...query } })).total, total)
      dataOf(await call(modelListApi.saveChannels, { body: { ids: [id], setting: null } }))
      const [again] = dataOf(await call(modelListApi.channels, { query: page })).items
      assert.deepEqual([again?.own, again?.in_force.mode], [null, 'propose'])
    })

    test('of several instances one reads the lists that are due, and only once per interval', async () => {
      await given('propose', ['gpt-4o', 'o3'])
      await given('propose', ['gpt-4o', 'o3'])
      await comeRound()
      assert.equal(upstream.asked.length, 2)
      await readModelLists(depsOf('two'))
      const [id = 0] = (await proposals()).map(({ channel_id }) => channel_id)
      await readModelList(depsOf('two'), id)
      assert.equal(upstream.asked.length, 2, 'an instance that saw it due reads it no more')
      await comeRound()
      assert.equal(upstream.asked.length, 4)
      assert.equal((await proposals()).length, 2)
    })

    if (!hasEveryTest(kind)) return

    test('appeared and vanished models are proposed, added and removed as one act that is undone at once', async () => {
      const one = await given('propose', [], { models: 'gpt-4o,o3' })
      dataOf(await call(channelApi.update, { body: { id: one.id, test_model: 'o3' } }))
      const two = await given('propose', ['gpt-4o', 'o3', 'o1'], { models: 'gpt-4o,o3' })
      upstream.lists.set(one.key, ['gpt-4o', 'gpt-4o-mini', 'o3', 'unpriced-x'])
      for (const id of [one.id, two.id]) assert.equal(await result(id), 'ok')
      assert.deepEqual(await shown(), ['+gpt-4o-mini', '+o1', '+unpriced-x'])
      assert.deepEqual(
        (await proposals({ channel: one.id })).map(({ model, is_priced }) => [model, is_priced]),
        [
          ['gpt-4o-mini', true],
          ['unpriced-x', false],
        ],
      )
      upstream.lists.set(one.key, ['gpt-4o', 'gpt-4o-mini', 'unpriced-x'])
      await read(one.id)
      assert.deepEqual(await shown({ kind: 'vanished' }), [])
      await read(one.id)
      assert.deepEqual(await shown({ kind: 'vanished' }), ['-o3'])

      const done = await act({ matching: {}, act: 'accept' })
      assert.deepEqual(done.data, { count: 4, skipped: [], unpriced: ['unpriced-x'] })
      assert.deepEqual(await Promise.all([modelsOf(one.id), modelsOf(two.id)]), [
        'gpt-4o,gpt-4o-mini,unpriced-x',
        'gpt-4o,o3,o1',
      ])
      await assertIndexed(servers.one)
      assert.deepEqual(await shown(), [])
      assert.deepEqual(await testModelOf(one.id), '', 'a model that is gone is not tested with')
      assert.ok((await undo(done.undo_id)).response.success)
      assert.deepEqual(await testModelOf(one.id), 'o3')
      assert.deepEqual(await Promise.all([modelsOf(one.id), modelsOf(two.id)]), ['gpt-4o,o3', 'gpt-4o,o3'])
      await assertIndexed(servers.one)
      await read(one.id)
      assert.deepEqual(
        new Map((await proposals({ channel: one.id })).map(({ model, taken_back }) => [model, taken_back])),
        new Map([
          ['gpt-4o-mini', true],
          ['o3', true],
          ['unpriced-x', true],
        ]),
      )
    })

    test('a list that is empty, half gone, endless or an error changes nothing and is shown with the channel', async () => {
      const served = 'gpt-4o,gpt-4o-mini,o3,o1'
      const { id, key } = await given('follow', served.split(','), { models: served })
      await read(id)
      const bad: [string, List][] = [
        ['empty', []],
        ['empty', ['a,b', 'c\u0007', ' ']],
        ['shrunk', ['gpt-4o']],
        ['shrunk', ['gpt-4o', 'x1', 'x2', 'x3', 'x4']],
        ['too_long', Array.from({ length: 100_000 }, (_, index) => `m${index}`)],
        ['failed', { status: 500 }],
        ['failed', { body: '{"data":' }],
        ['failed', { body: '['.repeat(200_000) }],
        ['failed', { body: JSON.stringify({ data: [{ id: 'x'.repeat(5_000_000) }] }) }],
      ]
      for (const [outcome, list] of bad)
        for (let times = Array.isArray(list) ? 0 : 1; times < 2; times++) {
          upstream.lists.set(key, list)
          assert.equal(await result(id), outcome, JSON.stringify(list).slice(0, 80))
        }
      assert.equal(await modelsOf(id), served)
      assert.deepEqual(await shown(), [])
      const response = await read(id)
      assert.ok(response.success && response.data.reason !== '')
      assert.equal(response.data.next_read_at - response.data.read_at, 3600, 'a failed reading is tried again soon')

      upstream.lists.set(key, ['gpt-4o', 'bad\nname'])
      assert.equal(await result(id), 'shrunk')
      assert.equal(await result(id, { accept_shrunk: true }), 'ok')
      assert.equal(await modelsOf(id), served)
      assert.equal(await result(id), 'ok')
      assert.equal(await modelsOf(id), 'gpt-4o')
    })

    test('following changes the channel in the name of the administrator, and is not repeated after an undo', async () => {
      const { id } = await given('follow', ['gpt-4o', 'gpt-4o-mini', 'unpriced-x', 'other'], {
        patterns: ['gpt-*', 'unpriced-*'],
      })
      await comeRound()
      assert.equal(await modelsOf(id), 'gpt-4o,gpt-4o-mini')
      await assertIndexed(servers.one)
      assert.deepEqual(await shown(), ['+unpriced-x'])
      const history = { query: { channel: id, p: 1, page_size: 10 } }
      const [entry] = dataOf(await call(channelApi.history, history)).items
      assert.deepEqual(
        [entry?.action, entry?.actor_name, entry?.undo_state, entry?.changes],
        [
          'channel.follow_models',
          'admin-one',
          'possible',
          [{ field: 'models', before: 'gpt-4o', after: 'gpt-4o,gpt-4o-mini', is_hidden: false }],
        ],
      )
      assert.ok((await undo(entry?.id)).response.success)
      await comeRound()
      assert.equal(await modelsOf(id), 'gpt-4o')
      assert.deepEqual(await shown(), ['+gpt-4o-mini', '+unpriced-x'])

      await servers.one.options({ ModelRatio: JSON.stringify({ 'unpriced-x': 1 }) })
      await servers.two.deps.reload() // either of them reads the list
      await comeRound()
      assert.equal(await modelsOf(id), 'gpt-4o,unpriced-x', 'it is followed once it has a price')
      await servers.one.options({ ModelRatio: '{}' })
    })

    test('following keeps the last model, and proposes to remove it, which is refused', async () => {
      const { id, key } = await given('follow', ['gpt-4o', 'unpriced-x'])
      await read(id)
      upstream.lists.set(key, ['unpriced-x', 'unpriced-y'])
      await read(id)
      await read(id)
      assert.equal(await modelsOf(id), 'gpt-4o')
      assert.deepEqual(await shown({ kind: 'vanished' }), ['-gpt-4o'])
      const [last = 0] = await idsOf('gpt-4o')
      const refused = await act({ ids: [last, 987_654], act: 'accept' })
      assert.deepEqual(refused.data.skipped.map(({ reason }) => reason).sort(), ['gone', 'last_model'])
      assert.equal(refused.undo_id, undefined)
      const both = await act({ ids: [last, ...(await idsOf('unpriced-y'))], act: 'accept' })
      assert.equal(both.data.count, 2)
      assert.equal(await modelsOf(id), 'unpriced-y')
    })

    test('a channel that an administrator disabled is neither read nor changed', async () => {
      const { id } = await given('follow', ['gpt-4o', 'o3'], { status: channelStatus.disabled })
      const other = await given('follow', ['gpt-4o', 'o3'])
      await servers.one.deps.store.updateTable('channels').set({ status: 3 }).where('id', '=', other.id).execute()
      await comeRound()
      assert.deepEqual(upstream.asked, [other.key])
      assert.deepEqual(await Promise.all([modelsOf(id), modelsOf(other.id)]), ['gpt-4o', 'gpt-4o,o3'])
    })

    test('a reading that something else overtook changes nothing', async () => {
      const { id, key } = await given('follow', ['gpt-4o', 'o3'], { models: 'gpt-4o,o3' })
      await comeRound()
      const { store } = servers.one.deps
      const overtaken = async (list: string[], meanwhile: () => Promise<unknown>) => {
        const { promise: held, resolve } = Promise.withResolvers<string[]>()
        upstream.lists.set(key, { held })
        pass(day)
        const before = upstream.asked.length
        const reading = readModelList(depsOf('one'), id)
        await eventually('the upstream is asked', () => upstream.asked.length > before)
        await meanwhile()
        resolve(list)
        await reading
      }
      await overtaken(['gpt-4o'], async () => {
        upstream.lists.set(key, ['gpt-4o'])
        await read(id)
      })
      assert.equal(await modelsOf(id), 'gpt-4o,o3', 'both were without it, but one of them counted')
      await overtaken(['gpt-4o', 'o3', 'o1'], () =>
        store.updateTable('channels').set({ base_url: 'http://other.example' }).where('id', '=', id).execute(),
      )
      assert.equal(await modelsOf(id), 'gpt-4o,o3')
      await store.updateTable('channels').set({ base_url: upstream.url }).where('id', '=', id).execute()
      await overtaken(['gpt-4o', 'o3', 'o1'], () => call(channelApi.update, { body: { id, status: 2 } }))
      assert.equal(await modelsOf(id), 'gpt-4o,o3')
      dataOf(await call(channelApi.update, { body: { id, status: 1 } }))
      await overtaken(['gpt-4o'], () => store.deleteFrom('channels').where('id', '=', id).execute())
      assert.deepEqual(await store.selectFrom('model_list_readings').selectAll().execute(), [])
    })

    test('a reading that is aborted is not a failed one', async () => {
      const { id, key } = await given('propose', ['gpt-4o'])
      const { promise: held, resolve } = Promise.withResolvers<string[]>()
      upstream.lists.set(key, { held })
      const stopping = new AbortController()
      const reading = readModelList(depsOf('one'), id, { signal: stopping.signal })
      await eventually('the upstream is asked', () => upstream.asked.length === 1)
      stopping.abort()
      await assert.rejects(reading, { name: 'AbortError' })
      resolve([])
      assert.deepEqual(await servers.one.deps.store.selectFrom('model_list_readings').selectAll().execute(), [])
    })

    test('a channel with several keys is read with one that works', async () => {
      const { response } = await call(channelApi.create, {
        body: {
          type: 1,
          name: 'keys',
          key: 'sk-bad-key-1\nsk-bad-key-2\nsk-good-key-3\nsk-bad-key-4',
          models: 'gpt-4o',
          base_url: upstream.url,
          multi_key_mode: 'random',
        },
      })
      assert.ok(response.success, response.message)
      const [id = 0] = response.data.ids
      upstream.lists.set('sk-good-key-3', ['gpt-4o', 'o3'])
      assert.equal(await result(id), 'ok')
      assert.deepEqual(upstream.asked, ['sk-bad-key-1', 'sk-bad-key-2', 'sk-good-key-3'])
      const { store } = servers.one.deps
      const keys = store.updateTable('channel_keys').set({ status: 3 }).where('channel_id', '=', id)
      await keys.where('position', '=', 0).execute()
      await read(id)
      assert.deepEqual(upstream.asked.slice(3), ['sk-bad-key-2', 'sk-good-key-3'])
    })

    test('the targets of a mapping are served, and another upstream begins anew', async () => {
      const { id, key } = await given('propose', ['theirs', 'gpt-4o', 'o3'], {
        models: 'mine,gpt-4o',
        model_mapping: { mine: 'theirs' },
      })
      await read(id)
      assert.deepEqual(await shown(), ['+o3'])
      upstream.lists.set(key, ['gpt-4o', 'o3'])
      await read(id)
      await read(id)
      const [mine] = await proposals({ kind: 'vanished' })
      assert.deepEqual([mine?.model, mine?.upstream_model], ['mine', 'theirs'])
      const other = `${upstream.url}/other`
      await servers.one.deps.store.updateTable('channels').set({ base_url: other }).where('id', '=', id).execute()
      assert.equal(await result(id), 'ok')
      assert.deepEqual(await shown(), ['+o3'], 'the other upstream never listed it')
    })

    test('a proposal that was ignored once returns when the list has changed back, ignored always never', async () => {
      const { id, key } = await given('propose', ['gpt-4o', 'o1', 'o3', 'o4-mini'])
      await read(id)
      assert.equal((await act({ ids: await idsOf('o1'), act: 'ignore_once' })).data.count, 1)
      assert.equal((await act({ ids: await idsOf('o3'), act: 'ignore_always' })).data.count, 1)
      const ignored = dataOf(await call(modelListApi.ignored, { query: { p: 1, page_size: 10 } })).items
      assert.deepEqual(
        ignored.map(({ pattern, channel_id, actor_name }) => [pattern, channel_id, actor_name]),
        [['o3', id, 'admin-one']],
      )
      await read(id)
      assert.deepEqual(await shown(), ['+o4-mini'])
      assert.deepEqual(await shown({ state: 'ignored' }), ['+o1'])
      upstream.lists.set(key, ['gpt-4o', 'o4-mini'])
      await read(id)
      upstream.lists.set(key, ['gpt-4o', 'o1', 'o3', 'o4-mini'])
      await read(id)
      assert.deepEqual(await shown({ state: 'ignored' }), ['+o1'], 'one reading without it is not the end')
      upstream.lists.set(key, ['gpt-4o', 'o4-mini'])
      await read(id)
      await read(id)
      upstream.lists.set(key, ['gpt-4o', 'o1', 'o3', 'o4-mini'])
      await read(id)
      assert.deepEqual(await shown(), ['+o1', '+o4-mini'])
      await act({ ids: await idsOf('o1'), act: 'ignore_once' })
      const [once] = await proposals({ state: 'ignored' })
      await act({ ids: [once?.id ?? 0], act: 'open' })
      assert.deepEqual(await shown({ state: 'ignored' }), [])
      dataOf(await call(modelListApi.removeIgnored, { params: { id: String(ignored[0]?.id) } }))
      await read(id)
      assert.deepEqual(await shown({ keyword: 'O3' }), ['+o3'])
    })

    test('a pattern ends the proposals that match it, of one channel or of all', async () => {
      const one = await given('propose', ['gpt-4o', 'a-preview', 'b-preview', 'c'])
      const two = await given('propose', ['gpt-4o', 'a-preview'])
      for (const { id } of [one, two]) await read(id)
      const ignore = (channel_id: number, pattern: string) =>
        call(modelListApi.ignore, { body: { channel_id, kind: 'appeared', pattern } })
      const made = dataOf(await ignore(one.id, 'b-*'))
      assert.deepEqual([made.channel_name !== '', made.actor_name], [true, 'admin-one'])
      assert.equal(dataOf(await ignore(one.id, 'b-*')).id, made.id)
      assert.equal((await proposals()).length, 3)
      dataOf(await ignore(0, '*-preview'))
      for (const { id } of [one, two]) await read(id)
      assert.deepEqual(await shown(), ['+c'])
      for (const pattern of ['', ' a', 'a,b', 'a\nb', 'x'.repeat(256), '*a*a*a*a*a*a*a*a*a'])
        assertRefused(await ignore(0, pattern), 'model_pattern_invalid', pattern)
      assertRefused(await ignore(987_654, 'x'), 'channel_missing')
      const row = { channel_id: 0, kind: 'appeared', actor_name: '', created_at: 0 } as const
      const rows = Array.from({ length: ignoredWithWildcardMax - 2 }, (_, index) => ({ ...row, pattern: `${index}*` }))
      await servers.one.deps.store.insertInto('ignored_models').values(rows).execute()
      assertRefused(await ignore(0, 'too-many*'), 'model_patterns_many')
      dataOf(await ignore(0, 'exact'))
    })

    test('what changed in the channel since the reading is not proposed, and an upstream without a list is refused', async () => {
      const { id } = await given('propose', ['gpt-4o', 'o1', 'o3'])
      await read(id)
      const ids = await idsOf('o1', 'o3')
      dataOf(await call(channelApi.update, { body: { id, models: 'gpt-4o,o3' } }))
      assert.deepEqual(await shown(), ['+o1'])
      const { data } = await act({ ids, act: 'accept' })
      assert.deepEqual([data.count, data.skipped.map(({ reason }) => reason)], [1, ['done']])
      assert.equal(await modelsOf(id), 'gpt-4o,o3,o1')
      const jina = await servers.one.routed({ type: 38, base_url: upstream.url })
      assert.equal((await call(modelListApi.read, { body: { channel_id: jina } })).response.success, false)
      await watch([jina], 'follow')
      await comeRound()
      assert.deepEqual(new Set(upstream.asked), new Set([`sk-list-${number}`]))
    })

    test('three hundred proposals come in pages and are accepted at once', async () => {
      const names = Array.from({ length: 320 }, (_, index) => `model-${String(index).padStart(3, '0')}`)
      const { id } = await given('propose', ['gpt-4o', ...names])
      await read(id)
      pass(60)
      const { id: later } = await given('propose', ['gpt-4o', 'zz-later'])
      await read(later)
      const [newest] = await proposals()
      assert.equal(newest?.model, 'zz-later')
      await servers.one.deps.store.deleteFrom('channels').where('id', '=', later).execute()
      const { response } = await call(modelListApi.proposals, { query: { p: 4, page_size: 100 } })
      assert.ok(response.success)
      assert.deepEqual([response.data.total, response.data.items.length], [320, 20])
      assert.deepEqual(response.counts, { appeared: 320, vanished: 0, ignored: 0 })
      assert.equal(response.data.items[0]?.model, 'model-300')
      const { data } = await act({ matching: { keyword: 'model-' }, act: 'accept' })
      assert.deepEqual([data.count, (await modelsOf(id)).split(',').length], [320, 321])
      assert.deepEqual(await shown(), [])
    })
  })
