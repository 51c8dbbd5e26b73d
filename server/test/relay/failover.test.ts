import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { useHealthServers } from '../harness/channel-health.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { GivenChannel } from '../harness/relay-harness.ts'
import { booksOf } from './books.ts'
import { chatBody, send } from './send.ts'

const path = '/v1/chat/completions'
const status = (code: number, message?: string): Fault => ({
  kind: 'status',
  status: code,
  ...(message && { body: { error: { message, type: 'some_error' } } }),
})
const slow: Fault = { kind: 'delay', firstChunkMs: 30_000 }
const silent: Fault = { kind: 'delay', headersMs: 30_000 }

for (const kind of databaseKindsOfRun)
  describe(`failover [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    afterEach(async () => {
      await servers.one.options({ ErrorRules: '', ChannelChoice: 'weight', StickyBy: 'off', RetryTimes: '0' })
    })

    async function given(...channels: GivenChannel[]) {
      const { one, mock } = servers
      const here = one.place()
      const made: { id: number; key: string }[] = []
      for (const channel of channels) made.push(await here.channel(channel))
      const mine = await here.key()
      const call = (more: object = {}, headers: Record<string, string> = {}) =>
        send(one, path, { key: mine.key, headers, body: chatBody('hello', more) })
      const fail = (index: number, fault: Fault, times?: number) =>
        mock.faults.add({ match: { key: made[index]?.key ?? '' }, fault, ...(times && { times }) })
      const sent = () => here.sent().map(({ key }) => made.findIndex((each) => each.key === key))
      const listed = async (index: number) =>
        dataOf(await one.admin.call(channelKeyApi.list, { params: { id: String(made[index]?.id) } }))
      return { one, made, mine, call, fail, sent, listed }
    }

    for (const [name, fault] of Object.entries({ 'sends no output': slow, 'does not respond': silent }))
      test(`a stream that ${name} in time is given up, another channel serves the call, and the user pays once`, async () => {
        const { one, call, fail, sent, mine } = await given(
          { priority: 2, setting: { first_token_seconds: 0.3 } },
          { priority: 1 },
        )
        await one.options({ RetryTimes: '1' })
        fail(0, fault)
        const response = await call({ stream: true })
        assert.equal(response.status, 200, response.text)
        assert.match(response.text, /\[DONE\]/)
        assert.deepEqual(sent(), [0, 1])
        const { rows } = await booksOf(one, mine)
        assert.equal(rows.length, 1)
        assert.equal((await one.balance(mine.user_id)).held, 0)
      })

    test('a model may have a deadline of its own', async () => {
      const { one, call, fail, sent } = await given(
        { priority: 2, setting: { first_token_seconds: 60, first_token_seconds_by_model: { 'gpt-4o': 0.3 } } },
        { priority: 1 },
      )
      await one.options({ RetryTimes: '1' })
      fail(0, slow)
      assert.equal((await call({ stream: true })).status, 200)
      assert.deepEqual(sent(), [0, 1])
    })

    test('a rule passes an error of the upstream to the client and tries nothing else', async () => {
      const { one, call, fail, sent } = await given({ priority: 2 }, { priority: 1 })
      await one.options({ RetryTimes: '1', ErrorRules: '5xx pass maintenance window\n5xx retry' })
      fail(0, status(503, 'The maintenance window ends at noon'), 1)
      const { status: code, json } = await call()
      assert.equal(code, 503)
      assert.match(json.error.message, /maintenance window ends at noon/)
      assert.deepEqual(sent(), [0])
      fail(0, status(503, 'busy'), 1)
      assert.equal((await call()).status, 200)
      assert.deepEqual(sent(), [0, 0, 1])
    })

    test('a rule lets an error be retried that is not by itself', async () => {
      const { one, call, fail, sent } = await given({ priority: 2 }, { priority: 1 })
      await one.options({ RetryTimes: '1' })
      fail(0, status(400, 'this region is closed'), 2)
      assert.equal((await call()).status, 400)
      await one.options({ ErrorRules: '400 retry region is closed' })
      assert.equal((await call()).status, 200)
      assert.deepEqual(sent(), [0, 0, 1])
    })

    test('a rule pauses a channel at its first failure, and another disables one', async () => {
      const { one, call: request, fail, sent, listed } = await given({ priority: 2 }, { priority: 1 })
      await one.options({ RetryTimes: '1', ErrorRules: '500 cool_channel' })
      fail(0, status(500), 1)
      for (let call = 0; call < 2; call++) assert.equal((await request()).status, 200)
      assert.deepEqual(sent(), [0, 1, 1])
      await eventually('the pause is written', async () => (await listed(0)).cooling_until > 0)

      const other = await given({ priority: 2 }, { priority: 1 })
      await one.options({ ErrorRules: '403 disable_channel suspended' })
      other.fail(0, status(403, 'Your account is suspended'), 1)
      assert.equal((await other.call()).status, 200)
      const id = other.made[0]?.id ?? 0
      await eventually('it is disabled', async () => (await one.look(id)).status === channelStatus.autoDisabled)
    })

    test('by cost, the cheapest channel of a priority gets the calls, and the next one when it fails', async () => {
      const {
        one,
        call: request,
        fail,
        sent,
      } = await given(
        { weight: 1000 },
        { setting: { cost: { kind: 'multiple', multiple: 0.5 } } },
        { setting: { cost: { kind: 'multiple', multiple: 0.8 } } },
      )
      await one.options({ ChannelChoice: 'cost', RetryTimes: '1' })
      for (let call = 0; call < 3; call++) assert.equal((await request()).status, 200)
      assert.deepEqual(sent(), [1, 1, 1])
      fail(1, status(500), 1)
      assert.equal((await request()).status, 200)
      assert.deepEqual(sent().slice(3), [1, 2])
    })

    for (const [by, more, headers] of [
      ['header', {}, { 'x-session-id': 'mine' }],
      ['prefix', {}, {}],
    ] as const)
      test(`a conversation stays on its channel and key by ${by}, and moves on when that fails`, async () => {
        const { one, call: request, fail, sent, listed, made } = await given({}, {}, {}, {}, {}, {})
        await one.options({ StickyBy: by, RetryTimes: '1' })
        for (let call = 0; call < 8; call++) assert.equal((await request(more, headers)).status, 200)
        const [first = 0] = sent()
        assert.deepEqual(new Set(sent()), new Set([first]))
        const figures = async () => {
          const found = await listed(first)
          return found.sticky.calls === 8 && found
        }
        const { sticky } = await eventually('the figures are written', figures)
        assert.equal(sticky.hits, 7)
        fail(first, status(500), 1)
        assert.equal((await request(more, headers)).status, 200)
        const next = sent().at(-1) ?? 0
        assert.notEqual(next, first)
        for (let call = 0; call < 4; call++) await request(more, headers)
        assert.deepEqual(new Set(sent().slice(-5)), new Set([next]))
        assert.equal(made.length, 6)
      })
  })
