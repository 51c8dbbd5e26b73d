import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type ModelPage, modelPageApi } from '@turnpike/contract/routing/model-page'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { assertRefused, dataOf } from '../../../../../test/harness/channel-admin.ts'
import { useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import type { Client } from '../../../../../test/harness/harness.ts'
import { chatBody, send } from '../../../../../test/relay/send.ts'
import { failureKindsOf, percentilesOf } from './model-figures.ts'

test('percentiles are times that were measured', () => {
  assert.equal(percentilesOf([]), null)
  assert.deepEqual(percentilesOf([7]), { p50: 7, p95: 7, count: 1 })
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  assert.deepEqual(percentilesOf(times), { p50: 50, p95: 95, count: 100 })
})

test('equal failures are counted as one kind, the most frequent first', () => {
  const failure = (at: number, code: string, is_refusal = false) => ({ at, code, status: 429, is_refusal })
  const kinds = failureKindsOf([failure(5, 'a'), failure(3, 'b'), failure(4, 'b'), failure(9, 'a', true)])
  assert.deepEqual(
    kinds.map(({ code, count, last_at, is_refusal }) => [code, count, last_at, is_refusal]),
    [
      ['b', 2, 4, false],
      ['a', 1, 9, true],
      ['a', 1, 5, false],
    ],
  )
})

for (const kind of databaseKindsOfRun)
  describe(`the page of a model [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    let user: Client
    let userKey: string
    before(async () => {
      const { one } = servers
      await one.options({ RetryTimes: '0', GroupRatio: '{"default":1,"vip":0.5}', UserUsableGroups: '{"default":"d"}' })
      const mine = await one.key()
      user = one.client()
      await user.signIn(mine.username)
      userKey = mine.key
    })
    const page = (name: string, client = servers.one.admin, hours: '24' | '168' = '24') =>
      client.call(modelPageApi.get, { query: { name, hours } })
    const pageOf = async (...args: Parameters<typeof page>): Promise<ModelPage> => dataOf(await page(...args))

    test('it counts successes and failures, and keeps refusals apart', async () => {
      const { one, mock } = servers
      const id = await one.routed({ models: 'gpt-4o-mini', key: 'sk-page' })
      await one.deps.reload()
      const poor = await one.key({ quota: 1 })
      const ask = async (key: string) =>
        (await send(one, '/v1/chat/completions', { key, body: chatBody('hello', { model: 'gpt-4o-mini' }) })).status
      assert.deepEqual([await ask(userKey), await ask(userKey)], [200, 200])
      mock.faults.add({ match: { key: 'sk-page' }, times: 1, fault: { kind: 'status', status: 503 } })
      assert.equal(await ask(userKey), 503)
      assert.equal(await ask(poor.key), 403)
      const seen = await eventually('the failed requests in the log', async () => {
        const found = await pageOf('gpt-4o-mini')
        return found.failures?.length === 2 && found.channels?.[0]?.recent?.total === 3 && found
      })
      assert.equal(seen.success_rate, 66.7)
      const { quota, ...counts } = seen.traffic ?? { quota: 0 }
      assert.deepEqual(counts, { requests: 3, failed: 1, refused: 1 })
      assert.ok(quota > 0)
      assert.equal(seen.latency?.count, 2)
      assert.deepEqual(seen.failures?.map(({ code, count, is_refusal }) => [code, count, is_refusal]).sort(), [
        ['insufficient_user_quota', 1, true],
        ['overloaded', 1, false],
      ])
      const [channel] = seen.channels ?? []
      assert.deepEqual(
        [channel?.id, channel?.requests, channel?.failed, channel?.recent?.failed, channel?.recent?.last?.status],
        [id, 3, 1, 1, 503],
      )
      assert.equal(seen.price?.model_name, 'gpt-4o-mini')
    })

    test('users see rates and times of the models of their groups, and nothing else', async () => {
      const { one } = servers
      await one.routed({ models: 'gpt-4.1', group: 'vip' })
      await one.deps.reload()
      const { channels, traffic, failures, success_rate, latency, group_ratio } = await pageOf('gpt-4o-mini', user)
      assert.deepEqual([channels, traffic, failures, success_rate, latency?.count], [null, null, null, 66.7, 2])
      assert.deepEqual(group_ratio, { default: 1 })
      assertRefused(await page('gpt-4.1', user), 'model_unknown')
      assert.deepEqual(
        (await pageOf('gpt-4.1')).channels?.map(({ groups }) => groups),
        [['vip']],
      )
      for (const client of [user, one.admin]) assertRefused(await page('no-such-model', client), 'model_unknown')
    })

    test('a week has the days before, and requests of other groups are not among those of a user', async () => {
      const { one } = servers
      const hour = one.deps.clock() - (one.deps.clock() % 3600)
      const id = await one.routed({ models: 'gpt-4.1-mini' })
      await one.deps.reload()
      const row = (at: number, group: string, calls: number, failures: number) => ({
        ...{ hour: at, user_id: 1, token_id: 1, channel_id: id, model_name: 'gpt-4.1-mini', group },
        ...{ username: 'ada', token_name: 't', calls, failures, quota: 10, prompt_tokens: 0, completion_tokens: 0 },
        ...{ use_seconds: 0, first_calls: 0, first_ms: 0 },
      })
      const rows = [row(hour, 'default', 3, 1), row(hour, 'vip', 4, 0)]
      await one.deps.store.insertInto('usage_hours').values(rows).execute()
      const today = hour - (hour % 86_400)
      await one.deps.store
        .insertInto('usage_days')
        .values([...rows.map((each) => ({ ...each, hour: today })), row(today - 2 * 86_400, 'default', 2, 0)])
        .execute()
      const requestsOf = async (hours: '24' | '168') =>
        (await pageOf('gpt-4.1-mini', one.admin, hours)).traffic?.requests
      assert.deepEqual([await requestsOf('24'), await requestsOf('168')], [8, 10])
      assert.equal((await pageOf('gpt-4.1-mini', user)).success_rate, 75)
    })

    test('the virtual models that contain it are named, to those who may use them', async () => {
      const { one } = servers
      const create = async (name: string, groups: string[]) => {
        const { response } = await one.admin.call(virtualModelApi.create, {
          body: {
            ...{ name, groups, mode: 'order', is_enabled: true, fallback_on: [] },
            members: [{ model: 'gpt-4o-mini', weight: 1 }],
          },
        })
        assert.ok(response.success, response.message)
      }
      await create('acme/best', [])
      await create('acme/vip', ['vip'])
      assert.deepEqual((await pageOf('gpt-4o-mini')).virtual_models, ['acme/best', 'acme/vip'])
      assert.deepEqual((await pageOf('gpt-4o-mini', user)).virtual_models, ['acme/best'])
      const virtual = await pageOf('acme/best', user)
      assert.deepEqual(
        virtual.price?.members?.map(({ model_name }) => model_name),
        ['gpt-4o-mini'],
      )
      assertRefused(await page('acme/vip', user), 'model_unknown')
    })
  })
