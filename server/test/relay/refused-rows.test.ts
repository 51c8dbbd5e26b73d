import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenKey, useRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

const path = '/v1/chat/completions'

for (const kind of databaseKinds)
  describe(`rows of calls that were refused or failed [${kind}]`, () => {
    const relay = useRelay(kind, { MAX_REQUEST_BODY_MB: '1' }, ({ options }) => options({ RetryTimes: '2' }))

    const failedRows = async (mine: GivenKey, count: number) => {
      const chief = await relay.place().key({ role: role.admin })
      const admin = relay.client()
      await admin.signIn(chief.username)
      const read = async () => {
        const query = { p: 1, page_size: 100, type: logType.failure, username: mine.username }
        const { response } = await admin.call(logApi.list, { query })
        assert.ok(response.success)
        return response.data.items
      }
      await eventually('the rows are written', async () => (await read()).length === count)
      return (await read()).map((row) => ({ ...row, other: JSON.parse(row.other) }))
    }

    test('what is refused before the call begins has a row too: an unusable key, a body that is none', async () => {
      const place = relay.place()
      await place.channel({ models: 'gpt-4o' })
      const spent = await place.key({ remain_quota: 0 })
      assert.equal((await send(relay, path, { key: spent.key, body: chatBody('x') })).status, 401)
      const mine = await place.key()
      const call = (body: string) =>
        fetch(`${relay.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${mine.key}`, 'content-type': 'application/json' },
          body,
        })
      assert.equal((await call('{')).status, 400)
      assert.equal((await call(`"${'x'.repeat(2 * 1024 * 1024)}"`)).status, 413)
      const [exhausted] = await failedRows(spent, 1)
      assert.deepEqual([exhausted?.token_id, exhausted?.quota, exhausted?.other.status_code], [spent.token_id, 0, 401])
      assert.match(exhausted?.content ?? '', /spending limit/)
      const rows = await failedRows(mine, 2)
      assert.deepEqual(rows.map(({ other }) => other.status_code).sort(), [400, 413])
      assert.ok(rows.every(({ token_id }) => token_id === mine.token_id))
    })

    test('an unknown key, and a list of models, leave no row', async () => {
      const before = await relay.deps.store.selectFrom('logs').select('id').where('type', '=', 5).execute()
      assert.equal((await send(relay, path, { key: 'sk-unknown', body: chatBody('x') })).status, 401)
      const place = relay.place()
      const spent = await place.key({ remain_quota: 0 })
      assert.equal(
        (await fetch(`${relay.url}/v1/models`, { headers: { authorization: `Bearer ${spent.key}` } })).status,
        401,
      )
      await send(relay, path, { key: spent.key, body: chatBody('x') }) // its row is written after any of the above
      await failedRows(spent, 1)
      const after = await relay.deps.store.selectFrom('logs').select('id').where('type', '=', 5).execute()
      assert.equal(after.length - before.length, 1)
    })

    test('the row names every channel that was tried, and how each failed', async () => {
      const place = relay.place()
      const channels = [
        await place.channel({ models: 'gpt-4o', priority: 3 }),
        await place.channel({ models: 'gpt-4o', priority: 2 }),
        await place.channel({ models: 'gpt-4o', priority: 1 }),
      ]
      for (const [index, status] of [429, 500, 403].entries())
        relay.mock.faults.add({ match: { key: channels[index]?.key ?? '' }, fault: { kind: 'status', status } })
      const mine = await place.key()
      await send(relay, path, { key: mine.key, body: chatBody('x') })
      const [row] = await failedRows(mine, 1)
      assert.deepEqual(
        row?.other.admin_info.use_channel,
        channels.map(({ id }) => String(id)),
      )
      assert.deepEqual(row?.other.admin_info.failures, [
        ['rate_limited', 429],
        ['overloaded', 500],
        ['no_permission', 403],
      ])
    })
  })
