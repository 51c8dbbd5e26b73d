import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { pricingApi, quotaType } from '@turnpike/contract/money/pricing'
import { channelApi } from '@turnpike/contract/routing/channel'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { saveOptions } from '../../system/options/options.rules.ts'

for (const kind of databaseKindsOfRun)
  describe(`prices for everyone on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let admin: Client
    let lin: Client
    let vera: Client
    let visitor: Client
    before(async () => {
      const { given, client, deps } = servers.one
      await given.user({ username: 'chief', role: role.admin })
      for (const username of ['lin', 'vera']) await given.user({ username })
      admin = client()
      lin = client()
      vera = client()
      visitor = client()
      await admin.signIn('chief')
      await lin.signIn('lin')
      await vera.signIn('vera')
      await deps.store.updateTable('users').set({ group: 'vip' }).where('id', '=', vera.userId).execute()
      await saveOptions(deps.store, deps.vault, {
        GroupRatio: '{"default":1,"vip":0.8,"trial":2,"hidden":5}',
        UserUsableGroups: '{"trial":"To try it","gone":"No ratio"}',
        ModelRatio: '{"house-model":7.5}',
      })
      await deps.reload()
      await givenChannel({ type: 14, models: 'claude-sonnet-4-5,unpriced-model', group: 'vip' })
      await givenChannel({
        type: 1,
        models: 'dall-e-3,text-embedding-3-small,tts-1,house-model',
        group: 'default,hidden',
      })
      await givenChannel({ type: 1, models: 'gpt-4o,dall-e-3', group: 'vip' })
      await givenChannel({ type: 1, models: 'gpt-4.1', group: 'default', status: 2 })
    })

    const givenChannel = async (channel: { type: number; models: string; group: string; status?: 1 | 2 }) => {
      const body = { name: channel.models, key: 'sk-upstream', ...channel }
      const { response } = await admin.call(channelApi.create, { body })
      assert.ok(response.success, response.message)
    }
    const pricesFor = async (client: Client) => {
      const { response } = await client.call(pricingApi.list)
      assert.ok(response.success, response.message)
      return { ...response, rowOf: (model: string) => response.data.find(({ model_name }) => model_name === model) }
    }
    const names = async () => (await pricesFor(visitor)).data.map(({ model_name }) => model_name)

    test('the rows are the models that an enabled channel serves and that have a price, by name', async () => {
      const listed = ['claude-sonnet-4-5', 'dall-e-3', 'gpt-4o', 'house-model', 'text-embedding-3-small', 'tts-1']
      assert.deepEqual(await names(), listed)
    })

    test('a row has the members clients of this family read, and those only where they apply', async () => {
      const { data, rowOf } = await pricesFor(visitor)
      for (const row of data) pricingApi.list.data.element.strict().parse(row)
      assert.deepEqual(rowOf('claude-sonnet-4-5'), {
        model_name: 'claude-sonnet-4-5',
        quota_type: quotaType.tokens,
        model_price: 0,
        model_ratio: 1.5,
        completion_ratio: 5,
        cache_ratio: 0.1,
        cache_write_ratio: 1.25,
        enable_groups: [],
        owner_by: '',
        vendor: 'anthropic',
        tags: ['chat', 'caching', 'long_context'],
        supported_endpoint_types: ['openai', 'responses', 'anthropic', 'gemini'],
        context: 200_000,
        max_output: 64_000,
      })
      assert.deepEqual(rowOf('dall-e-3'), {
        model_name: 'dall-e-3',
        quota_type: quotaType.call,
        model_price: 0.04,
        model_ratio: 0,
        completion_ratio: 0,
        enable_groups: ['default'],
        owner_by: '',
        vendor: 'openai',
        tags: ['image'],
        supported_endpoint_types: ['images'],
      })
      assert.deepEqual(rowOf('house-model'), {
        model_name: 'house-model',
        quota_type: quotaType.tokens,
        model_price: 0,
        model_ratio: 7.5,
        completion_ratio: 1,
        enable_groups: ['default'],
        owner_by: '',
        vendor: '',
        tags: ['chat'],
        supported_endpoint_types: ['openai', 'responses', 'anthropic', 'gemini'],
      })
      assert.deepEqual(rowOf('text-embedding-3-small')?.supported_endpoint_types, ['embeddings'])
      assert.deepEqual(
        [rowOf('tts-1')?.supported_endpoint_types, rowOf('tts-1')?.counted_by],
        [['speech'], 'character'],
      )
    })

    test('visitors and users see the ratios of the groups they may use, and of no others', async () => {
      const open = {
        group_ratio: { trial: 2, default: 1 },
        usable_group: { trial: 'To try it', default: 'default' },
      }
      const groupsOf = async (client: Client) => {
        const { group_ratio, usable_group } = await pricesFor(client)
        return { group_ratio, usable_group }
      }
      assert.deepEqual(await groupsOf(visitor), open)
      assert.deepEqual(await groupsOf(lin), open)
      assert.deepEqual(await groupsOf(vera), {
        group_ratio: { trial: 2, vip: 0.8 },
        usable_group: { trial: 'To try it', vip: 'vip' },
      })
    })

    test('the session alone identifies the caller: no header is needed', async () => {
      const cookie = vera.cookie
      const response = await fetch(`${servers.one.url}/api/pricing`, { headers: { cookie } })
      const { success, group_ratio } = (await response.json()) as { success: boolean; group_ratio: object }
      assert.equal(success, true)
      assert.deepEqual(Object.keys(group_ratio), ['trial', 'vip'])
    })

    test('a model is gone with its last channel, and back with the next one', async () => {
      await givenChannel({ type: 43, models: 'deepseek-chat', group: 'default' })
      assert.ok((await names()).includes('deepseek-chat'))
      const { response } = await admin.call(channelApi.search, { query: { keyword: 'deepseek-chat' } })
      assert.ok(response.success)
      const id = response.data[0]?.id ?? 0
      await admin.call(channelApi.update, { body: { id, status: 2 } })
      assert.ok(!(await names()).includes('deepseek-chat'))
      await admin.call(channelApi.update, { body: { id, status: 1 } })
      assert.ok((await names()).includes('deepseek-chat'))
      await admin.call(channelApi.remove, { params: { id: String(id) } })
      assert.ok(!(await names()).includes('deepseek-chat'))
    })

    test('another price is another row, and a model that loses its price is not listed', async () => {
      const { deps } = servers.one
      await saveOptions(deps.store, deps.vault, { ModelPrice: '{"house-model":0.25}', ModelRatio: '{"tts-1":null}' })
      await deps.reload()
      const { rowOf } = await pricesFor(lin)
      assert.deepEqual([rowOf('house-model')?.quota_type, rowOf('house-model')?.model_price], [quotaType.call, 0.25])
      assert.equal(rowOf('tts-1'), undefined)
    })
  })
