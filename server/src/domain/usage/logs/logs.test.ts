import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { logApi } from '@turnpike/contract/usage/log'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { fillUsageHours } from '../../../jobs/fill-usage-hours.ts'
import type { OpenStore } from '../../../store/store.ts'

const day = 86_400

for (const kind of databaseKinds)
  describe(`a log of many months on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let admin: Client
    let owner: Client
    let at: number
    before(async () => {
      const { given, deps, client } = servers.one
      await given.user({ username: 'admin', role: role.admin })
      const user_id = await given.user({ username: 'lin' })
      ;[admin, owner] = [client(), client()]
      await admin.signIn('admin')
      await owner.signIn('lin')
      at = deps.clock()
      // Written in this order: the newest id is not the newest time.
      const rows = [at, at + 32 * day, 5, at - 40 * day, at - 1, at + 4000 * day, at - 2]
      await deps.store.deleteFrom('logs').execute()
      await deps.store.deleteFrom('usage_hours').execute()
      for (const [index, created_at] of rows.entries())
        await deps.store
          .insertInto('logs')
          .values({
            user_id,
            username: 'lin',
            type: 2,
            created_at,
            content: String(index),
            model_name: `m${index % 2}`,
          })
          .execute()
      // As rows that are older than the hours.
      await deps.store.insertInto('usage_hours_fill').values({ next_id: 1_000_000 }).execute()
      await fillUsageHours({ open: deps as unknown as OpenStore, clock: deps.clock, log: deps.log }, 'test')
    })
    const find = async (query: object) => {
      const { response } = await admin.call(logApi.list, { query: { p: 1, page_size: 10, ...query } })
      assert.ok(response.success)
      return { rows: response.data.items.map(({ content }) => content).join(''), total: response.data.total }
    }

    test('pages go from the newest row to the oldest, and none is there twice', async () => {
      assert.deepEqual(await find({ page_size: 2 }), { rows: '04', total: 3 })
      assert.deepEqual(await find({ page_size: 2, p: 2 }), { rows: '6', total: 3 })
    })

    test('filters find rows in whatever month they are', async () => {
      assert.deepEqual(await find({ model_name: 'm1', end_timestamp: at - 39 * day }), { rows: '3', total: 1 })
      assert.deepEqual(await find({ username: 'lin', start_timestamp: at - 1, end_timestamp: at }), {
        rows: '04',
        total: 2,
      })
      assert.deepEqual(await find({ start_timestamp: at + 3999 * day }), { rows: '5', total: 1 })
      assert.deepEqual(await find({ start_timestamp: 6, end_timestamp: 7 }), { rows: '', total: 0 })
    })

    test('a query reads a month at most: without an end from its start on, without a start up to its end, or the last', async () => {
      assert.deepEqual(await find({}), { rows: '046', total: 3 })
      assert.deepEqual(await find({ start_timestamp: 0, end_timestamp: 0 }), { rows: '046', total: 3 })
      assert.deepEqual(await find({ end_timestamp: at - 2 }), { rows: '6', total: 1 })
      assert.deepEqual(await find({ start_timestamp: at }), { rows: '0', total: 1 })
      assert.deepEqual(await find({ start_timestamp: 1 }), { rows: '2', total: 1 })
      const query = { p: 1, page_size: 10, start_timestamp: at - 40 * day, end_timestamp: at }
      const { response } = await admin.call(logApi.list, { query })
      assert.equal(response.success || response.code, 'log_span_long')
    })

    test('owners page through the same rows', async () => {
      const { response } = await owner.call(logApi.self, { query: { p: 2, page_size: 2 } })
      assert.ok(response.success)
      assert.deepEqual([response.data.items.map(({ content }) => content).join(''), response.data.total], ['6', 3])
    })
  })
