import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertRefused, dataOf } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../../../../../test/harness/databases.ts'
import type { Client } from '../../../../../test/harness/harness.ts'
import { type RelayServer, startRelay } from '../../../../../test/harness/relay-harness.ts'
import { chatBody, send } from '../../../../../test/relay/send.ts'
import { findChannelDrift } from '../../../money/wallet/verify/verify.queries.ts'

for (const kind of databaseKindsOfRun)
  describe(`calls after an undo [${kind}]`, () => {
    let database: FreshDatabase
    let relay: RelayServer
    let admin: Client
    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address)
      await relay.given.user({ username: 'ada', role: role.admin })
      admin = relay.client()
      await admin.signIn('ada')
    })
    after(async () => {
      await relay.stop()
      await relay.mock.stop()
      await database.drop()
    })

    test('a channel that is back serves calls with its key, and what was spent with it adds up', async () => {
      const { store } = relay.deps
      const place = relay.place()
      const channel = await place.channel()
      const { key } = await place.key()
      const call = async () =>
        (await send(relay, '/v1/chat/completions', { key, body: chatBody('hello', { model: 'gpt-4o' }) })).status
      assert.equal(await call(), 200)
      const params = { id: String(channel.id) }
      const { response } = await admin.call(channelApi.remove, { params })
      assert.ok(response.success && response.undo_id)
      assert.equal(await call(), 404, 'deleted at once')
      // A call that was running when the channel was deleted is charged afterwards.
      const { user_id, reference, ...entry } = await store
        .selectFrom('ledger')
        .select(['user_id', 'kind', 'reference', 'amount', 'token_id', 'channel_id', 'created_at'])
        .where('channel_id', '=', channel.id)
        .executeTakeFirstOrThrow()
      await store
        .insertInto('ledger')
        .values({ ...entry, user_id, reference: `${reference} late` })
        .execute()
      dataOf(await admin.call(channelApi.undo, { body: { id: response.undo_id } }))
      assert.equal(await call(), 200)
      assert.equal(place.sent().length, 2)
      const { used_quota } = await store
        .selectFrom('channels')
        .select('used_quota')
        .where('id', '=', channel.id)
        .executeTakeFirstOrThrow()
      assert.ok(used_quota > entry.amount)
      assert.deepEqual(await findChannelDrift(store), [])
      assertRefused(await admin.call(channelApi.undo, { body: { id: response.undo_id } }), 'undo_done')
    })
  })
