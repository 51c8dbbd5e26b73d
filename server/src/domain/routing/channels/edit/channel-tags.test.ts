import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InputOf } from '@turnpike/contract/endpoint'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertIndexed, assertRefused, dataOf, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

for (const kind of databaseKindsOfRun)
  describe(`tags of channels [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const edit = (body: InputOf<typeof channelApi.editTag>['body']) => desk.admin.call(channelApi.editTag, { body })
    const lastAct = async () => (await desk.audit()).at(-1)

    test('an edit of a tag changes all of its channels and no others', async () => {
      const ids = [
        ...(await desk.create({ tag: 'old', models: 'a' })),
        ...(await desk.create({ tag: 'old', weight: 9 })),
      ]
      const [other = 0] = await desk.create({ tag: 'older' })
      const untouched = await desk.stored(other)
      const response = await edit({
        tag: ' old ',
        new_tag: ' new ',
        models: 'x, y,x',
        groups: 'vip ,svip',
        model_mapping: '{"x":"z"}',
        priority: 3,
        weight: 0,
      })
      assert.equal(response.response.success, true)
      for (const id of ids) {
        const { tag, models, group, model_mapping, priority, weight } = await desk.stored(id)
        assert.deepEqual(
          { tag, models, group, model_mapping, priority, weight },
          { tag: 'new', models: 'x,y', group: 'vip,svip', model_mapping: '{"x":"z"}', priority: 3, weight: 0 },
        )
      }
      assert.deepEqual(await desk.stored(other), untouched)
      await assertIndexed(desk.server)
      const audit = await lastAct()
      assert.deepEqual([audit?.action, audit?.target], ['channel.edit_tag', 'old'])
      assert.equal(JSON.parse(audit?.detail ?? '').count, 2)
    })

    test('empty members of an edit change nothing, except that an empty new tag takes the tag off', async () => {
      const [id = 0] = await desk.create({ tag: 'loose', models: 'a', model_mapping: '{"a":"b"}' })
      const before = await desk.stored(id)
      const many = (await desk.audit()).length
      const nothing = { models: '', groups: ' ', model_mapping: '', priority: null, weight: null, new_tag: null }
      assert.equal((await edit({ tag: 'loose', ...nothing })).response.success, true)
      assert.deepEqual(await desk.stored(id), before)
      assert.equal((await desk.audit()).length, many)
      await edit({ tag: 'loose', new_tag: '' })
      assert.deepEqual(await desk.stored(id), { ...before, tag: null })
      await assertIndexed(desk.server)
    })

    test('an edit of a tag is checked like an edit of a channel, and refused whole', async () => {
      const [id = 0] = await desk.create({ tag: 'strict' })
      const before = await desk.stored(id)
      const wrong = [
        [{ model_mapping: '{"a":1}' }, 'channel_mapping_invalid'],
        [{ model_mapping: 'a' }, 'channel_mapping_invalid'],
        [{ models: 'a\u0007' }, 'channel_model_name_invalid'],
        [{ models: ',' }, 'channel_models_missing'],
        [{ groups: ', ,' }, 'channel_group_missing'],
        [{ groups: 'x'.repeat(65) }, 'invalid_field'],
        [{ new_tag: 'a\nb' }, 'invalid_field'],
        [{ priority: -1000 }, 'channel_priority_low'],
        [{ priority: 1.5 }, 'invalid_field'],
        [{ weight: -1 }, 'channel_weight_negative'],
        [{ weight: 0.5 }, 'invalid_field'],
      ] as const
      for (const [change, code] of wrong)
        assertRefused(await edit({ tag: 'strict', weight: 4, ...change }), code, JSON.stringify(change))
      assert.deepEqual(await desk.stored(id), before)
    })

    test('a blank tag and a tag that nobody has are refused', async () => {
      const [untagged = 0] = await desk.create()
      for (const tag of ['', '  ']) {
        assertRefused(await edit({ tag, priority: 1 }), 'channel_tag_missing')
        assertRefused(await desk.admin.call(channelApi.enableTag, { body: { tag } }), 'channel_tag_missing')
        assertRefused(await desk.admin.call(channelApi.disableTag, { body: { tag } }), 'channel_tag_missing')
      }
      assertRefused(await edit({ tag: 'nobody has it' }), 'not_found')
      assertRefused(await desk.admin.call(channelApi.enableTag, { body: { tag: 'nobody has it' } }), 'not_found')
      assertRefused(await desk.admin.call(channelApi.disableTag, { body: { tag: 'nobody has it' } }), 'not_found')
      assert.equal((await desk.stored(untagged)).status, 1)
    })

    test('a tag is switched off and on with all its channels; switching on takes the reasons away', async () => {
      const [one = 0] = await desk.create({ tag: 'lamp', models: 'a,b' })
      const [broken = 0] = await desk.create({ tag: 'lamp' })
      const [other = 0] = await desk.create({ tag: 'lamps' })
      await desk.breakDown(broken)
      const statuses = async () => Promise.all([one, broken, other].map(async (id) => (await desk.stored(id)).status))

      await desk.admin.call(channelApi.disableTag, { body: { tag: 'lamp' } })
      assert.deepEqual(await statuses(), [2, 2, 1])
      assert.match((await desk.stored(broken)).other_info, /dead key/)
      await assertIndexed(desk.server)
      assert.deepEqual([(await lastAct())?.action, (await lastAct())?.target], ['channel.disable_tag', 'lamp'])

      await desk.admin.call(channelApi.enableTag, { body: { tag: 'lamp' } })
      assert.deepEqual(await statuses(), [1, 1, 1])
      assert.equal((await desk.stored(broken)).other_info, '')
      await assertIndexed(desk.server)
      const many = (await desk.audit()).length
      assert.equal((await desk.admin.call(channelApi.enableTag, { body: { tag: 'lamp' } })).response.success, true)
      assert.equal((await desk.audit()).length, many, 'nothing changed')
    })

    test('several channels get a tag at once, or lose it; the response counts those that were there', async () => {
      const ids = [...(await desk.create()), ...(await desk.create({ tag: 'was' }))]
      const tagMany = (body: InputOf<typeof channelApi.tagMany>['body']) =>
        desk.admin.call(channelApi.tagMany, { body })
      const tags = async () => Promise.all(ids.map(async (id) => (await desk.stored(id)).tag))

      assert.equal(dataOf(await tagMany({ ids: [...ids, 99_999_999], tag: ' fresh ' })), 2)
      assert.deepEqual(await tags(), ['fresh', 'fresh'])
      await assertIndexed(desk.server)
      assert.equal((await lastAct())?.target, ids.map((id) => `#${id}`).join(' '))
      assert.equal(dataOf(await tagMany({ ids, tag: 'fresh' })), 2)

      assertRefused(await tagMany({ ids: [], tag: 'x' }), 'channels_none_to_tag')
      assertRefused(await tagMany({ ids, tag: '  ' }), 'channel_tag_missing')
      assertRefused(await tagMany({ ids, tag: 'x'.repeat(65) }), 'invalid_field')
      assertRefused(await tagMany({ ids: [1.5], tag: 'x' }), 'invalid_field')
      assert.deepEqual(await tags(), ['fresh', 'fresh'])

      assert.equal(dataOf(await tagMany({ ids, tag: null })), 2)
      assert.deepEqual(await tags(), [null, null])
      await assertIndexed(desk.server)
    })

    test('a tag edit, a switch and single edits at the same time leave channels and index in agreement', async () => {
      const ids: number[] = []
      for (let count = 0; count < 6; count++) ids.push(...(await desk.create({ tag: 'crowd', models: 'a,b,c' })))
      const responses = await Promise.all([
        edit({ tag: 'crowd', models: 'x,y' }),
        desk.admin.call(channelApi.disableTag, { body: { tag: 'crowd' } }),
        edit({ tag: 'crowd', groups: 'vip,default' }),
        ...ids.map((id, at) => desk.admin.call(channelApi.update, { body: { id, priority: at } })),
        desk.admin.call(channelApi.fix),
      ])
      for (const { response } of responses) assert.ok(response.success, response.message)
      const rows = await Promise.all(ids.map(desk.stored))
      assert.deepEqual(
        rows.map(({ models, group, status, priority }) => [models, group, status, priority]),
        ids.map((_, at) => ['x,y', 'vip,default', 2, at]),
      )
      await assertIndexed(desk.server)
    })
  })
