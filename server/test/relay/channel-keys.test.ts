import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { channelKeyApi, keyStatus } from '@turnpike/contract/routing/channel-keys'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { type HealthServer, useHealthServers } from '../harness/channel-health.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { chatBody, send } from './send.ts'

const path = '/v1/chat/completions'
const status = (code: number, headers?: Record<string, string>): Fault => ({
  kind: 'status',
  status: code,
  ...(headers && { headers }),
})
let number = 0

for (const kind of databaseKindsOfRun)
  describe(`calls through a channel with several keys [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })

    /** A channel with so many keys, and someone who calls it. */
    async function given(count: number, more: object = {}) {
      const { one, two, mock } = servers
      const here = one.place()
      const secrets = Array.from({ length: count }, () => `sk-several-${++number}-of-channel`)
      const body = { type: 1, name: 'several', models: 'gpt-4o', group: here.group, base_url: mock.url }
      const created = await one.admin.call(channelApi.create, {
        body: { ...body, key: secrets.join('\n'), multi_key_mode: 'polling', ...more },
      })
      const [id = 0] = dataOf(created).ids
      await two.deps.reload()
      const { key, user_id } = await here.key()
      const call = (server: HealthServer = one) => send(server, path, { key, body: chatBody('hello') })
      const fail = (index: number, fault: Fault, times?: number) =>
        mock.faults.add({ match: { key: secrets[index] ?? '' }, fault, ...(times && { times }) })
      /** Which keys arrived upstream, in order. */
      const sent = () =>
        mock.requests
          .list()
          .map((request) => secrets.indexOf(request.key))
          .filter((index) => index >= 0)
      const keys = async () => dataOf(await one.admin.call(channelKeyApi.list, { params: { id: String(id) } })).keys
      /** The keys once they are as wanted: what calls find out is written a moment later. */
      const keysOnce = (what: string, isSo: (list: Awaited<ReturnType<typeof keys>>) => boolean) =>
        eventually(what, async () => {
          const list = await keys()
          return isSo(list) && list
        })
      return { here, id, call, fail, sent, keys, keysOnce, user_id }
    }
    const assertOk = async (response: ReturnType<typeof send>) => {
      const { status, text } = await response
      assert.equal(status, 200, text)
    }

    test('keys are taken in turn', async () => {
      const { call: request, sent } = await given(3)
      for (let call = 0; call < 6; call++) await assertOk(request())
      assert.deepEqual(sent(), [0, 1, 2, 0, 1, 2])
    })

    test('a refused key is disabled, the call succeeds with another one, and is charged once', async () => {
      const { id, call, fail, sent, keysOnce, user_id } = await given(2)
      fail(0, status(401))
      const before = await servers.one.balance(user_id)
      await assertOk(call())
      assert.deepEqual(sent(), [0, 1], 'without any retry that an administrator allows')
      const after = await servers.one.balance(user_id)
      assert.equal(after.request_count, 1)
      assert.equal(after.held, 0)
      const [dead, alive] = await keysOnce('the key is disabled', ([first]) => first?.status === keyStatus.autoDisabled)
      assert.match(dead?.reason ?? '', /^401 /)
      assert.ok((dead?.last_error_time ?? 0) > 0)
      assert.equal(alive?.status, keyStatus.enabled)
      assert.equal((await servers.one.look(id)).status, channelStatus.enabled)
      await servers.one.deps.reload()
      await assertOk(call())
      await assertOk(call())
      assert.deepEqual(sent(), [0, 1, 1, 1])
      const [, spender] = await keysOnce('the spending is written', ([, second]) => second?.calls === 3)
      const { quota } = await servers.one.balance(user_id)
      assert.equal(spender?.used_quota, before.quota - quota)
    })

    test('a key with too many calls waits as long as its upstream says, on every instance', async () => {
      const { one, two } = servers
      const { call: request, fail, sent, keysOnce } = await given(2)
      fail(0, status(429, { 'retry-after': '120' }), 1)
      await assertOk(request())
      const [waiting] = await keysOnce('the key waits', ([first]) => (first?.cooling_until ?? 0) > 0)
      const left = (waiting?.cooling_until ?? 0) - one.deps.clock()
      assert.ok(left > 100 && left <= 120, `waits ${left} s`)
      assert.equal(waiting?.status, keyStatus.enabled)
      await two.deps.reload()
      for (let call = 0; call < 3; call++) {
        await assertOk(request())
        await assertOk(request(two))
      }
      assert.deepEqual(sent().slice(2), [1, 1, 1, 1, 1, 1])
      one.moveTime(121)
      for (let call = 0; call < 2; call++) await assertOk(request())
      assert.deepEqual(sent().slice(8).sort(), [0, 1])
      await keysOnce('the key is called again', ([first]) => first?.cooling_until === 0)
      await two.deps.reload()
      for (let call = 0; call < 2; call++) await assertOk(request(two))
      assert.deepEqual(sent().slice(10).sort(), [0, 1])
    })

    test('while all keys wait, calls go to them all the same', async () => {
      const { call, fail, sent } = await given(2)
      fail(0, status(429), 1)
      fail(1, status(429), 1)
      assert.equal((await call()).status, 429)
      await assertOk(call())
      assert.equal(sent().length, 3)
    })

    test('a channel whose last key is refused is disabled, where an administrator wants that', async () => {
      const { one } = servers
      await one.options({ AutomaticDisableChannelEnabled: 'true' })
      const { id, call, fail, keysOnce } = await given(2)
      fail(0, status(401))
      fail(1, status(401))
      assert.notEqual((await call()).status, 200)
      await eventually(
        'the channel is disabled',
        async () => (await one.look(id)).status === channelStatus.autoDisabled,
      )
      await keysOnce('one key is disabled', (list) => list.some((key) => key.status === keyStatus.autoDisabled))
      assert.equal((await one.look(id)).isRouted, false)
      await one.options({ AutomaticDisableChannelEnabled: 'false' })
    })

    test('a key of a channel that is not to be disabled by itself waits instead', async () => {
      const { call, fail, keysOnce } = await given(2, { auto_ban: 0 })
      fail(0, status(401))
      await assertOk(call())
      const [first] = await keysOnce('the key waits', ([key]) => (key?.cooling_until ?? 0) > 0)
      assert.equal(first?.status, keyStatus.enabled)
    })

    test('a failure that is not the key’s leaves the key alone', async () => {
      const { call, fail, keys } = await given(2)
      fail(0, status(500))
      assert.equal((await call()).status, 502)
      const [first] = await keys()
      assert.deepEqual([first?.status, first?.cooling_until], [keyStatus.enabled, 0])
    })

    test('a pause that an administrator ends is over at once', async () => {
      const { one } = servers
      const { id, call: request, fail, sent, keysOnce } = await given(2)
      fail(0, status(429), 1)
      await assertOk(request())
      const [first] = await keysOnce('the key waits', ([key]) => (key?.cooling_until ?? 0) > 0)
      dataOf(await one.admin.call(channelKeyApi.resume, { body: { channel: id, id: first?.id ?? 0 } }))
      for (let call = 0; call < 2; call++) await assertOk(request())
      assert.deepEqual(sent().slice(2).sort(), [0, 1])
    })

    test('a stored response is continued with the key that made it', async () => {
      const { here, sent } = await given(3, { models: 'gpt-4o' })
      const { key } = await here.key()
      const respond = async (more: object) => {
        const { status, json, text } = await send(servers.one, '/v1/responses', {
          key,
          body: { model: 'gpt-4o', input: 'hello', store: true, ...more },
        })
        assert.equal(status, 200, text)
        return json.id as string
      }
      let id = await respond({})
      for (let turn = 0; turn < 3; turn++) id = await respond({ previous_response_id: id })
      assert.equal(new Set(sent()).size, 1)
    })
  })
