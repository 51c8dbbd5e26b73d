import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type ChannelRun, channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { type HealthServer, useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun, onDatabasesOfRun } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import { type Client, databaseEnv, secretKey } from '../../../../../test/harness/harness.ts'
import { silent } from '../../../../../test/harness/ledger.ts'
import { startRelay } from '../../../../../test/harness/relay-harness.ts'
import { startProcess } from '../../../../../test/processes/server-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../../../test/relay/held-upstream.ts'
import { readConfig } from '../../../../config.ts'
import { AppError } from '../../../../http/app-error.ts'
import { readRun } from './channel-run.queries.ts'
import { createChannelRuns, type Run } from './channel-run.ts'

for (const kind of databaseKindsOfRun)
  describe(`testing every channel [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {}, patient: { POLLING_INTERVAL: '0.05' } })
    let held: HeldUpstream
    before(async () => {
      held = await startHeldUpstream()
    })
    after(() => held.stop())
    beforeEach(() => servers.one.clear())
    // A test that failed must not leave its run to the next one.
    afterEach(() =>
      eventually('nothing runs', async () => {
        held.release()
        return !(await progress()).is_running
      }),
    )

    const begin = async (server: HealthServer = servers.one) => (await server.admin.call(channelApi.testAll)).response
    async function progress(server: HealthServer = servers.one): Promise<ChannelRun> {
      const { response } = await server.admin.call(channelApi.testRun)
      assert.ok(response.success)
      return response.data
    }
    const finished = (server?: HealthServer) =>
      eventually('the run is over', async () => {
        const run = await progress(server)
        return !run.is_running && run
      })

    test('before the first run there is nothing to tell', async () => {
      const nothing = { is_running: false, done: 0, total: 0, failed: 0, started_at: 0, finished_at: 0 }
      assert.deepEqual(await progress(), nothing)
    })

    test('a batch is tested like all channels: only its own, those that can be, and one run at a time', async () => {
      const chosen = await servers.one.routed({ key: 'sk-invalid-batch', auto_ban: 0 })
      const drawing = await servers.one.routed({ type: 2 })
      const other = await servers.one.routed()
      const start = async (body: object) => (await servers.one.admin.call(channelApi.testMany, { body })).response
      const begun = await start({ ids: [chosen, drawing] })
      assert.ok(begun.success, begun.message)
      assert.equal(begun.data, 1)
      const { total, failed } = await finished()
      assert.deepEqual({ total, failed }, { total: 1, failed: 1 })
      assert.ok((await servers.one.look(chosen)).failed_time > 0)
      assert.equal((await servers.one.look(other)).test_time, 0)

      const again = await start({ matching: { health: 'untested' } })
      assert.equal(again.success && again.data, 1, 'the drawing proxy cannot be tested')
      await finished()
      assert.ok((await servers.one.look(other)).test_time > 0)
      const none = await start({ ids: [drawing] })
      assert.equal(!none.success && none.code, 'channel_not_testable')
    })

    test('every channel that can be tested has its turn, whatever became of the others', async () => {
      const well = await servers.one.routed()
      const dead = await servers.one.routed({ key: 'sk-invalid-1' })
      const off = await servers.one.routed({ status: channelStatus.disabled })
      const drawing = await servers.one.routed({ type: 2 })
      const response = await begin()
      assert.ok(response.success, response.message)
      const run = await finished()
      assert.deepEqual({ done: run.done, total: run.total, failed: run.failed }, { done: 3, total: 3, failed: 1 })
      assert.ok(run.started_at > 0 && run.finished_at >= run.started_at)
      for (const id of [well, dead, off]) assert.ok((await servers.one.look(id)).test_time > 0)
      assert.equal((await servers.one.look(drawing)).test_time, 0)
      assert.equal((await servers.one.look(off)).status, channelStatus.disabled)
      const acts = await servers.one.deps.store.selectFrom('audit').select(['action', 'actor_name']).execute()
      assert.deepEqual(acts.at(-1), { action: 'channel.test_all', actor_name: 'admin-one' })
    })

    test('of two instances that begin at once one does, and the other sees how far it is', async () => {
      for (let number = 0; number < 6; number++) await servers.one.routed({ base_url: held.url })
      const responses = await Promise.all([begin(servers.one), begin(servers.two)])
      const [refused, ...others] = responses.filter(({ success }) => !success)
      assert.equal(others.length, 0, 'one of them began')
      assert.equal(refused && 'code' in refused && refused.code, 'test_running')

      await eventually('four are requested at once', () => held.waiting() === 4)
      for (const server of [servers.one, servers.two]) {
        const { is_running, done, total } = await progress(server)
        assert.deepEqual({ is_running, done, total }, { is_running: true, done: 0, total: 6 })
      }
      assert.equal(held.waiting(), 4, 'and no more')
      held.release()
      await eventually('the last two have their turn', () => held.waiting() === 2)
      for (const server of [servers.one, servers.two])
        await eventually('the first four are counted', async () => (await progress(server)).done === 4)
      assert.equal('code' in (await begin(servers.two)), true, 'it is still running')
      held.release()
      assert.equal((await finished(servers.two)).done, 6)
      assert.ok((await begin(servers.two)).success, 'and then the next may begin')
      await eventually('the next is at work', () => held.waiting() === 4)
      held.release()
      await eventually('its last two too', () => held.waiting() === 2)
      held.release()
      await finished()
    })

    test('with a pause between them channels are tested one after the other', async () => {
      for (let number = 0; number < 3; number++) await servers.one.routed({ base_url: held.url })
      const before = held.received()
      await begin(servers.patient)
      for (let number = 1; number <= 3; number++) {
        await eventually('the next is requested', () => held.waiting() === 1)
        const { done } = await progress()
        assert.deepEqual([done, held.received() - before], [number - 1, number])
        held.release()
      }
      assert.equal((await finished()).failed, 0)
    })

    test('a channel that is deleted before its turn is no failure', async () => {
      for (let number = 0; number < 5; number++) await servers.one.routed({ base_url: held.url })
      await begin()
      await eventually('four are requested', () => held.waiting() === 4)
      const [last] = await servers.one.deps.store.selectFrom('channels').select('id').orderBy('id', 'desc').execute()
      await servers.one.deps.store
        .deleteFrom('channels')
        .where('id', '=', last?.id ?? 0)
        .execute()
      held.release()
      const { done, failed } = await finished()
      assert.deepEqual({ done, failed }, { done: 5, failed: 0 })
    })

    test('a server that is told to stop ends its run, and says nothing about channels it did not hear from', async (t) => {
      const id = await servers.one.routed({ base_url: held.url })
      const third = await startRelay(servers.address, {}, servers.mock)
      atEnd(t, third.stop)
      const admin = third.client()
      await admin.signIn('admin-one')
      assert.ok((await admin.call(channelApi.testAll)).response.success)
      await eventually('it is at work', () => held.waiting() === 1)
      await third.stop()
      held.release()
      const { is_running, done, finished_at } = await progress()
      assert.deepEqual(
        { is_running, done, isFinished: finished_at > 0 },
        { is_running: false, done: 0, isFinished: true },
      )
      const { test_time, status } = await servers.one.look(id)
      assert.deepEqual({ test_time, status }, { test_time: 0, status: channelStatus.enabled })
    })

    test('a process that dies in its run blocks the next one only for a while', async (t) => {
      await servers.one.routed({ base_url: held.url })
      const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      const env = { ...databaseEnv(servers.address), SECRET_KEY: secretKey, DATA_DIR: folder }
      const doomed = await startProcess(t, env)
      await beginAt(doomed.url, servers.one.admin)
      await eventually('it is at work', () => held.waiting() === 1)
      doomed.kill('SIGKILL')
      await doomed.ended
      held.release()
      assert.equal((await progress()).is_running, true, 'it may still be alive for all we know')
      const early = await begin()
      assert.equal('code' in early && early.code, 'test_running')

      servers.one.moveTime(31)
      const dead = await progress()
      assert.deepEqual([dead.is_running, dead.finished_at], [false, 0])
      assert.ok((await begin()).success)
      await eventually('the next run is at work', () => held.waiting() === 1)
      held.release()
      assert.equal((await finished()).done, 1)
    })

    test('an instance that was held up too long leaves the run to whoever took it over', async () => {
      await servers.one.routed({ base_url: held.url })
      await begin(servers.two)
      await eventually('it is at work', () => held.waiting() === 1)
      const before = servers.two.lines.length
      const hasEnded = () => servers.two.lines.slice(before).some((line) => line.includes('"run ended"'))
      servers.one.moveTime(100)
      assert.ok((await begin(servers.one)).success, 'its time is over, by our clock')
      await eventually('the other notices', hasEnded)
      assert.equal((await progress(servers.one)).is_running, true, 'what it ends is its own run')
      held.release()
      assert.equal((await finished(servers.one)).done, 1)
    })
  })

/** A session is one in every process on the database. */
async function beginAt(url: string, { cookie, userId }: Client): Promise<void> {
  const response = await fetch(`${url}/api/channel/test`, { headers: { cookie, 'new-api-user': String(userId) } })
  assert.equal(((await response.json()) as { success: boolean }).success, true)
}

const given = (change: Partial<Run>): Run => ({
  name: 'any',
  busyCode: 'test_running',
  ids: [1],
  runOne: async () => true,
  ...change,
})

onDatabasesOfRun('a run that could not be written down has not begun', async ({ store }) => {
  const runs = createChannelRuns({ store, clock: () => 100, log: silent, config: readConfig({}) })
  const onBegin = async () => {
    throw new Error('no luck')
  }
  await assert.rejects(runs.begin(given({ onBegin })), /no luck/)
  assert.equal((await readRun(store, 'any', 100)).started_at, 0)
  await runs.begin(given({}))
  await runs.stop()
})

onDatabasesOfRun('what goes wrong with one counts as failed and keeps nobody from their turn', async ({ store }) => {
  const runs = createChannelRuns({ store, clock: () => 100, log: silent, config: readConfig({}) })
  const ended = Promise.withResolvers<object>()
  const runOne = async (id: number) => {
    if (id % 2 === 0) throw new Error('no luck')
    return id > 1
  }
  await runs.begin(given({ ids: [1, 2, 3, 4, 5, 6, 7], runOne, onEnd: ended.resolve }))
  assert.deepEqual(await ended.promise, { done: 7, failed: 4 })
  await runs.stop()
  const { is_running, done, failed, total, finished_at } = await readRun(store, 'any', 100)
  assert.deepEqual(
    { is_running, done, failed, total, finished_at },
    { is_running: false, done: 7, failed: 4, total: 7, finished_at: 100 },
  )
  await assert.doesNotReject(runs.begin(given({})), AppError)
  await runs.stop()
})
