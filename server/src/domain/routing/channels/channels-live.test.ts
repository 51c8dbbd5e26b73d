import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type MockUpstream, startMockUpstream } from '../../../../../mock-upstream/server.ts'
import { assertIndexed, dataOf, fine } from '../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import type { Client } from '../../../../test/harness/harness.ts'
import { type GivenKey, type RelayServer, startRelay } from '../../../../test/harness/relay-harness.ts'
import { untilTaken } from '../../../../test/harness/until-taken.ts'
import { chatBody, send } from '../../../../test/relay/send.ts'

for (const kind of databaseKindsOfRun)
  describe(`channels while calls are relayed by two instances [${kind}]`, () => {
    let database: FreshDatabase
    let mock: MockUpstream
    let one: RelayServer
    let two: RelayServer
    let admin: Client
    before(async () => {
      database = await freshDatabase(kind)
      mock = await startMockUpstream()
      one = await startRelay(database.address, {}, mock)
      two = await startRelay(database.address, {}, mock)
      await one.given.user({ username: 'ada', role: role.admin })
      admin = one.client()
      await admin.signIn('ada')
    })
    after(async () => {
      await one.stop()
      await two.stop()
      await mock.stop()
      await database.drop()
    })
    const create = async (group: string, more: object = {}) => {
      const body = fine({ group, base_url: mock.url, ...more })
      const { ids } = dataOf(await admin.call(channelApi.create, { body }))
      return ids[0] ?? 0
    }
    const update = async (id: number, change: object) =>
      dataOf(await admin.call(channelApi.update, { body: { id, ...change } }))
    const call = (relay: RelayServer, { key }: GivenKey, model = 'gpt-4o') =>
      send(relay, '/v1/chat/completions', { key, body: chatBody('hello there', { model }) })

    test('every change by hand is in force here at once and on the other instance within 2 s', async () => {
      const mine = await one.key({ user_group: 'live' })
      const respondsWith = async (status: number, model = 'gpt-4o') => {
        assert.equal((await call(one, mine, model)).status, status, `here, ${model}`)
        await eventually(
          `the other instance responds ${status}`,
          async () => (await call(two, mine, model)).status === status,
        )
      }
      await respondsWith(404)
      const id = await create('live', { tag: 'live' })
      await respondsWith(200)
      await update(id, { models: 'gpt-4o,gpt-4o-mini' })
      await respondsWith(200, 'gpt-4o-mini')
      await update(id, { status: 2 })
      await respondsWith(404)
      await admin.call(channelApi.enableTag, { body: { tag: 'live' } })
      await respondsWith(200)
      await admin.call(channelApi.editTag, { body: { tag: 'live', models: 'gpt-4o' } })
      await respondsWith(404, 'gpt-4o-mini')
      await admin.call(channelApi.disableTag, { body: { tag: 'live' } })
      await respondsWith(404)
      await update(id, { status: 1 })
      await respondsWith(200)
      await admin.call(channelApi.remove, { params: { id: String(id) } })
      await respondsWith(404)
    })

    test('a new key is the one the upstream sees', async () => {
      const mine = await one.key({ user_group: 'rekeyed' })
      const id = await create('rekeyed', { key: 'sk-before-0123456789' })
      assert.equal((await call(one, mine)).status, 200)
      await update(id, { key: 'sk-after-0123456789' })
      assert.equal((await call(one, mine)).status, 200)
      const seen = mock.requests.list().map(({ key }) => key)
      assert.deepEqual(seen.slice(-2), ['sk-before-0123456789', 'sk-after-0123456789'])
    })

    test('edits and tag edits under load lose no call and no quota', async () => {
      const mine = await one.key({ user_group: 'busy' })
      const ids = [await create('busy', { tag: 'busy' }), await create('busy', { tag: 'busy' })]
      await eventually('the other instance knows them', async () => (await call(two, mine)).status === 200)
      let isOver = false
      const edit = async (work: (round: number) => Promise<unknown>) => {
        let round = 0
        while (!isOver) await work(round++)
        return round
      }
      const calls = async (relay: RelayServer) => {
        for (let round = 0; round < 12; round++) {
          const responses = await Promise.all(Array.from({ length: 4 }, () => untilTaken(() => call(relay, mine))))
          for (const { status, text } of responses) assert.equal(status, 200, text)
        }
      }
      const [, ...rounds] = await Promise.all([
        Promise.all([calls(one), calls(two)]).finally(() => {
          isOver = true
        }),
        edit((round) => update(ids[0] ?? 0, { name: `renamed ${round}`, weight: round % 7 })),
        edit((round) =>
          admin.call(channelApi.editTag, { body: { tag: 'busy', priority: round % 3, groups: `busy,x${round % 2}` } }),
        ),
      ])
      assert.ok(Math.min(...rounds) >= 3, `edits did run meanwhile: ${rounds}`)

      await eventually('everything is settled', async () => {
        const { held, request_count } = await one.balance(mine.user_id)
        return held === 0 && request_count === 97
      })
      const { used_quota } = await one.balance(mine.user_id)
      const rows = await one.deps.store.selectFrom('channels').select('used_quota').where('id', 'in', ids).execute()
      assert.ok(used_quota > 0)
      assert.equal(
        rows.reduce((sum, row) => sum + row.used_quota, 0),
        used_quota,
      )
      await assertIndexed(one)
    })
  })
