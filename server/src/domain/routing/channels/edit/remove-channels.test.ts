import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertIndexed, assertRefused, dataOf, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

for (const kind of databaseKindsOfRun)
  describe(`channels copied, deleted and indexed anew [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const get = async (id: number) => dataOf(await desk.admin.call(channelApi.get, { params: { id: String(id) } }))
    const update = (id: number, change: object) => desk.admin.call(channelApi.update, { body: { id, ...change } })

    test('a copy has the key, starts disabled and counts from zero', async () => {
      const name = 'n'.repeat(64)
      const [id = 0] = await desk.create({ name, key: 'sk-copied-0123456789', tag: 'blue', weight: 3, models: 'a,b' })
      await desk.server.deps.store
        .updateTable('channels')
        .set({ used_quota: 9, balance: 2, balance_updated_time: 4, test_time: 5, response_time: 6, created_time: 7 })
        .where('id', '=', id)
        .execute()
      await desk.breakDown(id)
      const original = await desk.stored(id)
      const copy = dataOf(await desk.admin.call(channelApi.copy, { params: { id: String(id) } }))
      assert.equal(copy.name, `${'n'.repeat(57)} (copy)`)
      assert.equal(copy.key, '')
      const { created_time, ...row } = await desk.stored(copy.id)
      assert.deepEqual(
        { ...row, created_time: original.created_time },
        {
          ...original,
          id: copy.id,
          name: copy.name,
          status: 2,
          other_info: '',
          used_quota: 0,
          balance: 0,
          balance_updated_time: 0,
          test_time: 0,
          response_time: 0,
        },
      )
      assert.ok(created_time > 7)
      await assertIndexed(desk.server)
    })

    test('a deleted channel is gone, with its rows in the index', async () => {
      const [id = 0] = await desk.create()
      assert.equal((await desk.admin.call(channelApi.remove, { params: { id: String(id) } })).response.success, true)
      assertRefused(await desk.admin.call(channelApi.get, { params: { id: String(id) } }), 'channel_missing')
      await assertIndexed(desk.server)
      // Clients of related gateways append a slash to the path.
      const [other = 0] = await desk.create()
      const response = await desk.admin.fetch(`/api/channel/${other}/`, { method: 'DELETE' })
      assert.equal(((await response.json()) as { success: boolean }).success, true)
    })

    test('several are deleted at once; the response counts those that were there', async () => {
      const ids = [...(await desk.create()), ...(await desk.create()), ...(await desk.create())]
      const [kept = 0, ...gone] = ids
      const removed = await desk.admin.call(channelApi.removeMany, { body: { ids: [...gone, ...gone, 99_999_999] } })
      assert.equal(dataOf(removed), 2)
      assert.equal((await get(kept)).id, kept)
      assert.equal(dataOf(await desk.admin.call(channelApi.removeMany, { body: { ids: gone } })), 0)
      assertRefused(await desk.admin.call(channelApi.removeMany, { body: { ids: [] } }), 'channels_none_selected')
      for (const id of [0, -1])
        assertRefused(await desk.admin.call(channelApi.removeMany, { body: { ids: [id] } }), 'invalid_id')
      await assertIndexed(desk.server)
    })

    test('deleting what is off leaves what is on', async () => {
      const [on = 0] = await desk.create()
      const [off = 0] = await desk.create()
      const [broken = 0] = await desk.create()
      await update(off, { status: 2 })
      await desk.breakDown(broken)
      const countOff = async () => {
        const { response } = await desk.admin.call(channelApi.list, { query: {} })
        assert.ok(response.success)
        return response.counts.disabled + response.counts.auto_disabled
      }
      const many = await countOff()
      assert.ok(many >= 2)
      assert.equal(dataOf(await desk.admin.call(channelApi.removeDisabled)), many)
      assert.equal(await countOff(), 0)
      assert.equal(dataOf(await desk.admin.call(channelApi.removeDisabled)), 0)
      assert.equal((await get(on)).status, 1)
      await assertIndexed(desk.server)
    })

    test('fixing puts every damaged row of the index right and says how many', async () => {
      const [id = 0] = await desk.create({ models: 'a,b,c', group: 'default,vip' })
      const { store } = desk.server.deps
      assert.equal(dataOf(await desk.admin.call(channelApi.fix)), 0)
      await store.deleteFrom('abilities').where('channel_id', '=', id).where('model', '=', 'a').execute()
      await store
        .updateTable('abilities')
        .set({ enabled: 0 })
        .where('channel_id', '=', id)
        .where('model', '=', 'b')
        .where('group', '=', 'vip')
        .execute()
      const extra = { group: 'nobody', model: 'x', channel_id: id, enabled: 1, tag: null } as const
      await store.insertInto('abilities').values(extra).execute()
      const [other = 0] = await desk.create({ models: 'm,n' })
      await store.updateTable('abilities').set({ priority: 8 }).where('channel_id', '=', other).execute()
      assert.equal(dataOf(await desk.admin.call(channelApi.fix)), 2 + 1 + 1 + 2)
      await assertIndexed(desk.server)
      assert.equal(dataOf(await desk.admin.call(channelApi.fix)), 0)
    })
  })
