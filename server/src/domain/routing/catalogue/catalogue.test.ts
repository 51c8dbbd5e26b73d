import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { channelTypeOrder } from '@turnpike/contract/channel-types'
import type { DataOf, Endpoint } from '@turnpike/contract/endpoint'
import { errorText } from '@turnpike/contract/errors'
import { role } from '@turnpike/contract/identity/user'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { knownModels } from '@turnpike/contract/routing/known-models'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, type ConsoleResult, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import defaultPrices from '../../money/pricing/default-prices.json' with { type: 'json' }

for (const kind of databaseKinds)
  describe(`groups and models on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let lin: Client
    let admin: Client
    before(async () => {
      const { given, client, deps } = servers.one
      await given.user({ username: 'lin' })
      await given.user({ username: 'chief', role: role.admin })
      lin = client()
      admin = client()
      await lin.signIn('lin')
      await admin.signIn('chief')
      await deps.store.updateTable('users').set({ group: 'staff' }).where('id', '=', lin.userId).execute()
      await saveOptions(deps.store, deps.vault, {
        GroupRatio: '{"default":1,"vip":0.5,"staff":2,"hidden":1,"__proto__":3}',
        ModelRatio: '{"Zeta":1}',
        UserUsableGroups: '{"default":"For all","vip":"Faster","gone":"No ratio","__proto__":"odd"}',
      })
      await deps.reload()
      await givenAbilities([
        ['default', 'gpt-4o', 1],
        ['default', 'b-off', 0],
        ['vip', 'gpt-4o', 1],
        ['vip', 'claude-sonnet-5', 1],
        ['staff', 'Zeta', 1],
        ['staff', 'no-price', 1],
        ['hidden', 'secret-model', 1],
        ['gone', 'gone-model', 1],
      ])
    })

    const givenAbilities = async (rows: [group: string, model: string, enabled: 0 | 1][]) => {
      const { store, clock } = servers.one.deps
      const { id } = await store
        .insertInto('channels')
        .values({ type: 1, key_cipher: '', key_hash: '', name: 'upstream', created_time: clock() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await store
        .insertInto('abilities')
        .values(rows.map(([group, model, enabled]) => ({ group, model, enabled, channel_id: id })))
        .execute()
    }
    const dataOf = async <E extends Endpoint>(call: Promise<ConsoleResult<DataOf<E>>>) => {
      const { response } = await call
      assert.ok(response.success, response.message)
      return response.data
    }
    const modelsOf = (client: Client, group?: string) =>
      dataOf<typeof catalogueApi.ownModels>(client.call(catalogueApi.ownModels, { query: { group } }))

    test('administrators see the names of all groups', async () => {
      const groups = await dataOf<typeof catalogueApi.groups>(admin.call(catalogueApi.groups))
      assert.deepEqual(groups.toSorted(), ['__proto__', 'default', 'hidden', 'staff', 'vip'])
    })

    test('people may use the open groups and their own, as far as those have a ratio', async () => {
      const open = [
        ['default', { desc: 'For all', ratio: 1 }],
        ['vip', { desc: 'Faster', ratio: 0.5 }],
        ['__proto__', { desc: 'odd', ratio: 3 }],
      ]
      const entriesOf = async (
        client: Client,
        endpoint: typeof catalogueApi.ownGroups | typeof catalogueApi.openGroups,
      ) => Object.entries(await dataOf<typeof endpoint>(client.call(endpoint)))
      assert.deepEqual(await entriesOf(lin, catalogueApi.ownGroups), [...open, ['staff', { desc: 'staff', ratio: 2 }]])
      assert.deepEqual(await entriesOf(admin, catalogueApi.ownGroups), open)
      assert.deepEqual(await entriesOf(servers.one.client(), catalogueApi.openGroups), open)
    })

    if (!hasEveryTest(kind)) return

    test('the models one can call are those served in one’s groups, each once, in order', async () => {
      assert.deepEqual(await modelsOf(lin), ['Zeta', 'claude-sonnet-5', 'gpt-4o'])
      assert.deepEqual(await modelsOf(admin), ['claude-sonnet-5', 'gpt-4o'])
      assert.deepEqual(await modelsOf(lin, 'undefined'), ['Zeta', 'claude-sonnet-5', 'gpt-4o'])
    })

    test('a model without a price is offered to nobody, and administrators are told which ones those are', async () => {
      assert.ok(!(await modelsOf(lin)).includes('no-price'))
      const unpriced = (models?: string[]) =>
        dataOf<typeof pricingApi.unpriced>(admin.call(pricingApi.unpriced, { body: { models } }))
      assert.deepEqual(await unpriced(), ['gone-model', 'no-price', 'secret-model'])
      assert.deepEqual(await unpriced(['new', 'gpt-4o', 'new', 'toString']), ['new', 'toString'])
      assert.equal((await lin.call(pricingApi.unpriced, { body: {} })).response.success, false)
    })

    test('administrators see every model that an enabled channel serves, in any group', async () => {
      const served = await dataOf<typeof catalogueApi.servedModels>(admin.call(catalogueApi.servedModels))
      assert.deepEqual(served, ['Zeta', 'claude-sonnet-5', 'gone-model', 'gpt-4o', 'no-price', 'secret-model'])
    })

    test('of one group, if one may use it; nothing is an empty list', async () => {
      assert.deepEqual(await modelsOf(lin, 'vip'), ['claude-sonnet-5', 'gpt-4o'])
      assert.deepEqual(await modelsOf(lin, 'staff'), ['Zeta'])
      assert.deepEqual(await modelsOf(lin, '__proto__'), [])
      for (const group of ['hidden', 'gone', 'nowhere', 'toString', '\u0000']) {
        const { response } = await lin.call(catalogueApi.ownModels, { query: { group } })
        assert.equal(response.success, false)
        assert.equal(response.message, errorText('token_group_refused', 'zh', { group }))
      }
    })

    test('the usual models of each channel type are lists, also where there are none', async () => {
      const lists = await dataOf<typeof catalogueApi.modelsByType>(lin.call(catalogueApi.modelsByType))
      // Drawing and music proxies do tasks, and AI Proxy accepts the name of any library.
      const unlisted = new Set<number>([2, 5, 36, 21])
      const types = channelTypeOrder.filter((type) => !unlisted.has(type)).sort((one, other) => one - other)
      assert.deepEqual(Object.keys(lists).map(Number), types)
      assert.ok(lists[14]?.includes('claude-3-5-sonnet-20241022') && lists[43]?.includes('deepseek-chat'))
      assert.deepEqual(lists[37], [])
    })

    test('every known model is there for administrators to choose from', async () => {
      const models = await dataOf<typeof catalogueApi.knownModels>(admin.call(catalogueApi.knownModels))
      for (const model of models) catalogueApi.knownModels.data.element.parse(model)
      assert.equal(models.length, knownModels.length)
      const { permission, ...rest } = models.find(({ id }) => id === 'gpt-4o') ?? { permission: [] }
      assert.equal(permission.length, 1)
      assert.deepEqual(rest, {
        id: 'gpt-4o',
        object: 'model',
        created: 1626777600,
        owned_by: 'openai',
        root: 'gpt-4o',
        parent: null,
        is_priced: true,
      })
      assert.equal(models.find(({ id }) => id === 'text-ada-001')?.is_priced, false)
    })
  })

test('every model that ships with a price is known by name, but for those that stand for many', () => {
  const known = new Set(knownModels.map(({ id }) => id))
  const manyNames = ['gpt-4-all', 'gpt-4-gizmo-*', 'gpt-4o-all', 'gpt-4o-gizmo-*']
  const sizes = ['sora-2-pro-1024x1792', 'sora-2-pro-1792x1024'] // of a video, each with a price of its own
  assert.deepEqual(
    Object.keys(defaultPrices).filter((model) => !known.has(model)),
    [...manyNames, ...sizes],
  )
})
