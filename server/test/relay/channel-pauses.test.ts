import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { type HealthServer, useHealthServers } from '../harness/channel-health.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { chatBody, send } from './send.ts'

const status = (code: number): Fault => ({ kind: 'status', status: code })

for (const kind of databaseKindsOfRun)
  describe(`pauses of channels that fail [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    before(async () => {
      await servers.one.options({ ChannelPauseFailures: '3', RetryTimes: '1' })
      await servers.two.deps.reload()
    })

    /** A channel that is tried first, one that takes over, and someone who calls them. */
    async function given() {
      const { one, two, mock } = servers
      const here = one.place()
      const first = await here.channel({ priority: 5 })
      const second = await here.channel({ priority: 1 })
      await two.deps.reload()
      const { key } = await here.key()
      const call = async (server: HealthServer = one) => {
        const { status, text } = await send(server, '/v1/chat/completions', { key, body: chatBody('hello') })
        assert.equal(status, 200, text)
      }
      const fail = (fault: Fault, times: number) => mock.faults.add({ match: { key: first.key }, fault, times })
      const sent = () => here.sent().map((request) => (request.key === first.key ? 'first' : 'second'))
      const pause = async () =>
        dataOf(await one.admin.call(channelKeyApi.list, { params: { id: String(first.id) } })).cooling_until
      return { first, second, call, fail, sent, pause }
    }

    test('a channel is paused after so many failures in a row, not after one, and comes back by one call', async () => {
      const { one, two } = servers
      const { call: request, fail, sent, pause } = await given()
      fail(status(500), 3)
      for (let call = 0; call < 3; call++) await request()
      assert.deepEqual(sent(), ['first', 'second', 'first', 'second', 'first', 'second'])
      const until = await eventually('the pause is written', pause)
      assert.ok(until > one.deps.clock())
      await two.deps.reload()
      await request()
      await request(two)
      assert.deepEqual(sent().slice(6), ['second', 'second'])
      one.moveTime(31)
      await request()
      await request()
      assert.deepEqual(sent().slice(8), ['first', 'first'])
      await eventually('the pause is over', async () => (await pause()) === 0)
      await two.deps.reload()
      await request(two)
      assert.equal(sent().at(-1), 'first')
    })

    test('a success in between begins the count anew', async () => {
      const { call: request, fail, sent, pause } = await given()
      fail(status(500), 2)
      for (let call = 0; call < 3; call++) await request()
      fail(status(500), 2)
      for (let call = 0; call < 2; call++) await request()
      assert.equal(await pause(), 0)
      assert.equal(sent().filter((which) => which === 'first').length, 5)
    })

    test('a client’s mistake is no failure of the channel', async () => {
      const { one, mock } = servers
      const here = one.place()
      const { id, key: secret } = await here.channel()
      const { key } = await here.key()
      mock.faults.add({ match: { key: secret }, fault: status(400), times: 4 })
      for (let call = 0; call < 4; call++) await send(one, '/v1/chat/completions', { key, body: chatBody('hello') })
      const { cooling_until } = dataOf(await one.admin.call(channelKeyApi.list, { params: { id: String(id) } }))
      assert.equal(cooling_until, 0)
    })

    test('a channel without another one to take over is called although it is paused', async () => {
      const { one, mock } = servers
      const here = one.place()
      const only = await here.channel()
      const { key } = await here.key()
      mock.faults.add({ match: { key: only.key }, fault: status(500), times: 4 })
      const request = () => send(one, '/v1/chat/completions', { key, body: chatBody('hello') })
      for (let call = 0; call < 4; call++) assert.equal((await request()).status, 502)
      assert.equal((await request()).status, 200)
    })
  })
