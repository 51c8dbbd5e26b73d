import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { assertIndexed, assertRefused, dataOf, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { housekeeping } from '../../../../jobs/housekeeping.ts'
import { undoSeconds } from '../../../system/audit/undo.rules.ts'

for (const kind of databaseKindsOfRun)
  describe(`acts on channels taken back [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const remove = async (id: number) => {
      const { response } = await desk.admin.call(channelApi.remove, { params: { id: String(id) } })
      assert.ok(response.success)
      return response.undo_id ?? 0
    }
    const undo = (id: number) => desk.admin.call(channelApi.undo, { body: { id } })
    const change = async (body: object) => {
      const { response } = await desk.admin.call(channelApi.changeMany, { body })
      assert.ok(response.success)
      return response.undo_id ?? 0
    }
    const abilities = (id: number) =>
      desk.server.deps.store
        .selectFrom('abilities')
        .selectAll()
        .where('channel_id', '=', id)
        .orderBy('group')
        .orderBy('model')
        .execute()

    test('a deleted channel comes back as it was: id, key, tag, counters and index', async () => {
      const { store, vault } = desk.server.deps
      const key = 'sk-comes-back-0123456789'
      const [id = 0] = await desk.create({ key, tag: 'blue', models: 'a,b', group: 'default,vip', priority: 7 })
      await store.updateTable('channels').set({ balance: 2.5, test_time: 5, response_time: 6 }).execute()
      await desk.breakDown(id)
      const [row, index] = [await desk.stored(id), await abilities(id)]
      const act = await remove(id)
      const kept = await store.selectFrom('deleted_channels').select('content').where('id', '=', id).execute()
      assert.ok(!JSON.stringify(kept).includes(key), 'the key stays encrypted')
      // A channel with the same name does not prevent the undo.
      await desk.create({ name: row.name })
      assert.deepEqual(dataOf(await undo(act)), { count: 1 })
      assert.deepEqual(await desk.stored(id), row)
      assert.deepEqual(await abilities(id), index)
      assert.equal(vault.decrypt((await desk.stored(id)).key_cipher, 'channel key'), key)
      const left = await store.selectFrom('deleted_channels').select('id').where('id', '=', id).execute()
      assert.deepEqual(left, [])
      const [undone] = (await desk.audit()).slice(-1)
      assert.deepEqual([undone?.action, undone?.target], ['channel.undo', `#${id} ${row.name}`])
      await assertIndexed(desk.server)
    })

    test('of two who undo at once, one does, and nobody a second time', async () => {
      const [id = 0] = await desk.create()
      const act = await remove(id)
      const responses = await Promise.all([undo(act), undo(act), undo(act)])
      assert.equal(responses.filter(({ response }) => response.success).length, 1)
      assertRefused(await undo(act), 'undo_done')
      const [second = 0] = await desk.create({ priority: 3 })
      const other = await change({ ids: [second], priority: 8 })
      const races = await Promise.all([undo(other), undo(other)])
      assert.equal(races.filter(({ response }) => response.success).length, 1)
      assert.equal((await desk.stored(second)).priority, 3)
    })

    test('a batch comes back as a batch, each channel with its own values', async () => {
      const ids = [
        ...(await desk.create({ priority: 1, weight: 4 })),
        ...(await desk.create({ priority: 2 })),
        ...(await desk.create({ priority: 5 })),
      ]
      const [, , broken = 0] = ids
      await desk.breakDown(broken, 'dead key')
      // `judged_from` moves on when a channel is enabled, and does not go back.
      const valuesOf = async (id: number) => {
        const { judged_from: _, ...values } = await desk.stored(id)
        return values
      }
      const before = await Promise.all(ids.map(valuesOf))
      const disabled = await change({ ids, status: channelStatus.enabled, priority: 9 })
      assert.equal((await desk.stored(broken)).other_info, '')
      assert.deepEqual(dataOf(await undo(disabled)), { count: 3 })
      assert.deepEqual(await Promise.all(ids.map(valuesOf)), before)
      const { response } = await desk.admin.call(channelApi.removeMany, { body: { ids } })
      assert.ok(response.success && response.undo_id)
      assert.deepEqual(dataOf(await undo(response.undo_id)), { count: 3 })
      assert.deepEqual(await Promise.all(ids.map(valuesOf)), before)
      await assertIndexed(desk.server)
    })

    test('a tag that was switched off is on again, but only where it was on', async () => {
      const [on = 0] = await desk.create({ tag: 'switched' })
      const [off = 0] = await desk.create({ tag: 'switched', status: 2 })
      const { response } = await desk.admin.call(channelApi.disableTag, { body: { tag: 'switched' } })
      assert.ok(response.success && response.undo_id)
      assert.deepEqual(dataOf(await undo(response.undo_id)), { count: 1 })
      assert.deepEqual([(await desk.stored(on)).status, (await desk.stored(off)).status], [1, 2])
      const edit = await desk.admin.call(channelApi.editTag, { body: { tag: 'switched', priority: 6 } })
      assert.ok(edit.response.success && edit.response.undo_id)
      assert.deepEqual(dataOf(await undo(edit.response.undo_id)), { count: 2 })
      assert.equal((await desk.stored(on)).priority, 0)
      await assertIndexed(desk.server)
    })

    test('what was changed since is not overwritten, and the refusal says what it was', async () => {
      const [one = 0] = await desk.create()
      const [two = 0] = await desk.create()
      const act = await change({ ids: [one, two], priority: 4 })
      await desk.admin.call(channelApi.update, { body: { id: two, priority: 5, weight: 1 } })
      const refused = await undo(act)
      assertRefused(refused, 'undo_changed')
      assert.ok(!refused.response.success)
      assert.equal(refused.response.params?.field, 'priority')
      assert.match(String(refused.response.params?.target), new RegExp(`^#${two} `))
      assert.equal((await desk.stored(one)).priority, 4, 'none of the batch changed')
      // The refused request did not use the undo up.
      await desk.admin.call(channelApi.update, { body: { id: two, priority: 4 } })
      assert.deepEqual(dataOf(await undo(act)), { count: 2 })
      assert.equal((await desk.stored(two)).weight, 1, 'another field stays')
      const gone = await change({ ids: [one], weight: 2 })
      await remove(one)
      assertRefused(await undo(gone), 'undo_changed')
    })

    test('an edit with key and address is taken back whole, and no key goes to a host it was not saved for', async () => {
      const { vault } = desk.server.deps
      const keyOf = async (id: number) => vault.decrypt((await desk.stored(id)).key_cipher, 'channel key')
      const [id = 0] = await desk.create({ key: 'sk-first-0123456789', base_url: 'https://one.example.com' })
      const update = async (body: object) => {
        const { response } = await desk.admin.call(channelApi.update, { body: { id, ...body } })
        assert.ok(response.success, response.message)
        return response.undo_id ?? 0
      }
      const moved = await update({ key: 'sk-second-0123456789', base_url: 'https://two.example.com' })
      assert.ok((await undo(moved)).response.success)
      assert.equal(await keyOf(id), 'sk-first-0123456789')
      assert.equal((await desk.stored(id)).base_url, 'https://one.example.com')

      const rotated = await update({ key: 'sk-third-0123456789' })
      await update({ key: 'sk-third-0123456789', base_url: 'https://elsewhere.example.com' })
      assertRefused(await undo(rotated), 'channel_key_for_host')
      assert.equal(await keyOf(id), 'sk-third-0123456789')
    })

    test('an act of another kind, an unknown one and one from long ago are not undone', async () => {
      assertRefused(await undo(99_999_999), 'undo_missing')
      const [id = 0] = await desk.create()
      const [created] = (await desk.audit()).slice(-1) as { id?: number }[]
      assertRefused(await undo(created?.id ?? 0), 'undo_impossible')
      const old = await remove(id)
      const { store, clock } = desk.server.deps
      const later = () => clock() + undoSeconds + 5
      await housekeeping({ store, logStore: store, clock: later }, 'a test')
      await desk.admin.signIn('ada') // sessions were as old
      assert.deepEqual(await store.selectFrom('deleted_channels').select('id').execute(), [])
      const sealed = await store.selectFrom('audit_changes').select('audit_id').where('sealed', '<>', '').execute()
      assert.deepEqual(sealed, [], 'earlier keys are gone too')
      assertRefused(await undo(old), 'undo_expired')
    })
  })
