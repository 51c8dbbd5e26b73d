import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { logApi } from '@turnpike/contract/log'
import { role } from '@turnpike/contract/user'
import { databaseKinds } from '../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../test/harness/harness.ts'

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
      // Written in this order: what is newest by number is not newest by time.
      const rows = [at, at + 32 * day, 5, at - 40 * day, at - 1, at + 4000 * day, at - 2]
      await deps.store.deleteFrom('logs').execute()
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
    })
    const find = async (query: object) => {
      const { answer } = await admin.call(logApi.list, { query: { p: 1, page_size: 10, ...query } })
      assert.ok(answer.success)
      return { rows: answer.data.items.map(({ content }) => content).join(''), total: answer.data.total }
    }

    test('pages go from the last row written to the first, and none is there twice', async () => {
      assert.deepEqual(await find({ page_size: 3 }), { rows: '654', total: 7 })
      assert.deepEqual(await find({ page_size: 3, p: 2 }), { rows: '321', total: 7 })
      assert.deepEqual(await find({ page_size: 3, p: 3 }), { rows: '0', total: 7 })
    })

    test('filters find rows in whatever month they are', async () => {
      assert.deepEqual(await find({ model_name: 'm1' }), { rows: '531', total: 3 })
      assert.deepEqual(await find({ username: 'lin', start_timestamp: at - 1, end_timestamp: at }), {
        rows: '40',
        total: 2,
      })
      assert.deepEqual(await find({ start_timestamp: at }), { rows: '510', total: 3 })
      assert.deepEqual(await find({ end_timestamp: at - 2 }), { rows: '632', total: 3 })
      assert.deepEqual(await find({ start_timestamp: 6, end_timestamp: 7 }), { rows: '', total: 0 })
    })

    test('owners page through the same rows', async () => {
      const { answer } = await owner.call(logApi.self, { query: { p: 2, page_size: 4 } })
      assert.ok(answer.success)
      assert.deepEqual([answer.data.items.map(({ content }) => content).join(''), answer.data.total], ['210', 7])
    })
  })
