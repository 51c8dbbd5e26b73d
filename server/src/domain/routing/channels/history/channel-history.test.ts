import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertIndexed, assertRefused, dataOf, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

for (const kind of databaseKindsOfRun)
  describe(`the history of channels [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const historyOf = async (channel?: number) =>
      dataOf(await desk.admin.call(channelApi.history, { query: { channel, p: 1, page_size: 20 } }))
    const update = (id: number, change: object) => desk.admin.call(channelApi.update, { body: { id, ...change } })
    const revert = (channel: number, id: number, seen_revision?: string) =>
      desk.admin.call(channelApi.revert, { body: { channel, id, seen_revision } })

    test('it tells who changed what, from which value to which, and never a secret', async () => {
      const secret = 'sk-history-secret-0123456789'
      const [id = 0] = await desk.create({ key: secret, name: 'old name' })
      await update(id, {
        name: 'new name',
        models: 'gpt-4o,o3',
        key: `${secret}-2`,
        base_url: 'https://upstream.example.com/a-secret-path',
      })
      await desk.admin.call(channelApi.changeMany, { body: { ids: [id], priority: 3 } })
      const { items, total } = await historyOf(id)
      assert.equal(total, 3)
      assert.deepEqual(
        items.map(({ action, actor_name }) => [action, actor_name]),
        [
          ['channel.change_many', 'ada'],
          ['channel.update', 'ada'],
          ['channel.create', 'ada'],
        ],
      )
      const [many, edit, created] = items
      assert.deepEqual(many?.changes, [{ field: 'priority', before: 0, after: 3, is_hidden: false }])
      assert.deepEqual(
        new Map(edit?.changes.map(({ field, ...rest }) => [field, rest])),
        new Map<string, object>([
          ['name', { before: 'old name', after: 'new name', is_hidden: false }],
          ['models', { before: 'gpt-4o', after: 'gpt-4o,o3', is_hidden: false }],
          ['base_url', { is_hidden: true }],
          ['key', { is_hidden: true }],
        ]),
      )
      assert.equal(created?.revert_state, 'unrecorded')
      const text = JSON.stringify(await historyOf(id))
      for (const leak of ['history-secret', 'a-secret-path', 'key_cipher']) assert.ok(!text.includes(leak), leak)
      const rows = await desk.server.deps.store.selectFrom('audit_changes').selectAll().execute()
      for (const leak of ['history-secret', 'a-secret-path']) assert.ok(!JSON.stringify(rows).includes(leak), leak)
    })

    test('the values from before a change are restored, key and address with them, and later changes stay', async () => {
      const { vault } = desk.server.deps
      const [id = 0] = await desk.create({ key: 'sk-before-0123456789', name: 'before', models: 'a', priority: 1 })
      await update(id, { name: 'after', models: 'b', key: 'sk-after-0123456789', status: 2 })
      await update(id, { priority: 8 })
      const entry = (await historyOf(id)).items[1]
      assert.equal(entry?.revert_state, 'possible')
      assert.deepEqual(entry?.revert.map(({ field }) => field).sort(), ['key', 'models', 'name', 'status'])
      assert.ok((await revert(id, entry?.id ?? 0)).response.success)
      const row = await desk.stored(id)
      assert.deepEqual([row.name, row.models, row.status, row.priority], ['before', 'a', 1, 8])
      assert.equal(vault.decrypt(row.key_cipher, 'channel key'), 'sk-before-0123456789')
      const [done, , again] = (await historyOf(id)).items
      assert.equal(done?.action, 'channel.revert')
      assert.equal(again?.revert_state, 'same')
      const audits = (await desk.audit()).length
      assert.ok((await revert(id, again?.id ?? 0)).response.success)
      assert.equal((await desk.audit()).length, audits, 'nothing changed, so nothing is audited')
      await assertIndexed(desk.server)
    })

    test('a restore is refused where the channel changed since it was shown, and for acts that kept no values', async () => {
      const [id = 0] = await desk.create()
      await update(id, { name: 'renamed' })
      const response = (await desk.admin.call(channelApi.history, { query: { channel: id, p: 1, page_size: 20 } }))
        .response
      assert.ok(response.success)
      const [entry] = response.data.items
      await update(id, { weight: 4 })
      const refused = await revert(id, entry?.id ?? 0, response.revision)
      assert.equal(refused.status, 409)
      assert.ok(!refused.response.success)
      assert.equal(refused.response.code, 'changed_meanwhile')
      assert.equal((await desk.stored(id)).name, 'renamed')
      const [other = 0] = await desk.create()
      assertRefused(await revert(other, entry?.id ?? 0), 'not_found')
      assertRefused(await revert(id, (await historyOf(id)).items.at(-1)?.id ?? 0), 'revert_impossible')

      const { store } = desk.server.deps
      const detail = JSON.stringify({ name: { from: 'x', to: 'y' }, key: 'changed' })
      const old = { at: 5, actor_id: 1, actor_name: 'eve', action: 'channel.update', target: `#${id} y`, detail }
      const { id: oldId } = await store.insertInto('audit').values(old).returning('id').executeTakeFirstOrThrow()
      await store
        .insertInto('audit_changes')
        .values({ audit_id: oldId, kind: 'channel', subject: String(id) })
        .execute()
      const shown = (await historyOf(id)).items.find((one) => one.id === oldId)
      assert.deepEqual(shown?.changes, [
        { field: 'name', before: 'x', after: 'y', is_hidden: false },
        { field: 'key', is_hidden: true },
      ])
      assert.deepEqual([shown?.revert_state, shown?.undo_state], ['unrecorded', 'none'])
    })

    test('the history of all channels has deletions, which can be undone there', async () => {
      const [id = 0] = await desk.create({ name: 'gone soon' })
      await desk.admin.call(channelApi.remove, { params: { id: String(id) } })
      const [last] = (await historyOf()).items
      assert.deepEqual(
        [last?.action, last?.target, last?.undo_state],
        ['channel.delete', `#${id} gone soon`, 'possible'],
      )
      assert.ok((await desk.admin.call(channelApi.undo, { body: { id: last?.id ?? 0 } })).response.success)
      const [undone, deleted] = (await historyOf()).items
      assert.deepEqual([undone?.action, undone?.undo_state, deleted?.undo_state], ['channel.undo', 'none', 'done'])
    })

    test('a save over a newer one is refused to clients that say what they saw, and to no others', async () => {
      const [id = 0] = await desk.create({ name: 'first' })
      const get = async () => dataOf(await desk.admin.call(channelApi.get, { params: { id: String(id) } }))
      const seen = (await get()).revision
      const saved = await update(id, { name: 'second', seen_revision: seen })
      assert.ok(saved.response.success)
      assert.equal(saved.response.revision, (await get()).revision)
      const refused = await update(id, { name: 'third', seen_revision: seen })
      assert.equal(refused.status, 409)
      assert.ok(!refused.response.success)
      assert.deepEqual([refused.response.code, refused.response.params?.name], ['changed_meanwhile', 'ada'])
      assert.equal((await get()).name, 'second')
      assert.ok((await update(id, { name: 'third' })).response.success)
      const now = (await get()).revision
      await desk.breakDown(id)
      assert.ok((await update(id, { name: 'fourth', seen_revision: now })).response.success, 'health is no edit')
      await update(id, { key: 'sk-another-0123456789' })
      assert.equal((await update(id, { name: 'fifth', seen_revision: now })).status, 409, 'a new key is one')
    })
  })
