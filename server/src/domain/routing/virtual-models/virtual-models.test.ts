import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import {
  membersMax,
  type NewVirtualModel,
  type VirtualModel,
  virtualModel,
  virtualModelApi,
} from '@turnpike/contract/routing/virtual-models'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { assertRefused, dataOf, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import type { Client } from '../../../../test/harness/harness.ts'

let number = 0
const fine = (fields: Partial<NewVirtualModel> = {}): NewVirtualModel => ({
  name: `best-${++number}`,
  description: 'What we recommend',
  mode: 'order',
  groups: [],
  is_enabled: true,
  members: [
    { model: 'gpt-4o', weight: 1, when: { prompt_tokens_max: 1000, price_max: 2.5 } },
    { model: 'gpt-4o-mini', weight: 2 },
  ],
  fallback_on: ['rate_limited'],
  ...fields,
})

for (const kind of databaseKinds)
  describe(`virtual models as administrators see them [${kind}]`, () => {
    const here = useChannelAdmin(kind)
    before(async () => {
      await here.create({ models: 'gpt-4o,unpriced-model' })
      await here.create({ models: 'gpt-4o-mini', group: 'vip' })
    })
    const create = (fields: Partial<NewVirtualModel> = {}) =>
      here.admin.call(virtualModelApi.create, { body: fine(fields) })
    const made = async (fields: Partial<NewVirtualModel> = {}) => dataOf(await create(fields))
    const change = (body: Partial<VirtualModel> & { id: number; seen_revision?: string }) =>
      here.admin.call(virtualModelApi.update, { body })
    const remove = (id: number) => here.admin.call(virtualModelApi.remove, { params: { id: String(id) } })
    const undo = (id: number | undefined) => here.admin.call(virtualModelApi.undo, { body: { id: id ?? 0 } })
    const listed = async () => dataOf(await here.admin.call(virtualModelApi.list))
    const one = async (id: number) => (await listed()).find((each) => each.id === id)
    const lastActs = async (count: number) =>
      (await here.audit()).slice(-count).map(({ action, target }) => [action, target])

    test('one is created as requested, listed by name, and audited', async () => {
      const created = await made({ name: 'zz' })
      virtualModel.parse(created)
      const other = await made({ name: 'aa' })
      const names = (await listed()).map(({ name }) => name)
      assert.deepEqual(names, ['aa', 'zz'])
      assert.deepEqual(await one(created.id), created)
      const { id, revision, updated_at, ...fields } = created
      assert.deepEqual(fields, { ...fine(), name: 'zz' })
      assert.ok(revision && updated_at > 0)
      assert.deepEqual(await lastActs(2), [
        ['virtual_model.create', `#${id} zz`],
        ['virtual_model.create', `#${other.id} aa`],
      ])
      const rows = await eventually('the log tells', async () => {
        const { items } = dataOf(
          await here.admin.call(logApi.list, { query: { type: String(logType.admin), page_size: '100' } }),
        )
        return items.some(({ content }) => content.includes('虚拟模型') && content.includes('aa')) && items
      })
      assert.ok(rows)
    })

    test('what cannot be is refused', async () => {
      const taken = await made()
      assertRefused(await create({ name: taken.name }), 'virtual_name_taken')
      assertRefused(await create({ members: [{ model: taken.name, weight: 1 }] }), 'virtual_nested')
      assertRefused(await create({ name: 'gpt-4o-mini' }), 'virtual_is_member')
      assertRefused(await create({ members: [] }), 'virtual_members_count')
      const many = Array.from({ length: membersMax + 1 }, (_, index) => ({ model: `m${index}`, weight: 1 }))
      assertRefused(await create({ members: many }), 'virtual_members_count')
      const twice = [1, 2].map((weight) => ({ model: 'gpt-4o', weight }))
      assertRefused(await create({ members: twice }), 'virtual_member_twice')
      assertRefused(await create({ name: 'a,b' }), 'virtual_name_invalid')
      assertRefused(await create({ name: ' a' }), 'virtual_name_invalid')
      assertRefused(await create({ groups: ['nowhere'] }), 'group_unknown')
      const crossed = [{ model: 'gpt-4o', weight: 1, when: { prompt_tokens_min: 9, prompt_tokens_max: 8 } }]
      assertRefused(await create({ members: crossed }), 'virtual_tokens_crossed')
      assertRefused(await change({ id: 999_999, is_enabled: false }), 'not_found')
      assertRefused(await remove(999_999), 'not_found')
      const other = await made()
      assertRefused(await change({ id: other.id, name: taken.name }), 'virtual_name_taken')
      assertRefused(await change({ id: other.id, members: [{ model: taken.name, weight: 1 }] }), 'virtual_nested')
    })

    if (!hasEveryTest(kind)) return

    test('its own name among its models stands for the real model', async () => {
      const created = await made({ name: 'unpriced-model', members: [{ model: 'unpriced-model', weight: 1 }] })
      assert.equal((await one(created.id))?.members[0]?.model, 'unpriced-model')
    })

    test('a change is audited with both values, can be taken back, and not over a later one', async () => {
      const before = await made()
      const renamed = await change({ id: before.id, name: `${before.name}-new`, fallback_on: ['timeout', 'too_long'] })
      assert.ok(renamed.response.success)
      const { undo_id } = renamed.response
      assert.deepEqual(await lastActs(1), [['virtual_model.update', `#${before.id} ${before.name}-new`]])
      const off = await change({ id: before.id, is_enabled: false })
      assert.ok(off.response.success)
      assert.deepEqual(await lastActs(1), [['virtual_model.disable', `#${before.id} ${before.name}-new`]])
      dataOf(await undo(undo_id))
      const back = await one(before.id)
      assert.partialDeepStrictEqual(back, { name: before.name, fallback_on: ['rate_limited'], is_enabled: false })
      assertRefused(await undo(undo_id), 'undo_done')
      dataOf(await undo(off.response.undo_id))
      assert.equal((await one(before.id))?.revision, before.revision)

      const first = await change({ id: before.id, mode: 'weight' })
      assert.ok(first.response.success)
      await change({ id: before.id, mode: 'order' })
      assertRefused(await undo(first.response.undo_id), 'undo_changed')
      const same = await change({ id: before.id, mode: 'order' })
      assert.ok(same.response.success && same.response.undo_id === undefined, 'nothing changed, so nothing is written')
    })

    test('a change of what somebody else has changed meanwhile is refused', async () => {
      const seen = await made()
      dataOf(await change({ id: seen.id, description: 'another', seen_revision: seen.revision }))
      const late = await change({ id: seen.id, description: 'mine', seen_revision: seen.revision })
      assert.equal(late.status, 409)
      assert.equal((await one(seen.id))?.description, 'another')
    })

    test('one that was deleted comes back by undo, unless its name was taken since', async () => {
      const created = await made()
      const removed = await remove(created.id)
      assert.ok(removed.response.success)
      assert.equal(await one(created.id), undefined)
      const heir = await made({ name: created.name })
      assertRefused(await undo(removed.response.undo_id), 'virtual_name_taken')
      await remove(heir.id)
      dataOf(await undo(removed.response.undo_id))
      assert.deepEqual(await one(created.id), created)
    })

    test('the choices are the models that channels serve, with their groups and whether they have a price', async () => {
      const choices = dataOf(await here.admin.call(virtualModelApi.choices))
      assert.deepEqual(choices, [
        { model: 'gpt-4o', groups: ['default'], is_priced: true },
        { model: 'gpt-4o-mini', groups: ['vip'], is_priced: true },
        { model: 'unpriced-model', groups: ['default'], is_priced: false },
      ])
    })

    test('people find it among their models and prices, where one of its models is served to them', async () => {
      const { name } = await made()
      const vipOnly = await made({ groups: ['vip'] })
      const off = await made({ is_enabled: false })
      const unserved = await made({ members: [{ model: 'nobody-serves-it', weight: 1 }] })
      await here.server.given.user({ username: 'lin' })
      const lin: Client = here.server.client()
      await lin.signIn('lin')
      await here.server.deps.store.updateTable('users').set({ group: 'default' }).where('id', '=', lin.userId).execute()
      const models = dataOf(await lin.call(catalogueApi.ownModels, { query: { group: 'default' } }))
      assert.ok(models.includes(name) && models.includes('gpt-4o'))
      for (const hidden of [vipOnly, off, unserved]) assert.ok(!models.includes(hidden.name), hidden.name)
      const priced = dataOf(await lin.call(pricingApi.list))
      const row = priced.find(({ model_name }) => model_name === name)
      assert.deepEqual(
        row?.members?.map(({ model_name, model_ratio }) => [model_name, model_ratio]),
        [
          ['gpt-4o', 1.25],
          ['gpt-4o-mini', 0.075],
        ],
      )
      assert.ok(row?.enable_groups.includes('default') && row.supported_endpoint_types.includes('openai'))
      for (const hidden of [off, unserved]) assert.ok(!priced.some(({ model_name }) => model_name === hidden.name))
      assert.equal(priced.find(({ model_name }) => model_name === 'gpt-4o')?.members, undefined)
    })
  })
