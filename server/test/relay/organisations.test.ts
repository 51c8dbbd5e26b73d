import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { tokenApi } from '@turnpike/contract/identity/token'
import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { insertTask } from '../../src/domain/usage/tasks/tasks.queries.ts'
import { clientOf } from '../harness/acting-for.ts'
import { useHealthServers } from '../harness/channel-health.ts'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { givenMember, givenOrganisation } from '../harness/organisations.ts'
import { chatBody, send } from './send.ts'
import { startSteeredUpstream } from './steered-upstream.ts'

type Answer<Data> = { response: { success: true; data: Data } | { success: false; code?: string; message: string } }

function dataOf<Data>({ response }: Answer<Data>): Data {
  assert.ok(response.success, JSON.stringify(response))
  return response.data
}
const codeOf = ({ response }: Answer<unknown>) => (response.success ? 'ok' : response.code)
const path = '/v1/chat/completions'
const unit = 500_000

for (const kind of databaseKinds)
  describe(`keys of members of an organisation [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    const ids: Record<string, number> = {}
    const at: Record<string, Client> = {}
    let acme: number
    let ofAnn: { id: number; key: string }
    let ofBen: { id: number; key: string }

    const by = (name: string): Client => {
      const client = at[name]
      assert.ok(client, name)
      return client
    }
    const idOf = (name: string) => ids[name] ?? 0
    const made = async (name: string, body: object = {}) =>
      dataOf(await by(name).call(tokenApi.create, { body: { name: `key of ${name}`, unlimited_quota: true, ...body } }))

    // Ann owns Acme, Ben is a member; the balance is 10 dollars.
    before(async () => {
      const { one } = servers
      const { store } = one.deps
      for (const username of ['ann', 'ben']) ids[username] = await one.given.user({ username })
      acme = await givenOrganisation(store, idOf('ann'), { quota: 10 * unit })
      await givenMember(store, acme, idOf('ben'))
      for (const name of ['ann', 'ben']) {
        at[name] = await clientOf(one, name)
        at[`${name}@acme`] = await clientOf(one, name, acme)
      }
      await one.routed({ models: 'gpt-4o,gpt-4o-mini' })
      await one.deps.reload()
      ofAnn = await made('ann@acme')
      ofBen = await made('ben@acme', { unlimited_quota: false, remain_quota: 2 * unit })
    })

    test('a call is charged to the organisation, and the key stops when its member leaves', async () => {
      const { one } = servers
      const { status } = await send(one, path, { key: ofBen.key, body: chatBody() })
      assert.equal(status, 200)
      const { quota, used_quota, held } = await one.balance(acme)
      assert.ok(used_quota > 0 && held === 0)
      assert.equal(quota, 10 * unit - used_quota)
      assert.deepEqual((await one.balance(idOf('ben'))).used_quota, 0)
    })

    test('billing shows members what is left of their token, and the balance to who may see it', async () => {
      const { one } = servers
      const { quota, used_quota } = await one.balance(acme)
      const limit = async (key: string) =>
        (await send(one, '/v1/dashboard/billing/subscription', { key })).json.hard_limit_usd
      const usage = async (key: string) => (await send(one, '/v1/dashboard/billing/usage', { key })).json.total_usage
      for (const isToken of ['true', 'false']) {
        await one.options({ DisplayTokenStatEnabled: isToken })
        assert.equal(await limit(ofBen.key), 2, `of the token: ${isToken}`)
        assert.equal(await usage(ofBen.key), (used_quota / unit) * 100)
      }
      assert.equal(await limit(ofAnn.key), (quota + used_quota) / unit)
      await one.options({ DisplayTokenStatEnabled: 'true' })
      assert.equal(await limit(ofAnn.key), 100_000_000)
    })

    test('models and usage of a key are those that the member may use', async () => {
      const { one } = servers
      const { store } = one.deps
      const seat = (models: string) =>
        store.updateTable('organisation_members').set({ models }).where('user_id', '=', idOf('ben')).execute()
      const models = async (key: string) =>
        (await send(one, '/v1/models', { key })).json.data.map(({ id }: { id: string }) => id).sort()
      await seat('gpt-4o-mini')
      const narrow = await made('ben@acme', { model_limits_enabled: true, model_limits: 'gpt-4o,gpt-4o-mini' })
      const usage = (await send(one, '/api/usage/token', { key: narrow.key })).json
      assert.deepEqual(usage.data.model_limits, { 'gpt-4o-mini': true })
      assert.deepEqual(await models(narrow.key), ['gpt-4o-mini'])
      assert.deepEqual(await models(ofAnn.key), ['gpt-4o', 'gpt-4o-mini'])
      await seat('')
      assert.equal((await send(one, '/api/usage/token', { key: ofBen.key })).json.data.model_limits_enabled, false)
    })

    test('a route is explained to who holds the token and to who manages the organisation, the balance to who may see it', async () => {
      const explain = (name: string, body: object) =>
        by(name).call(routeExplainApi.explain, { body: { model: 'gpt-4o', ...body } })
      const token = { token_id: ofBen.id }
      const { balance, refusal } = dataOf(await explain('ann@acme', token))
      assert.equal(refusal, null)
      assert.ok((balance?.user ?? 0) > 5 * unit)
      const ofMember = dataOf(await explain('ben@acme', token))
      assert.deepEqual([ofMember.refusal, ofMember.balance], [null, null])
      assert.equal(codeOf(await explain('ben', token)), 'not_found')
      assert.equal(codeOf(await explain('ann', token)), 'not_found')
      assert.equal(codeOf(await explain('ben@acme', { token_id: ofAnn.id })), 'not_found')
      assert.equal(codeOf(await explain('ann@acme', { user_id: idOf('ben') })), 'user_read_forbidden')
      const playground = dataOf(await explain('ann@acme', {}))
      assert.equal(playground.balance?.user, (await servers.one.balance(acme)).quota)
      assert.equal(dataOf(await explain('ann', {})).refusal?.step, 'balance', 'Ann herself has nothing')
    })

    test('a key finds the tasks of its member in its account', async () => {
      const { one } = servers
      const { store, clock } = one.deps
      const own = await one.key({ user_id: idOf('ben') })
      const task = (user_id: number, account_id: number, action: string) =>
        insertTask(store, {
          ...{
            created_at: clock(),
            updated_at: clock(),
            platform: 'suno',
            action,
            task_id: 'song-1',
            request_id: action,
          },
          ...{ user_id, account_id, token_id: 1, channel_id: 1, model_name: 'suno_music', group: 'default' },
          ...{ status: 'IN_PROGRESS', submit_time: clock() * 1000, poll_at: clock() + 99_999 },
        })
      const found = async (key: string) => {
        const single = (await send(one, '/suno/fetch/song-1', { key })).json
        const list = (await send(one, '/suno/fetch', { key, body: { ids: ['song-1'] } })).json.data
        assert.equal(list.length, single.code === 'success' ? 1 : 0)
        return single.code === 'success' ? single.data.action : undefined
      }
      await task(idOf('ann'), acme, 'OF_ANN')
      assert.deepEqual([await found(ofBen.key), await found(own.key)], [undefined, undefined])
      await task(idOf('ben'), acme, 'IN_ACME')
      assert.deepEqual([await found(ofBen.key), await found(own.key)], ['IN_ACME', undefined])
      await task(idOf('ben'), 0, 'OWN')
      assert.deepEqual(
        [await found(ofBen.key), await found(own.key), await found(ofAnn.key)],
        ['IN_ACME', 'OWN', 'OF_ANN'],
      )
    })

    test('a running call is shown with the organisation that pays', async (t) => {
      const { one } = servers
      const upstream = await startSteeredUpstream(t)
      await one.routed({ base_url: upstream.url, models: 'steered', priority: 9 })
      await one.options({ ModelRatio: '{"steered":1}' })
      const relayed = send(one, path, { key: ofBen.key, body: { ...chatBody(), model: 'steered' } })
      const { response } = await upstream.next()
      const live = async (username: string) =>
        dataOf(await one.admin.call(liveCallsApi.list, { query: { username } })).calls[0]
      const shown = await eventually('the running call', () => live('Acm'))
      assert.deepEqual(
        [shown.user_id, shown.username, shown.account_id, shown.account],
        [idOf('ben'), 'ben', acme, 'Acme'],
      )
      assert.equal((await live(String(acme)))?.request_id, shown.request_id)
      response.destroy()
      await relayed
    })

    test('the key of somebody who has left shows nothing more', async () => {
      const { one } = servers
      const { key } = ofBen
      const ofKey = async () => [
        (await send(one, '/api/usage/token', { key })).json.code,
        (await send(one, '/api/log/token', { key })).json.success,
      ]
      assert.deepEqual(await ofKey(), [true, true])
      await one.deps.store.deleteFrom('organisation_members').where('user_id', '=', idOf('ben')).execute()
      assert.deepEqual(await ofKey(), ['org_member_missing', false])
      one.moveTime(2)
      const refused = await eventually('the refusal', async () => {
        const sent = await send(one, path, { key, body: chatBody() })
        return sent.status === 403 ? sent : undefined
      })
      assert.equal(refused.json.error.code, 'org_member_missing')
    })
  })
