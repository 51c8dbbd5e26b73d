import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelKeyApi, keyStatus } from '@turnpike/contract/routing/channel-keys'
import { assertRefused, dataOf, fine, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

const secretOf = (name: string) => `sk-several-keys-${name}-0001`
const lines = (...names: string[]) => names.map(secretOf).join('\n')

for (const kind of databaseKindsOfRun)
  describe(`the keys of a channel [${kind}]`, () => {
    const used = useChannelAdmin(kind)
    const keysOf = async (id: number) =>
      dataOf(await used.admin.call(channelKeyApi.list, { params: { id: String(id) } })).keys
    const hashOf = (secret: string) => used.server.deps.vault.hash(secret, 'channel key')
    const storedHashes = async (id: number) => {
      const rows = await used.server.deps.store
        .selectFrom('channel_keys')
        .select('key_hash')
        .where('channel_id', '=', id)
        .orderBy('position')
        .execute()
      return rows.map(({ key_hash }) => key_hash)
    }
    const assertKeys = async (id: number, ...names: string[]) =>
      assert.deepEqual(
        await storedHashes(id),
        names.map((name) => hashOf(secretOf(name))),
      )
    const several = async (...names: string[]) => {
      const [id = 0] = await used.create({ key: lines(...names), multi_key_mode: 'polling' })
      return id
    }
    const undo = async (id: number | undefined) =>
      dataOf(await used.admin.call(channelApi.undo, { body: { id: id ?? 0 } }))

    test('all keys of a text belong to one channel where the request says so, each once', async () => {
      const ids = await used.create({ key: lines('a', 'b', 'a'), multi_key_mode: 'random' })
      assert.equal(ids.length, 1)
      await assertKeys(ids[0] ?? 0, 'a', 'b')
      const channel = dataOf(await used.admin.call(channelApi.get, { params: { id: String(ids[0]) } }))
      assert.equal(channel.multi_key_mode, 'random')
      assert.equal((await used.create({ key: lines('a', 'b') })).length, 2, 'without it each key is a channel')
    })

    test('a list may be JSON, of texts or of service accounts', async () => {
      const [id = 0] = await used.create({
        key: JSON.stringify([secretOf('a'), secretOf('b')]),
        multi_key_mode: 'random',
      })
      await assertKeys(id, 'a', 'b')
      const accounts = [1, 2].map((number) => ({ type: 'service_account', project_id: `p${number}`, private_key: 'x' }))
      const [vertex = 0] = await used.create({
        ...{ type: 41, other: 'us-central1', models: 'gemini-2.0-flash' },
        ...{ key: JSON.stringify(accounts), multi_key_mode: 'random' },
      })
      assert.deepEqual(
        (await keysOf(vertex)).map(({ hint }) => hint),
        ['service_account', 'service_account'],
      )
      const refused = await used.admin.call(channelApi.create, {
        body: fine({ key: '[1, 2]', multi_key_mode: 'random' }),
      })
      assertRefused(refused, 'channel_keys_json')
    })

    test('the other form of related servers says whether its text is one key, channels, or the keys of one', async () => {
      const add = async (mode: string, channel: object, more: object = {}) => {
        const body = { mode, channel: fine(channel), ...more } as never
        const { response } = await used.admin.call(channelApi.create, { body })
        return response.success ? response.data.ids : [response.code, ...Object.values(response.params ?? {})]
      }
      const stored = async (ids: unknown[]) => {
        const rows = await used.server.deps.store
          .selectFrom('channels')
          .select(['key_hash', 'multi_key_mode', 'models'])
          .where('id', 'in', ids as number[])
          .orderBy('id')
          .execute()
        return rows.map(({ key_hash, multi_key_mode, models }) => [key_hash, multi_key_mode, models])
      }
      const models = 'wrapped-model'
      const row = (name: string, mode = '') => [hashOf(secretOf(name)), mode, models]
      const posted = { models, channel_info: { is_multi_key: true, multi_key_mode: 'polling' } }
      assert.deepEqual(await stored(await add('single', { ...posted, key: secretOf('s') })), [row('s')])
      assert.deepEqual(await stored(await add('batch', { ...posted, key: lines('t', 'u') })), [row('t'), row('u')])
      const namesOf = async (ids: unknown[]) =>
        (await Promise.all(ids.map((id) => used.stored(Number(id))))).map(({ name }) => name)
      const numbered = await add('batch', { models, name: 'Acme {n}', key: lines('n1', 'n2') })
      assert.deepEqual(await namesOf(numbered), ['Acme 1', 'Acme 2'])
      const byLine = await used.create({ name: '{n} of Acme', key: lines('n3', 'n4', 'n5') })
      assert.deepEqual(await namesOf(byLine), ['1 of Acme', '2 of Acme', '3 of Acme'])
      assert.deepEqual(await namesOf(await used.create({ name: 'Acme {n}', key: lines('n6') })), ['Acme {n}'])
      const one = await add('multi_to_single', { models, key: lines('v', 'w') })
      assert.deepEqual(await stored(one), [row('v', 'random')])
      await assertKeys(Number(one[0]), 'v', 'w')
      const polling = await add('multi_to_single', { models, key: lines('x', 'y') }, { multi_key_mode: 'polling' })
      assert.deepEqual(await stored(polling), [row('x', 'polling')])
      const accounts = [1, 2].map((number) => ({ type: 'service_account', project_id: `q${number}`, private_key: 'x' }))
      const vertex = { type: 41, other: 'us-central1', models, key: JSON.stringify(accounts) }
      assert.equal((await add('batch', vertex)).length, 2)

      assert.deepEqual(await add('single', { key: lines('a', 'b') }), ['channel_key_invalid'])
      assert.deepEqual(await add('single', { key: '' }), ['channel_key_missing'])
      assert.deepEqual(await add('several', {}), ['invalid_field', 'mode'])
      assert.deepEqual(await add('single', { models: 1 }), ['channel_models_missing'])
      assert.deepEqual(await add('single', { priority: 'x' }), ['invalid_field', 'channel.priority'])
      const empty = await used.admin.call(channelApi.create, { body: { mode: 'single' } as never })
      assertRefused(empty, 'invalid_field')
    })

    test('the form of related servers brings the mode and the state of each key along', async () => {
      const [id = 0] = await used.create({
        key: lines('a', 'b', 'c'),
        channel_info: {
          is_multi_key: true,
          multi_key_mode: 'polling',
          multi_key_status_list: { 1: 3 },
          multi_key_disabled_reason: { 1: 'no money' },
        },
      })
      assert.equal((await used.stored(id)).multi_key_mode, 'polling')
      const keys = await keysOf(id)
      assert.deepEqual(
        keys.map(({ status, reason }) => [status, reason]),
        [
          [keyStatus.enabled, ''],
          [keyStatus.autoDisabled, 'no money'],
          [keyStatus.enabled, ''],
        ],
      )
    })

    test('keys are shown masked, and no response holds one', async () => {
      const id = await several('a', 'b')
      const response = await used.admin.fetch(`/api/channel/${id}/keys`)
      const text = await response.text()
      assert.ok(!text.includes(secretOf('a')) && !text.includes('key_cipher') && !text.includes('key_hash'))
      assert.deepEqual(
        (await keysOf(id)).map(({ hint }) => hint),
        ['sk-…0001', 'sk-…0001'],
      )
    })

    test('a channel with one key becomes one with several, and the act can be undone', async () => {
      const [id = 0] = await used.create({ key: secretOf('a') })
      assert.deepEqual(await keysOf(id), [])
      const added = await used.admin.call(channelKeyApi.add, { body: { channel: id, key: lines('a', 'b', 'c') } })
      assert.deepEqual(dataOf(added), { added: 2 })
      await assertKeys(id, 'a', 'b', 'c')
      assert.equal((await used.audit()).at(-1)?.action, 'channel.add_keys')
      assert.ok(added.response.success)
      await undo(added.response.undo_id)
      await assertKeys(id)
      const row = await used.stored(id)
      assert.deepEqual([row.multi_key_mode, row.key_hash], ['', hashOf(secretOf('a'))])
    })

    test('one key is replaced, switched off and on, and removed; each act is audited and can be undone', async () => {
      const id = await several('a', 'b', 'c')
      const [first, second, third] = (await keysOf(id)).map((key) => key.id)
      const act = async (more: object) =>
        used.admin.call(channelKeyApi.change, { body: { channel: id, id: first ?? 0, ...more } })

      const replaced = await act({ key: secretOf('z') })
      await assertKeys(id, 'z', 'b', 'c')
      assert.equal((await used.stored(id)).key_hash, hashOf(secretOf('z')), 'the row holds the first key')
      assert.ok(replaced.response.success)
      await undo(replaced.response.undo_id)
      await assertKeys(id, 'a', 'b', 'c')
      assert.equal((await used.stored(id)).key_hash, hashOf(secretOf('a')))

      const off = await act({ status: keyStatus.disabled })
      assert.equal((await keysOf(id))[0]?.status, keyStatus.disabled)
      assert.ok(off.response.success)
      await undo(off.response.undo_id)
      assert.equal((await keysOf(id))[0]?.status, keyStatus.enabled)

      const body = { channel: id, ids: [second ?? 0, third ?? 0] }
      const removed = await used.admin.call(channelKeyApi.remove, { body })
      assert.deepEqual(dataOf(removed), { removed: 2 })
      await assertKeys(id, 'a')
      assertRefused(await act({ status: keyStatus.disabled }), 'channel_key_last')
      assertRefused(
        await used.admin.call(channelKeyApi.remove, { body: { channel: id, ids: [first ?? 0] } }),
        'channel_key_last',
      )
      assert.ok(removed.response.success)
      await undo(removed.response.undo_id)
      await assertKeys(id, 'a', 'b', 'c')
      const actions = (await used.audit()).slice(-6).map(({ action }) => action)
      assert.deepEqual(
        actions.filter((action) => action !== 'channel.undo'),
        ['channel.change_key', 'channel.change_key', 'channel.remove_keys'],
      )
      assert.ok(!JSON.stringify(await used.audit()).includes(secretOf('z')))
    })

    test('an act is not undone over a later change of the keys', async () => {
      const id = await several('a', 'b')
      const added = await used.admin.call(channelKeyApi.add, { body: { channel: id, key: secretOf('c') } })
      await used.admin.call(channelKeyApi.add, { body: { channel: id, key: secretOf('d') } })
      assert.ok(added.response.success)
      const body = { id: added.response.undo_id ?? 0 }
      assertRefused(await used.admin.call(channelApi.undo, { body }), 'undo_changed')
    })

    test('a channel that moves to another host needs its keys again, which replace all of them', async () => {
      const id = await several('a', 'b')
      const move = (key?: string) =>
        used.admin.call(channelApi.update, { body: { id, base_url: 'https://other.example.com', ...(key && { key }) } })
      assertRefused(await move(), 'channel_key_for_host')
      const moved = await move(lines('x', 'y'))
      dataOf(moved)
      await assertKeys(id, 'x', 'y')
      assert.ok(moved.response.success)
      await undo(moved.response.undo_id)
      await assertKeys(id, 'a', 'b')
      assert.equal((await used.stored(id)).base_url, '')
    })

    test('earlier values with one key do not come back under several', async () => {
      const [id = 0] = await used.create({ key: secretOf('a') })
      const moved = await used.admin.call(channelApi.update, {
        body: { id, base_url: 'https://other.example.com', key: secretOf('b') },
      })
      await used.admin.call(channelKeyApi.add, { body: { channel: id, key: secretOf('c') } })
      assert.ok(moved.response.success)
      const act = moved.response.undo_id ?? 0
      assertRefused(await used.admin.call(channelApi.undo, { body: { id: act } }), 'undo_changed')
      assertRefused(await used.admin.call(channelApi.revert, { body: { channel: id, id: act } }), 'undo_changed')
      assert.equal((await used.stored(id)).base_url, 'https://other.example.com')
    })

    test('keys go with their channel and come back with it; a copy has them too, and each finds its channel', async () => {
      const id = await several('deleted', 'with')
      const copy = dataOf(await used.admin.call(channelApi.copy, { params: { id: String(id) } }))
      await assertKeys(copy.id, 'deleted', 'with')
      const found = dataOf(await used.admin.call(channelApi.search, { query: { keyword: secretOf('with') } }))
      assert.deepEqual(
        found.map((channel) => channel.id).sort((one, other) => one - other),
        [id, copy.id],
      )
      const removed = await used.admin.call(channelApi.remove, { params: { id: String(id) } })
      await assertKeys(id)
      assert.ok(removed.response.success)
      await undo(removed.response.undo_id)
      await assertKeys(id, 'deleted', 'with')
    })

    test('how a key is chosen can be changed', async () => {
      const id = await several('a', 'b')
      await used.admin.call(channelKeyApi.mode, { body: { channel: id, multi_key_mode: 'random' } })
      assert.equal((await used.stored(id)).multi_key_mode, 'random')
    })
  })
