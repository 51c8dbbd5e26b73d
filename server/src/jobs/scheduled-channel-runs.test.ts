import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { atEnd } from '../../test/harness/at-end.ts'
import { useHealthServers } from '../../test/harness/channel-health.ts'
import { databaseKindsOfRun, freshDatabase } from '../../test/harness/databases.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startRelay } from '../../test/harness/relay-harness.ts'
import type { ChannelDeps } from '../domain/routing/channels/channel-deps.ts'
import { readRun } from '../domain/routing/channels/runs/channel-run.queries.ts'
import { balanceRunName, testRunName } from '../domain/routing/channels/runs/channel-run.rules.ts'
import { testChannels, updateBalances } from './scheduled-channel-runs.ts'

const everySeconds = 600

for (const kind of databaseKindsOfRun)
  describe(`channels are looked after by themselves [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    beforeEach(() => servers.one.clear())
    const depsOf = (name: 'one' | 'two') => servers[name].deps as ChannelDeps // a server returns everything it has
    const run = (name: string) => readRun(servers.one.deps.store, name, servers.one.deps.clock())
    const ended = (name: string, since = 0) =>
      eventually('the run is over', async () => {
        const { is_running, started_at, done } = await run(name)
        return started_at > since && !is_running && { started_at, done }
      })

    for (const [what, job, name, calls] of [
      ['tests', testChannels, testRunName, 1],
      ['balances', updateBalances, balanceRunName, 2],
    ] as const)
      test(`${what}: once per turn over all instances, and nobody is named for it`, async () => {
        await servers.one.routed()
        await job(depsOf('one'), 'one', everySeconds)
        await job(depsOf('two'), 'two', everySeconds)
        const { started_at, done } = await ended(name)
        assert.equal(done, 1)
        assert.equal(servers.mock.requests.list().length, calls)
        servers.two.moveTime(everySeconds)
        servers.one.moveTime(everySeconds)
        await job(depsOf('two'), 'two', everySeconds)
        await ended(name, started_at)
        assert.equal(servers.mock.requests.list().length, 2 * calls)
        assert.deepEqual(await servers.one.deps.store.selectFrom('audit').select('id').execute(), [])
      })
  })

test('an operator says how often, and by default it never happens', async (t) => {
  const database = await freshDatabase('sqlite')
  atEnd(t, database.drop)
  mock.timers.enable({ apis: ['setInterval'] })
  atEnd(t, () => mock.timers.reset())
  const idle = await startRelay(database.address)
  atEnd(t, idle.stop)
  await idle.channel()
  mock.timers.tick(20 * 60_000)
  await idle.stop() // waits for the runs that have begun
  const busy = await startRelay(database.address, { CHANNEL_TEST_FREQUENCY: '10', CHANNEL_UPDATE_FREQUENCY: '20' })
  atEnd(t, busy.stop)
  const { store, clock } = busy.deps
  const startOf = async (name: string) => (await readRun(store, name, clock())).started_at
  assert.deepEqual([await startOf(testRunName), await startOf(balanceRunName)], [0, 0])
  mock.timers.tick(10 * 60_000)
  await eventually('the tests have begun', async () => (await startOf(testRunName)) > 0)
  assert.equal(await startOf(balanceRunName), 0)
  mock.timers.tick(10 * 60_000)
  await eventually('the balances too', async () => (await startOf(balanceRunName)) > 0)
})
