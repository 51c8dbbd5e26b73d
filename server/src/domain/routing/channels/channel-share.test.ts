import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InputOf } from '@turnpike/contract/endpoint'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertRefused, dataOf, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'

for (const kind of databaseKindsOfRun)
  describe(`the share of a channel [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const share = async (body: Partial<InputOf<typeof channelApi.share>['body']>) =>
      desk.admin.call(channelApi.share, { body: { model: 'm', group: 'g', priority: 0, weight: 0, ...body } })
    const shares = async (body: Parameters<typeof share>[0]) =>
      dataOf(await share(body)).map(({ id, percent }) => [id, percent])

    test('alone, a channel gets everything', async () => {
      assert.deepEqual(dataOf(await share({ model: 'nobody else', weight: 7 })), [{ id: 0, name: '', percent: 100 }])
    })

    test('weights 0, 10 and 30 share 10, 20 and 40 of 70, as routing draws them', async () => {
      const [ten = 0] = await desk.create({ name: 'ten', models: 'm', group: 'g', weight: 10 })
      const [thirty = 0] = await desk.create({ models: 'm,other', group: 'x,g', weight: 30 })
      await desk.create({ models: 'm', group: 'another group', weight: 999 })
      await desk.create({ models: 'another', group: 'g', weight: 999 })
      const [off = 0] = await desk.create({ models: 'm', group: 'g', weight: 999 })
      await desk.admin.call(channelApi.update, { body: { id: off, status: 2 } })
      assert.deepEqual(await shares({ weight: 0 }), [
        [ten, 28.57],
        [thirty, 57.14],
        [0, 14.29],
      ])
      assert.deepEqual(await shares({ id: ten, weight: 30 }), [
        [thirty, 50],
        [ten, 50],
      ])
      assert.deepEqual(await shares({ id: off, weight: 10 }), [
        [ten, 25],
        [thirty, 50],
        [off, 25],
      ])
      assert.equal(dataOf(await share({ id: ten, model: ' m ', group: ' g ' })).at(-1)?.name, 'ten')
    })

    test('only the highest priority that anybody has shares the calls', async () => {
      const [high = 0] = await desk.create({ models: 'tiered', group: 'g', priority: 5 })
      await desk.create({ models: 'tiered', group: 'g', priority: 0 })
      assert.deepEqual(await shares({ model: 'tiered', priority: 0 }), [[high, 100]])
      assert.deepEqual(await shares({ model: 'tiered', priority: 6 }), [[0, 100]])
      assert.deepEqual(await shares({ model: 'tiered', priority: 5 }), [
        [high, 50],
        [0, 50],
      ])
    })

    test('nothing is stored, and nonsense is refused', async () => {
      const before = await desk.audit()
      assertRefused(await share({ id: 99_999_999 }), 'channel_missing')
      assertRefused(await share({ model: ' ' }), 'channel_models_missing')
      assertRefused(await share({ group: '' }), 'channel_group_missing')
      assertRefused(await share({ weight: -1 }), 'channel_weight_negative')
      assertRefused(await share({ priority: -1000 }), 'channel_priority_low')
      assert.deepEqual(await desk.audit(), before)
    })
  })
