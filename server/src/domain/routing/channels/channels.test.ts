import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertIndexed, assertRefused, dataOf, fine, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'

const document = JSON.stringify({ type: 'service_account', private_key: 'line one\nline two' }, null, 2)

for (const kind of databaseKinds)
  describe(`channels [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const get = async (id: number) => dataOf(await desk.admin.call(channelApi.get, { params: { id: String(id) } }))
    const update = (id: number, change: object) => desk.admin.call(channelApi.update, { body: { id, ...change } })

    test('every line of the key becomes a channel, trimmed and once, with its rows in the index', async () => {
      const ids = await desk.create({
        name: '  three keys ',
        key: ' sk-first-0123456789 \n\n sk-second-0123456789\r\nsk-first-0123456789\nsk-third-0123456789\n',
        models: ' gpt-4o , gpt-4o-mini,gpt-4o, ,',
        group: 'vip, default ,vip',
        tag: ' blue ',
      })
      assert.equal(ids.length, 3)
      const rows = await Promise.all(ids.map(desk.stored))
      const keys = rows.map((row) => desk.server.deps.vault.decrypt(row.key_cipher, 'channel key'))
      assert.deepEqual(keys, ['sk-first-0123456789', 'sk-second-0123456789', 'sk-third-0123456789'])
      for (const { name, models, group, tag, status, created_time, auto_ban } of rows)
        assert.deepEqual(
          { name, models, group, tag, status, auto_ban },
          {
            name: 'three keys',
            models: 'gpt-4o,gpt-4o-mini',
            group: 'vip,default',
            tag: 'blue',
            status: 1,
            auto_ban: 1,
          },
          String(created_time),
        )
      assert.ok(rows.every(({ created_time }) => Math.abs(created_time - desk.server.deps.clock()) <= 5))
      await assertIndexed(desk.server)
    })

    test('hundreds of different channels are added by one request, or none of them', async () => {
      const addAll = (channels: ReturnType<typeof fine>[]) =>
        desk.admin.call(channelApi.createMany, { body: { channels } })
      const countStored = async () =>
        (await desk.server.deps.store.selectFrom('channels').select('id').execute()).length
      const many = Array.from({ length: 300 }, (_, index) => ({
        ...fine(),
        name: `imported ${index}`,
        key: `sk-imported-${index}-0123456789`,
        models: index % 2 ? 'gpt-4o' : 'o1,o3',
      }))
      const { ids, unpriced } = dataOf(await addAll(many))
      assert.deepEqual(unpriced, [])
      assert.equal(ids.length, 300)
      const last = await desk.stored(ids.at(-1) ?? 0)
      assert.deepEqual([last.name, last.models], ['imported 299', 'gpt-4o'])
      assert.equal(desk.server.deps.vault.decrypt(last.key_cipher, 'channel key'), 'sk-imported-299-0123456789')
      await assertIndexed(desk.server)

      const before = await countStored()
      assertRefused(await addAll([fine(), { ...fine(), name: '' }]), 'channel_name_missing')
      assertRefused(await addAll([]), 'invalid_field')
      assert.equal(await countStored(), before)
    })

    if (!hasEveryTest(kind)) return

    test('who adds a channel is told which of its models have no price', async () => {
      const models = 'no-price,gpt-4o,no-price-either'
      const created = dataOf(await desk.admin.call(channelApi.create, { body: { ...fine(), models } }))
      assert.deepEqual(created.unpriced, ['no-price', 'no-price-either'])
    })

    test('channels with different members are added by one request', async () => {
      const { ids } = dataOf(
        await desk.admin.call(channelApi.createMany, {
          body: {
            channels: [
              { ...fine(), priority: 4 },
              { ...fine(), base_url: 'https://other.example', tag: 'green' },
              { ...fine(), key: 'sk-several-1\nsk-several-2', multi_key_mode: 'random' },
            ],
          },
        }),
      )
      const rows = await Promise.all(ids.map((id) => desk.stored(id)))
      assert.deepEqual(
        rows.map(({ priority, base_url, tag, multi_key_mode }) => [priority, base_url, tag, multi_key_mode]),
        [
          [4, '', null, ''],
          [0, 'https://other.example', 'green', ''],
          [0, '', null, 'random'],
        ],
      )
    })

    test('a new channel is on or off as it says, and serves the group default where it names none', async () => {
      const [off = 0] = await desk.create({ status: 2 })
      const [on = 0] = await desk.create({ status: 1, group: null })
      assert.deepEqual([(await desk.stored(off)).status, (await desk.stored(on)).status], [2, 1])
      assert.equal((await desk.stored(on)).group, 'default')
      await assertIndexed(desk.server)
      for (const status of [0, 3, 4]) {
        const body = { ...fine(), status: status as 1 } // invalid by the contract, but clients may send it
        assertRefused(await desk.admin.call(channelApi.create, { body }), 'invalid_field', String(status))
      }
    })

    test('an edit that empties models or groups leaves them as they are', async () => {
      const [id = 0] = await desk.create({ models: 'o1,o3', group: 'vip' })
      const { response } = await update(id, { models: '', group: '', name: 'renamed' })
      assert.ok(response.success, response.message)
      const { name, models, group } = await desk.stored(id)
      assert.deepEqual({ name, models, group }, { name: 'renamed', models: 'o1,o3', group: 'vip' })
    })

    test('a key that is a document stays whole', async () => {
      const [id = 0, ...more] = await desk.create({ type: 41, key: `\n${document}\n`, other: 'us-central1' })
      assert.deepEqual(more, [])
      const { key_cipher } = await desk.stored(id)
      assert.equal(desk.server.deps.vault.decrypt(key_cipher, 'channel key'), document)
    })

    test('hundreds of keys with many models and groups are indexed to the last row', async () => {
      const ids = await desk.create({
        key: Array.from({ length: 601 }, (_, at) => `sk-many-${at}`).join('\n'),
        models: 'a,b,c',
        group: 'one,two',
      })
      assert.equal(ids.length, 601)
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      )
      await assertIndexed(desk.server)
      assert.equal(dataOf(await desk.admin.call(channelApi.removeMany, { body: { ids } })), 601)
    })

    test('a new channel takes the defaults of its type where a field was left empty', async () => {
      const [azure = 0] = await desk.create({ type: 3, base_url: 'https://azure.example.com/' })
      const [xunfei = 0] = await desk.create({ type: 18, other: ' ' })
      assert.deepEqual(
        [(await desk.stored(azure)).other, (await desk.stored(azure)).base_url, (await desk.stored(xunfei)).other],
        ['2023-06-01-preview', 'https://azure.example.com', 'v2.1'],
      )
    })

    test('one channel for its editor: no key, but a hint which one it is', async () => {
      const [id = 0] = await desk.create({ key: 'sk-abcdefghijklmnopw9AA' })
      const { key, key_hint } = await get(id)
      assert.deepEqual({ key, key_hint }, { key: '', key_hint: 'sk-…w9AA' })

      const [short = 0] = await desk.create({ key: 'sk-1234567890' })
      assert.equal((await get(short)).key_hint, '', 'most of a short key would be told')
      const [vertex = 0] = await desk.create({ type: 41, key: document, other: 'us-central1' })
      assert.equal((await get(vertex)).key_hint, 'service_account')

      await desk.server.deps.store
        .updateTable('channels')
        .set({ key_cipher: 'sealed under another secret' })
        .where('id', '=', short)
        .execute()
      assert.equal((await get(short)).key_hint, '', 'a key that cannot be opened does not hide the channel')
    })

    test('an edit changes the members it names and keeps the rest', async () => {
      const [id = 0] = await desk.create({
        other: 'x',
        setting: '{"force_format":true}',
        model_mapping: '{"a":"b"}',
        test_model: 'gpt-4o',
        tag: 'red',
        weight: 7,
      })
      const before = await desk.stored(id)
      await desk.server.deps.store
        .updateTable('channels')
        .set({ used_quota: 55, balance: 1.5, response_time: 900, test_time: 3 })
        .where('id', '=', id)
        .execute()

      const changed = dataOf(await update(id, { name: ' renamed ', priority: 9, weight: null, tag: null, key: '' }))
      assert.deepEqual([changed.name, changed.priority, changed.weight, changed.tag], ['renamed', 9, 7, 'red'])
      assert.equal(changed.key, '')
      const after = await desk.stored(id)
      assert.deepEqual(after, {
        ...before,
        name: 'renamed',
        priority: 9,
        used_quota: 55,
        balance: 1.5,
        response_time: 900,
        test_time: 3,
      })
      await assertIndexed(desk.server)

      await update(id, { other: '', setting: '', model_mapping: '', test_model: '', tag: '' })
      const { other, setting, model_mapping, test_model, tag } = await desk.stored(id)
      assert.deepEqual(
        { other, setting, model_mapping, test_model, tag },
        {
          other: '',
          setting: '',
          model_mapping: '',
          test_model: '',
          tag: null,
        },
      )
      await assertIndexed(desk.server)
    })

    test('a whole row that is posted back changes no counter, time, balance or state', async () => {
      const [id = 0] = await desk.create({ auto_ban: 1 })
      await desk.breakDown(id)
      const stale = { ...(await get(id)), used_quota: 1, balance: 9, created_time: null, other_info: '', groups: ['x'] }
      const before = await desk.stored(id)
      assert.equal((await update(id, { ...stale, weight: 3 })).response.success, true)
      assert.deepEqual(await desk.stored(id), { ...before, weight: 3 })
    })

    test('new models and groups replace the rows of the index', async () => {
      const [id = 0] = await desk.create({ models: 'a,b', group: 'default' })
      await update(id, { models: 'b,c' })
      await assertIndexed(desk.server)
      await update(id, { group: 'vip,svip' })
      await assertIndexed(desk.server)
      const rows = await desk.server.deps.store
        .selectFrom('abilities')
        .select(['group', 'model'])
        .where('channel_id', '=', id)
        .execute()
      assert.deepEqual(rows.map(({ group, model }) => `${group} ${model}`).sort(), [
        'svip b',
        'svip c',
        'vip b',
        'vip c',
      ])
    })

    test('a new key replaces the old one; an empty one keeps it', async () => {
      const [id = 0] = await desk.create({ key: 'sk-old-0123456789abc' })
      const before = await desk.stored(id)
      await update(id, { key: '  ', name: 'same key' })
      assert.equal((await desk.stored(id)).key_cipher, before.key_cipher)
      await update(id, { key: ' sk-new-0123456789abc ' })
      const { key_cipher, key_hash } = await desk.stored(id)
      const { vault } = desk.server.deps
      assert.equal(vault.decrypt(key_cipher, 'channel key'), 'sk-new-0123456789abc')
      assert.equal(key_hash, vault.hash('sk-new-0123456789abc', 'channel key'))
    })

    test('switching a channel on by hand takes the reason away, switching it off keeps it', async () => {
      const [id = 0] = await desk.create()
      await desk.breakDown(id)
      const { other_info } = await desk.stored(id)
      assert.match(other_info, /dead key/)
      assert.equal(dataOf(await update(id, { status: 2 })).status, 2)
      assert.equal((await desk.stored(id)).other_info, other_info)
      await assertIndexed(desk.server)
      assert.equal(dataOf(await update(id, { status: 1 })).status, 1)
      assert.equal((await desk.stored(id)).other_info, '')
      await assertIndexed(desk.server)
      assertRefused(await update(id, { status: 4 }), 'invalid_field')
    })

    test('edits of different members at the same time lose nothing', async () => {
      const [id = 0] = await desk.create({ models: 'a', group: 'default' })
      const changes = [
        { models: 'b,c' },
        { group: 'vip,svip' },
        { priority: 4 },
        { weight: 5 },
        { name: 'busy' },
        { tag: 't' },
      ]
      const responses = await Promise.all(changes.map((change) => update(id, change)))
      for (const { response } of responses) assert.ok(response.success, response.message)
      const { models, group, priority, weight, name, tag } = await desk.stored(id)
      assert.deepEqual(
        { models, group, priority, weight, name, tag },
        { models: 'b,c', group: 'vip,svip', priority: 4, weight: 5, name: 'busy', tag: 't' },
      )
      await assertIndexed(desk.server)
    })

    test('an edit that changes nothing leaves no trace', async () => {
      const [id = 0] = await desk.create({ name: 'still' })
      const before = (await desk.audit()).length
      assert.equal(dataOf(await update(id, { name: ' still', priority: 0 })).name, 'still')
      assert.equal((await desk.audit()).length, before)
    })

    test('what is not there is said to be missing', async () => {
      const params = { id: '99999999' }
      assertRefused(await desk.admin.call(channelApi.get, { params }), 'channel_missing')
      assertRefused(await desk.admin.call(channelApi.copy, { params }), 'channel_missing')
      assertRefused(await desk.admin.call(channelApi.remove, { params }), 'channel_missing')
      assertRefused(await update(99_999_999, { name: 'x' }), 'channel_missing')
      for (const id of ['0', '-1', '1.5', 'abc', '01', '9'.repeat(20)])
        assertRefused(await desk.admin.call(channelApi.get, { params: { id } }), 'invalid_id', id)
      assertRefused(await desk.admin.call(channelApi.update, { body: { name: 'x' } as never }), 'id_missing')
    })
  })
