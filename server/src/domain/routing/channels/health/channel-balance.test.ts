import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'

for (const kind of databaseKindsOfRun)
  describe(`balances of channels [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    beforeEach(() => servers.one.clear())
    const update = async (id: number) =>
      (await servers.one.admin.call(channelApi.updateBalance, { params: { id: String(id) } })).response
    const nothingLeft = (key: string) =>
      servers.mock.faults.add({
        match: { key, path: '/v1/dashboard/billing/usage' },
        times: 1,
        fault: { kind: 'status', status: 200, body: { total_usage: 12_000 } },
      })
    async function updateAll() {
      assert.ok((await servers.one.admin.call(channelApi.updateBalances)).response.success)
      return eventually('the run is over', async () => {
        const { response } = await servers.one.admin.call(channelApi.balanceRun)
        assert.ok(response.success)
        return !response.data.is_running && response.data
      })
    }

    test('the balance is queried at the upstream, and the channel stores it', async () => {
      const id = await servers.one.routed()
      const response = await update(id)
      assert.ok(response.success, response.message)
      assert.equal(response.balance, 100)
      const { balance, balance_updated_time } = await servers.one.look(id)
      assert.equal(balance, 100)
      assert.ok(Math.abs(balance_updated_time - servers.one.deps.clock()) < 60)
      const [, usage] = servers.mock.requests.list()
      assert.match(usage?.query.start_date ?? '', /^\d{4}-\d\d-01$/)
    })

    test('an amount in another currency is kept as it is told', async () => {
      const id = await servers.one.routed({ type: 43, base_url: servers.mock.urlOf('deepseek') })
      const response = await update(id)
      assert.ok(response.success)
      assert.equal(response.balance, 110)
    })

    test('upstreams without a balance, without a response or that do not exist are refused in a sentence', async () => {
      const claude = await servers.one.routed({ type: 14, base_url: servers.mock.urlOf('anthropic') })
      const dead = await servers.one.routed({ key: 'sk-invalid-1' })
      for (const [id, code] of [
        [claude, 'not_implemented'],
        [dead, 'upstream_failed'],
        [987_654, 'channel_missing'],
      ] as const) {
        const response = await update(id)
        assert.equal('code' in response && response.code, code)
        assert.doesNotMatch(JSON.stringify(response), /sk-|127\.0\.0\.1|Incorrect/)
      }
      assert.equal((await servers.one.look(dead)).balance_updated_time, 0)
    })

    test('all enabled ones with a balance are queried, and those with nothing left are taken out of service', async () => {
      const rich = await servers.one.routed({ key: 'sk-rich-1' })
      const poor = await servers.one.routed({ key: 'sk-poor-1' })
      const kept = await servers.one.routed({ key: 'sk-kept-1', auto_ban: 0 })
      const dead = await servers.one.routed({ key: 'sk-invalid-1' })
      const off = await servers.one.routed({ key: 'sk-off-1', status: channelStatus.disabled })
      const claude = await servers.one.routed({ type: 14, base_url: servers.mock.urlOf('anthropic') })
      for (const key of ['sk-poor-1', 'sk-kept-1']) nothingLeft(key)
      const { done, total, failed } = await updateAll()
      assert.deepEqual({ done, total, failed }, { done: 4, total: 4, failed: 1 })

      const { status, balance, reason, isRouted } = await servers.one.look(poor)
      assert.deepEqual(
        { status, balance, isRouted },
        { status: channelStatus.autoDisabled, balance: 0, isRouted: false },
      )
      assert.equal(reason, '余额不足 / Insufficient balance')
      for (const id of [rich, kept, dead, claude])
        assert.equal((await servers.one.look(id)).status, channelStatus.enabled)
      assert.equal((await servers.one.look(rich)).balance, 100)
      assert.equal((await servers.one.look(off)).balance_updated_time, 0)
      const acts = await servers.one.deps.store.selectFrom('audit').select('action').execute()
      assert.equal(acts.at(-1)?.action, 'channel.update_balances')
    })

    test('querying one alone never takes it out of service', async () => {
      const id = await servers.one.routed({ key: 'sk-poor-1' })
      nothingLeft('sk-poor-1')
      const response = await update(id)
      assert.equal(response.success && response.balance, 0)
      assert.equal((await servers.one.look(id)).status, channelStatus.enabled)
    })

    test('one such run at a time', async () => {
      await servers.one.routed({ key: 'sk-slow-1' })
      servers.mock.faults.add({ match: { key: 'sk-slow-1' }, times: 1, fault: { kind: 'delay', headersMs: 300 } })
      const [first, second] = await Promise.all([
        servers.one.admin.call(channelApi.updateBalances),
        servers.one.admin.call(channelApi.updateBalances),
      ])
      const refused = [first, second].filter(({ response }) => !response.success)
      assert.equal(refused.length, 1)
      assert.equal(refused[0] && 'code' in refused[0].response && refused[0].response.code, 'balance_running')
    })
  })
