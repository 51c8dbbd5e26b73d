import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { InputOf } from '@turnpike/contract/endpoint'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertIndexed, assertRefused, dataOf, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

type Change = InputOf<typeof channelApi.changeMany>['body']

for (const kind of databaseKindsOfRun)
  describe(`batches of channels [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    beforeEach(() => desk.server.deps.store.deleteFrom('channels').execute())
    const change = (body: Change) => desk.admin.call(channelApi.changeMany, { body })
    const create = async (fields: Parameters<typeof desk.create>[0] = {}) => (await desk.create(fields))[0] ?? 0
    const cooldown = async (id: number) => {
      const { status, priority, weight, other_info } = await desk.stored(id)
      return { status, priority, weight, other_info }
    }

    test('the chosen ones are switched and weighed at once, and no others', async () => {
      const [one, two, other] = [await create(), await create({ weight: 3 }), await create()]
      await desk.breakDown(one)
      assert.equal(dataOf(await change({ ids: [one, two, 987_654], status: 1, priority: -5, weight: 8 })), 2)
      for (const id of [one, two])
        assert.deepEqual(await cooldown(id), { status: 1, priority: -5, weight: 8, other_info: '' })
      assert.deepEqual(await cooldown(other), { status: 1, priority: 0, weight: 0, other_info: '' })
      await assertIndexed(desk.server)
      const [audit] = (await desk.audit()).slice(-1)
      assert.deepEqual([audit?.action, audit?.target], ['channel.change_many', `#${one} #${two}`])
      assert.deepEqual(JSON.parse(audit?.detail ?? ''), { status: 1, priority: -5, weight: 8, count: 2 })
    })

    test('all that match are changed, however many, and the response says how many', async () => {
      const key = Array.from({ length: 2100 }, (_, at) => `sk-batch-${at}`)
        .join('\n')
        .split('\n')
      for (const from of [0, 700, 1400])
        await desk.create({ name: 'many', key: key.slice(from, from + 700).join('\n'), group: 'bulk' })
      const kept = await create({ name: 'kept', group: 'default' })
      assert.equal(dataOf(await change({ matching: { keyword: 'many', group: 'bulk' }, status: 2 })), 2100)
      const { response } = await desk.admin.call(channelApi.list, { query: { page_size: 1 } })
      assert.deepEqual(response.success && response.counts, { enabled: 1, disabled: 2100, auto_disabled: 0, failed: 0 })
      assert.equal((await cooldown(kept)).status, 1)
      await assertIndexed(desk.server)
      assert.equal(
        dataOf(await desk.admin.call(channelApi.tagMany, { body: { matching: { status: 'disabled' }, tag: 'off' } })),
        2100,
      )
      await assertIndexed(desk.server)
      assert.equal(
        dataOf(await desk.admin.call(channelApi.removeMany, { body: { matching: { group: 'bulk' } } })),
        2100,
      )
      assert.deepEqual(await desk.server.deps.store.selectFrom('channels').select('id').execute(), [{ id: kept }])
    })

    test('health chooses too, and what changes nothing is not audited', async () => {
      const [failed, fine] = [await create(), await create()]
      await desk.server.deps.store.updateTable('channels').set({ failed_time: 5 }).where('id', '=', failed).execute()
      assert.equal(dataOf(await change({ matching: { health: 'failed' }, status: 2 })), 1)
      assert.deepEqual([(await cooldown(failed)).status, (await cooldown(fine)).status], [2, 1])
      const audits = (await desk.audit()).length
      assert.equal(dataOf(await change({ matching: { health: 'failed' }, status: 2 })), 1)
      assert.equal(dataOf(await change({ matching: { keyword: 'nothing like it' }, weight: 1 })), 0)
      assert.equal((await desk.audit()).length, audits)
    })

    test('a model is disabled on channels that have others, in one act that is undone at once', async () => {
      const disable = (ids: number[], model: string) =>
        desk.admin.call(channelApi.disableModel, { body: { ids, model } })
      const [one, two] = [await create({ models: 'gpt-4o,gpt-4.1' }), await create({ models: 'o3, gpt-4o' })]
      const only = await create({ name: 'single', models: 'gpt-4o' })
      const modelsOf = async () => [(await desk.stored(one)).models, (await desk.stored(two)).models]
      const before = await modelsOf()
      assertRefused(await disable([one, only], 'gpt-4o'), 'channel_model_only')
      assertRefused(await disable([one, two], 'gpt-4.1'), 'channel_model_unlisted')
      assertRefused(await disable([one, 987_654], 'gpt-4o'), 'channel_missing')
      assertRefused(await disable([one], ' '), 'channel_models_missing')
      assertRefused(await disable([], 'gpt-4o'), 'channels_none_to_change')
      assert.deepEqual(await modelsOf(), before)

      const { response } = await disable([one, two, one], ' gpt-4o ')
      assert.ok(response.success, response.message)
      assert.equal(response.data, 2)
      assert.deepEqual(await modelsOf(), ['gpt-4.1', 'o3'])
      await assertIndexed(desk.server)
      const [audit] = (await desk.audit()).slice(-1)
      assert.deepEqual([audit?.action, audit?.target], ['channel.disable_model', `#${one} #${two}`])
      await desk.admin.call(channelApi.undo, { body: { id: response.undo_id ?? 0 } })
      assert.deepEqual(await modelsOf(), before)
      await assertIndexed(desk.server)
    })

    test('one value out of bounds changes nothing at all', async () => {
      const id = await create()
      const before = await desk.stored(id)
      assertRefused(await change({ ids: [id], status: 2, priority: -1000 }), 'channel_priority_low')
      assertRefused(await change({ ids: [id], status: 2, weight: -1 }), 'channel_weight_negative')
      assertRefused(await change({ status: 2 }), 'channels_none_to_change')
      assert.deepEqual(await desk.stored(id), before)
    })

    test('ordinary users may not', async () => {
      await desk.server.given.user({ username: `lin-${kind}`.slice(0, 12), role: role.ordinary })
      const lin = desk.server.client()
      await lin.signIn(`lin-${kind}`.slice(0, 12))
      const { response } = await lin.call(channelApi.changeMany, { body: { matching: {}, status: 2 } })
      assert.equal(!response.success && response.code, 'insufficient_permission')
    })
  })
