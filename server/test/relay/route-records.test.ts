import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { dataOf } from '../harness/channel-admin.ts'
import { useHealthServers } from '../harness/channel-health.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { chatBody, send } from './send.ts'

const path = '/v1/chat/completions'

for (const kind of databaseKindsOfRun)
  describe(`why a call went nowhere else, in its log row [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })

    const rowsOf = async (username: string, type: number) => {
      const query = { p: 1, page_size: 10, type, username }
      return eventually('the row is written', async () => {
        const { items } = dataOf(await servers.one.admin.call(logApi.list, { query }))
        return items.length > 0 && items
      })
    }
    const ownText = async (client: Client, username: string) => {
      await client.signIn(username)
      return JSON.stringify(dataOf(await client.call(logApi.self, { query: { p: 1, page_size: 10 } })))
    }

    test('a call without a channel names the channels of the model and what is against each; its owner reads none', async () => {
      const { one } = servers
      const here = one.place()
      const disabled = await here.channel({ models: 'lonely', status: 2 })
      const elsewhere = await here.channel({ models: 'lonely', group: 'somewhere' })
      const { key, username } = await here.key()
      assert.equal((await send(one, path, { key, body: chatBody('x', { model: 'lonely' }) })).status, 404)
      const [row] = await rowsOf(username, logType.failure)
      const { error_code, admin_info } = JSON.parse(row?.other ?? '{}')
      assert.equal(error_code, 'model_not_found')
      assert.deepEqual(admin_info, {
        route: [
          [disabled.id, 'disabled'],
          [elsewhere.id, 'other_group'],
        ],
      })
      const text = await ownText(one.client(), username)
      assert.ok(text.includes('model_not_found') && !text.includes('other_group') && !text.includes('admin_info'))
    })

    test('a path that no channel can serve is named as the reason', async () => {
      const { one } = servers
      const here = one.place()
      const anthropic = await here.channel({ type: 14, models: 'text-embedding-3-small' })
      const { key, username } = await here.key()
      const body = { model: 'text-embedding-3-small', input: 'sea' }
      assert.equal((await send(one, '/v1/embeddings', { key, body })).status, 501)
      const [row] = await rowsOf(username, logType.failure)
      assert.deepEqual(JSON.parse(row?.other ?? '{}').admin_info, { route: [[anthropic.id, 'path_unsupported']] })
    })

    test('a call that needed two attempts says why others were not tried; one that needed one says nothing', async () => {
      const { one } = servers
      await one.options({ RetryTimes: '1' })
      const here = one.place()
      const model = 'gpt-4o-mini'
      const broken = await here.channel({ models: model, priority: 5 })
      const works = await here.channel({ models: model, priority: 1 })
      const spare = await here.channel({ models: model, priority: 0 })
      const { key, username } = await here.key()
      servers.mock.faults.add({ match: { key: broken.key }, fault: { kind: 'status', status: 500 }, times: 1 })
      const call = async () =>
        assert.equal((await send(one, path, { key, body: chatBody('x', { model }) })).status, 200)
      await call()
      const [row] = await rowsOf(username, logType.consumption)
      const untried = row?.detail?.untried.filter(({ channel }) => channel >= broken.id)
      assert.deepEqual(untried, [{ channel: spare.id, reason: 'not_tried' }])
      assert.deepEqual(
        row?.detail?.attempts.map(({ channel }) => channel),
        [broken.id, works.id],
      )
      assert.ok(!(await ownText(one.client(), username)).includes('not_tried'))
      await call()
      const rows = await rowsOf(username, logType.consumption)
      assert.deepEqual(rows[0]?.detail?.untried, [])
      await one.options({ RetryTimes: '0' })
    })
  })
