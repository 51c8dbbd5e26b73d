import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { attemptsMax, channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import type { Fault } from '../../../../../../mock-upstream/faults/fault.ts'
import { dataOf } from '../../../../../test/harness/channel-admin.ts'
import { type HealthServer, useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import { startRelay } from '../../../../../test/harness/relay-harness.ts'
import { chatBody, send } from '../../../../../test/relay/send.ts'
import { writeAttempts } from './attempt-text.ts'
import { pruneAttempts } from './attempts.rules.ts'

const path = '/v1/chat/completions'
const status = (code: number): Fault => ({ kind: 'status', status: code })

for (const kind of databaseKindsOfRun)
  describe(`attempts on channels [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    before(async () => {
      await servers.one.options({ RetryTimes: '1' })
      await servers.two.deps.reload()
    })
    const listed = async (server: HealthServer, ...ids: number[]) => {
      const data = dataOf(await server.admin.call(channelAttemptApi.list, { query: { ids: ids.join(',') } }))
      return data.map(({ attempts }) => attempts)
    }
    /** The attempts of one channel, once there are so many. */
    const shown = (server: HealthServer, id: number, count: number) =>
      eventually(`${count} attempts on channel ${id}`, async () => {
        const [attempts = []] = await listed(server, id)
        return attempts.length >= count && attempts
      })
    const failing = async (server: HealthServer) => dataOf(await server.admin.call(channelAttemptApi.failing))
    const healthOf = async (server: HealthServer, id: number) =>
      dataOf(await server.admin.call(channelApi.get, { params: { id: String(id) } })).health
    const named = async (server: HealthServer, health: string) =>
      dataOf(await server.admin.call(channelApi.list, { query: { health } })).map(({ id }) => id)

    /** A channel that fails, the one that takes over, and someone who calls them. */
    async function given(fault: Fault) {
      const { one, mock } = servers
      const here = one.place()
      const bad = await here.channel({ priority: 5 })
      const good = await here.channel({ priority: 1 })
      mock.faults.add({ match: { key: bad.key }, fault })
      const { key } = await here.key()
      await servers.two.deps.reload()
      const call = async (server: HealthServer, more: object = {}) => {
        const response = await send(server, path, { key, body: chatBody('hello', more) })
        assert.equal(response.status, 200, response.text)
      }
      return { bad: bad.id, good: good.id, call }
    }
    /** Attempts as another process would have written them. */
    const wrote = (channel_id: number, process: string, times: number[], outcome: 'ok' | 'network' = 'ok') => {
      const attempts = times.map((at) => ({ at, ms: 5, outcome, status: 0, model: process, isRetry: false }))
      const newest = times.at(-1) ?? 0
      const recent_failures = outcome === 'ok' ? 0 : Math.min(10, times.length)
      const row = { channel_id, process, newest, recent_failures, attempts: writeAttempts(attempts) }
      return servers.one.deps.store.insertInto('channel_attempts').values(row).execute()
    }

    test('a failed attempt is kept though another channel served the call', async () => {
      const { bad, good, call } = await given(status(429))
      await call(servers.one)
      const [failed] = await shown(servers.one, bad, 1)
      assert.ok(failed)
      const { at, ms, ...rest } = failed
      assert.deepEqual(rest, { outcome: 'rate_limited', status: 429, model: 'gpt-4o' })
      assert.ok(Math.abs(at - servers.one.deps.clock()) < 60 && ms >= 0)
      const [served] = await shown(servers.one, good, 1)
      assert.deepEqual([served?.outcome, served?.status], ['ok', 0])
      assert.equal(
        (await failing(servers.one)).channels.some(({ id }) => id === bad),
        false,
        'one failure is none',
      )
      assert.equal(await healthOf(servers.one, bad), 'untested')
    })

    test('the attempts of two processes are one history, and a channel fails by both together', async () => {
      const { bad, good, call } = await given(status(500))
      await call(servers.one)
      await call(servers.two)
      await call(servers.two)
      const attempts = await shown(servers.one, bad, 3)
      assert.deepEqual(
        attempts.map(({ outcome }) => outcome),
        ['overloaded', 'overloaded', 'overloaded'],
      )
      assert.deepEqual(await listed(servers.two, bad), [attempts])
      const rows = await servers.one.deps.store
        .selectFrom('channel_attempts')
        .select(['process', 'recent_failures'])
        .where('channel_id', '=', bad)
        .execute()
      assert.deepEqual(rows.map((row) => row.recent_failures).sort(), [1, 2])

      await shown(servers.one, good, 3)
      const summary = await failing(servers.two)
      assert.deepEqual(
        summary.channels.filter(({ id }) => id === bad).map((each) => each.status),
        [1],
      )
      assert.equal(summary.affected?.model, 'gpt-4o')
      assert.equal(await healthOf(servers.two, bad), 'failed')
      assert.ok((await named(servers.two, 'failed')).includes(bad))
      assert.ok((await named(servers.two, 'untested')).includes(good))
      assert.equal((await named(servers.two, 'untested')).includes(bad), false)
    })

    test('the list counts failed channels by the same rule, and puts those that get calls first', async () => {
      const { one } = servers
      await one.clear()
      const now = one.deps.clock()
      const off = await one.channel({ status: 2, priority: 9 })
      const stopped = await one.channel({ status: 3, priority: 8 })
      const byCalls = await one.channel({ priority: 1 })
      const fine = await one.channel({ priority: 2 })
      await one.deps.store.updateTable('channels').set({ failed_time: 5 }).where('id', '=', off).execute()
      await wrote(byCalls, 'p', [now - 3, now - 2, now - 1], 'network')
      await wrote(fine, 'p', [now - 3, now - 2, now - 1])
      assert.deepEqual(await named(one, 'failed'), [byCalls, stopped, off])
      const { response } = await one.admin.call(channelApi.list, { query: {} })
      assert.equal(response.success && response.counts.failed, 3)
      const { channels, ...summary } = await failing(one)
      assert.deepEqual(
        channels.map(({ id, status, last_at, models, worst }) => [id, status, last_at, models, worst?.failed]),
        [
          [stopped, 3, 0, 1, undefined],
          [byCalls, 1, now - 1, 1, 3],
        ],
      )
      assert.deepEqual(summary, {
        count: 2,
        affected: { model: 'p', percent: 50, total: 6, failed: 3, last_at: now - 1 },
        below_cost: false,
      })

      const body = { matching: { health: 'failed' as const }, status: 2 as const }
      assert.equal(dataOf(await one.admin.call(channelApi.changeMany, { body })), 3)
      assert.deepEqual(await failing(one), { count: 0, channels: [], affected: null, below_cost: false })
      assert.equal((await one.look(fine)).status, 1)
    })

    test('a channel that is enabled again, or gets another key, is judged anew', async () => {
      const { one } = servers
      const now = one.deps.clock()
      const [enabled, rekeyed] = [await one.channel({ status: 2 }), await one.channel()]
      for (const id of [enabled, rekeyed]) await wrote(id, 'p', [now - 3, now - 2, now - 1], 'network')
      assert.deepEqual([await healthOf(one, enabled), await healthOf(one, rekeyed)], ['failed', 'failed'])
      const update = async (body: { id: number; status?: 1; key?: string; weight?: number }) =>
        dataOf(await one.admin.call(channelApi.update, { body })).health
      assert.equal(await update({ id: rekeyed, weight: 3 }), 'failed', 'a weight changes nothing')
      assert.equal(await update({ id: enabled, status: 1 }), 'untested')
      assert.equal(await update({ id: rekeyed, key: 'sk-another-one' }), 'untested')
      assert.equal((await listed(one, rekeyed))[0]?.length, 3, 'the history stays')
    })

    test('a model that is taken out of a channel no longer makes it fail', async () => {
      const { one } = servers
      const now = one.deps.clock()
      const id = await one.channel({ models: 'p,gpt-4o' })
      await wrote(id, 'p', [now - 3, now - 2, now - 1], 'network')
      const worstOf = async () => (await failing(one)).channels.find((each) => each.id === id)?.worst
      assert.deepEqual(await worstOf(), { model: 'p', total: 3, failed: 3, last_at: now - 1 })
      assert.equal(dataOf(await one.admin.call(channelApi.disableModel, { body: { ids: [id], model: 'p' } })), 1)
      assert.deepEqual([await worstOf(), await healthOf(one, id)], [undefined, 'untested'])
    })

    test('the traffic is that of the last 24 hours on the channel, without refusals of the gateway', async () => {
      const { one } = servers
      const hour = one.deps.clock() - (one.deps.clock() % 3600)
      const id = await one.channel()
      const row = (channel_id: number, at: number, calls: number, failures: number, quota: number) => ({
        ...{ hour: at, user_id: 1, token_id: 1, channel_id, model_name: 'gpt-4o', group: 'default' },
        ...{ username: 'ada', token_name: 't', calls, failures, quota, prompt_tokens: 0, completion_tokens: 0 },
        ...{ use_seconds: 0, first_calls: 0, first_ms: 0 },
      })
      const rows = [
        row(id, hour, 3, 1, 50),
        row(id, hour - 86_400, 2, 0, 20),
        row(id, hour - 90_000, 9, 9, 900),
        row(0, hour, 0, 7, 0),
      ]
      await one.deps.store.insertInto('usage_hours').values(rows).execute()
      const [listedOne] = dataOf(await one.admin.call(channelAttemptApi.list, { query: { ids: String(id) } }))
      assert.deepEqual(listedOne?.traffic, { requests: 6, failed: 1, quota: 70 })
    })

    test('the attempts outlive the process that noted them', async () => {
      const { bad, good, call: request } = await given(status(503))
      const third = await startRelay(servers.address, {}, servers.mock)
      const again = { ...servers.one, url: third.url }
      try {
        for (let call = 0; call < 3; call++) await request(again)
      } finally {
        await third.stop() // writes what is still unwritten
      }
      const attempts = await listed(servers.one, bad, good)
      assert.deepEqual(
        attempts.map((each) => each.map(({ outcome }) => outcome)),
        [
          ['overloaded', 'overloaded', 'overloaded'],
          ['ok', 'ok', 'ok'],
        ],
      )
    })

    test('a response that breaks off is a failure, and one whose client disconnects is not', async () => {
      const { one, mock } = servers
      const here = one.place()
      const { id, key: upstreamKey } = await here.channel()
      const { key } = await here.key()
      mock.faults.add({
        match: { key: upstreamKey },
        times: 1,
        fault: { kind: 'cut', at: 'after-chunks', afterChunks: 2 },
      })
      const streamed = { key, body: chatBody('one two three four five six', { stream: true }) }
      await send(one, path, streamed)
      assert.deepEqual(
        (await shown(one, id, 1)).map(({ outcome }) => outcome),
        ['network'],
      )
      const held = mock.holdResponse({ key: upstreamKey })
      const gone = new AbortController()
      const call = send(one, path, { ...streamed, signal: gone.signal })
      await held.pieces
      gone.abort()
      await assert.rejects(call)
      await send(one, path, streamed)
      assert.deepEqual(
        (await shown(one, id, 2)).map(({ outcome }) => outcome),
        ['network', 'ok'],
      )
    })

    test('the rows of a channel go with it, and what a process writes later is deleted', async () => {
      const { one } = servers
      const { bad, good, call } = await given(status(500))
      await call(one)
      await shown(one, bad, 1)
      await shown(one, good, 1)
      await one.admin.call(channelApi.remove, { params: { id: String(bad) } })
      const rowsOf = (id: number) =>
        one.deps.store.selectFrom('channel_attempts').select('process').where('channel_id', '=', id).execute()
      assert.deepEqual(await rowsOf(bad), [])
      assert.deepEqual(await listed(one, bad), [])
      await wrote(bad, 'late', [1, 2, 3], 'network')
      assert.equal(
        (await failing(one)).channels.some(({ id }) => id === bad),
        false,
      )
      await pruneAttempts(one.deps.store)
      assert.deepEqual(await rowsOf(bad), [])
      assert.equal((await rowsOf(good)).length, 1)
    })

    test('rows of ended processes go once all of their attempts are replaced by newer ones', async () => {
      const { one } = servers
      const id = await one.channel()
      const times = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
      for (let process = 0; process < 12; process++) await wrote(id, `p${process}`, times(1000 * (process + 1), 20))
      const before = await listed(one, id)
      assert.equal(before[0]?.length, attemptsMax)
      await pruneAttempts(one.deps.store)
      const rows = await one.deps.store
        .selectFrom('channel_attempts')
        .select('process')
        .where('channel_id', '=', id)
        .execute()
      assert.deepEqual(rows.map(({ process }) => process).sort(), ['p10', 'p11', 'p9'])
      assert.deepEqual(await listed(one, id), before)
    })

    test('ids that are none are refused', async () => {
      for (const ids of [
        '',
        '0',
        '-1',
        '1,',
        '1;drop',
        'x',
        Array.from({ length: 101 }, (_, at) => at + 1).join(','),
      ]) {
        const { response } = await servers.one.admin.call(channelAttemptApi.list, { query: { ids } })
        assert.equal(response.success, false, ids)
      }
    })
  })
