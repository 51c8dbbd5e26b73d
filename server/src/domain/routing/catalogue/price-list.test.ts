import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { priceBookApi } from '@turnpike/contract/money/price-book'
import { pricingApi, quotaType } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi } from '@turnpike/contract/routing/channel'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { readBillingExpr } from '../../money/pricing/family/billing-expr.ts'

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
        create_cache_ratio: 1.25,
        cache_write_ratio: 1.25,
        tiers: { lengths: [{ above: 200_000, ratio: 2, completion_ratio: 3.75 }], services: { batch: { ratio: 0.5 } } },
        billing_mode: 'tiered_expr',
        billing_expr:
          '(len <= 200000 ? tier("base", p * 3 + c * 15 + cr * 0.3 + cc * 3.75 + cc1h * 6) : tier("above_200000", p * 6 + c * 22.5 + cr * 0.6 + cc * 7.5 + cc1h * 12)) * (param("service_tier") == "batch" ? 0.5 : 1)',
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

    test('users of a group see what they pay in another one instead of its ratio', async () => {
      const { deps } = servers.one
      await saveOptions(deps.store, deps.vault, { GroupGroupRatio: '{"vip":{"trial":0.3,"hidden":0.1}}' })
      await deps.reload()
      assert.deepEqual((await pricesFor(vera)).group_ratio, { trial: 0.3, vip: 0.8 })
      assert.deepEqual((await pricesFor(lin)).group_ratio, { trial: 2, default: 1 })
      const own = await vera.call(catalogueApi.ownGroups)
      assert.deepEqual(own.response.success && own.response.data.trial, { desc: 'To try it', ratio: 0.3 })
      const open = await visitor.call(catalogueApi.openGroups)
      assert.deepEqual(open.response.success && open.response.data.trial, { desc: 'To try it', ratio: 2 })
    })

    test('every ratio that an administrator sets is listed, and the tiers', async () => {
      const { deps } = servers.one
      const tiers = {
        lengths: [{ above: 200_000, ratio: 2, completion_ratio: 3.75 }],
        services: { priority: { ratio: 2 } },
        times: { zone: 'Asia/Shanghai', spans: [{ from: '00:00', to: '08:00', factor: 0.5 }] },
      }
      await saveOptions(deps.store, deps.vault, {
        CacheRatio: '{"house-model":0.1}',
        CreateCacheRatio: '{"house-model":1.5}',
        ImageRatio: '{"house-model":2}',
        ImageCompletionRatio: '{"house-model":8}',
        AudioRatio: '{"house-model":16}',
        AudioCompletionRatio: '{"house-model":4}',
        ModelTiers: JSON.stringify({ 'house-model': tiers }),
      })
      await deps.reload()
      const { data, rowOf } = await pricesFor(visitor)
      for (const row of data) pricingApi.list.data.element.strict().parse(row)
      const row = rowOf('house-model')
      assert.deepEqual(
        [row?.cache_ratio, row?.create_cache_ratio, row?.image_ratio, row?.image_completion_ratio],
        [0.1, 1.5, 2, 8],
      )
      assert.deepEqual([row?.audio_ratio, row?.audio_completion_ratio, row?.tiers], [16, 4, tiers])
      assert.equal(row?.billing_mode, 'tiered_expr')
      const read = readBillingExpr(row?.billing_expr ?? '', 500_000)
      assert.deepEqual([read?.ModelRatio, read?.CacheRatio, read?.ModelTiers], [7.5, 0.1, tiers])
      assert.equal(rowOf('dall-e-3')?.billing_expr, undefined)
    })

    test('the price book is refused until the administrator publishes it', async () => {
      const { deps } = servers.one
      const config = () => visitor.call(pricingApi.ratioConfig)
      const refused = await config()
      assert.deepEqual([refused.status, refused.response.success], [403, false])
      await saveOptions(deps.store, deps.vault, {
        ExposeRatioEnabled: 'true',
        ModelRatio: '{"house-model":7.5,"gpt-4o":null}',
      })
      await deps.reload()
      const { response } = await config()
      assert.ok(response.success, response.message)
      const { data } = response
      pricingApi.ratioConfig.data.strict().parse(data)
      assert.deepEqual(
        [data.model_ratio['house-model'], data.model_ratio['claude-sonnet-4-5'], data.model_ratio['gpt-4o']],
        [7.5, 1.5, undefined],
      )
      assert.equal(data.completion_ratio['claude-sonnet-4-5'], 5)
      assert.equal(data.model_price['dall-e-3'], 0.04)
      const fine = [
        data.cache_ratio,
        data.create_cache_ratio,
        data.image_ratio,
        data.image_completion_ratio,
        data.audio_ratio,
        data.audio_completion_ratio,
      ]
      assert.deepEqual(
        fine.map((map) => map['house-model']),
        [0.1, 1.5, 2, 8, 16, 4],
      )
      assert.equal(data.billing_mode['house-model'], 'tiered_expr')
      const row = (await pricesFor(visitor)).rowOf('house-model')
      assert.equal(data.billing_expr['house-model'], row?.billing_expr)
      assert.equal(data.billing_expr['tts-1'], undefined)
      await saveOptions(deps.store, deps.vault, { ExposeRatioEnabled: 'false', ModelRatio: '{"house-model":7.5}' })
      await deps.reload()
    })

    test('the next scheduled increase of a model is beside its price, and a decrease is not', async () => {
      const root = servers.one.client()
      await root.signIn('root', '123456')
      const schedule = async (inDays: number, ModelRatio: number) => {
        const effective_at = servers.one.deps.clock() + inDays * 86_400
        const changes = [{ model: 'house-model', amounts: { ModelRatio } }]
        const { response } = await root.call(priceBookApi.change, { body: { effective_at, changes } })
        assert.ok(response.success && response.data.id, response.message)
        return { id: response.data.id, effective_at }
      }
      const upcoming = async () => (await pricesFor(visitor)).rowOf('house-model')?.upcoming
      const cheaper = await schedule(5, 7)
      assert.equal(await upcoming(), undefined)
      const dearer = await schedule(10, 9)
      await schedule(20, 10)
      const { rowOf } = await pricesFor(visitor)
      const row = rowOf('house-model')
      pricingApi.list.data.element.strict().parse(row)
      assert.deepEqual([row?.model_ratio, row?.upcoming?.model_ratio], [7.5, 9])
      assert.equal(row?.upcoming?.effective_at, dearer.effective_at)
      assert.deepEqual(row?.upcoming?.tiers, row?.tiers)
      assert.equal(rowOf('gpt-4o')?.upcoming, undefined)
      await root.call(priceBookApi.remove, { params: { id: String(dearer.id) } })
      assert.equal((await upcoming())?.model_ratio, 10)
      await servers.one.deps.store.deleteFrom('price_changes').where('id', '<>', cheaper.id).execute()
      await root.call(priceBookApi.remove, { params: { id: String(cheaper.id) } })
      assert.equal(await upcoming(), undefined)
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
