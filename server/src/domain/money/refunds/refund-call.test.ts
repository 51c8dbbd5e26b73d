import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { paymentApi } from '@turnpike/contract/money/payment'
import { refundApi } from '@turnpike/contract/money/refund'
import { logApi } from '@turnpike/contract/usage/log'
import { profitApi } from '@turnpike/contract/usage/profit'
import { databaseKinds, type FreshDatabase, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { type Client, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenToken,
  readToken,
  readUser,
  withLedger,
} from '../../../../test/harness/ledger.ts'
import type { OpenStore } from '../../../store/store.ts'
import { limitsOf, writeCounters } from '../../routing/limits/counter-key.ts'
import { changeTask } from '../../usage/tasks/end-task.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { sumRefunds } from './call-refunds.queries.ts'

const reason = 'The answer was cut off'

for (const kind of databaseKinds)
  describe(`refunds of requests on ${kind}`, () => {
    let database: FreshDatabase
    let [one, two] = [{} as TestServer, {} as TestServer]
    let open: OpenStore
    let [ada, boss, chief] = [{} as Client, {} as Client, {} as Client]
    let otherChief: Client
    let [token, channel] = [0, 0]
    before(async () => {
      database = await freshDatabase(kind)
      one = await startTestServer(database.address)
      two = await startTestServer(database.address)
      open = await openTest(database.address)
      await one.given.user({ username: 'ada' })
      await one.given.user({ username: 'boss', role: role.admin })
      await one.given.user({ username: 'chief', role: role.root })
      ;[ada, boss, chief, otherChief] = [one.client(), one.client(), one.client(), two.client()]
      await ada.signIn('ada')
      await boss.signIn('boss')
      for (const client of [chief, otherChief]) await client.signIn('chief')
      const gift = { user_id: ada.userId, kind: 'grant', reference: 'gift', amount: 10_000, at: now() } as const
      await open.store.transaction().execute((transaction) => post(transaction, gift))
      token = await givenToken(open.store, ada.userId, { remain_quota: 5000 })
      channel = await givenChannel(open.store)
    })
    after(async () => {
      await open.close()
      for (const server of [one, two]) await server.stop()
      await database.drop()
    })
    const now = () => one.deps.clock()
    const drifts = () => driftsOf(open, now())

    /** A charged request with a known cost, of a token with a budget. */
    const charged = async (charge: number, { cost, user = ada.userId }: { cost?: number; user?: number } = {}) => {
      const call = callBy(user, user === ada.userId ? token : 0)
      const at = now()
      await withLedger(open, async (ledger) => {
        const { log, ...capture } = captureFor(call, charge, channel, at)
        assert.ok(log)
        const facts = cost === undefined ? '' : JSON.stringify({ a: [[channel]], r: 1, c: 1, g: 1, l: [], x: cost })
        const budgets = limitsOf('token', String(token), {
          budgets: [{ window: 'rolling', period: 'day', amount: 900 }],
        })
        const limits = writeCounters(budgets)
        await ledger.capture({ ...capture, limits, cost, log: { ...log, facts, ...(cost !== undefined && { cost }) } })
      })
      return call.request_id
    }
    type Asked = { request_id: string; quota?: number; refunded?: number; reason?: string }
    const refund = async (asked: Asked, client = boss) => {
      const { response } = await client.call(refundApi.refundCall, { body: { refunded: 0, reason, ...asked } })
      return response.success ? response.data.refunded : response.code
    }
    const budgetUsed = async () => {
      const rows = await open.store.selectFrom('limit_counters').select('amount').where('since', '>', 0).execute()
      return rows.reduce((sum, { amount }) => sum + amount, 0)
    }

    test('a whole refund takes the charge out of every sum, and its user reads why', async () => {
      const before = await readUser(open.store, ada.userId)
      const request_id = await charged(300)
      assert.equal(await budgetUsed(), 300)
      assert.equal(await refund({ request_id }), 300)
      const { quota, used_quota } = await readUser(open.store, ada.userId)
      assert.deepEqual([quota, used_quota], [before.quota, before.used_quota])
      const { remain_quota, used_quota: usedOfToken } = await readToken(open.store, token)
      assert.deepEqual([remain_quota, usedOfToken, await budgetUsed()], [5000, 0, 0])
      assert.deepEqual(await drifts(), [])

      const log = await ada.call(logApi.self, { query: { p: 1, page_size: 10 } })
      assert.ok(log.response.success)
      const [written, row] = log.response.data.items
      assert.deepEqual([written?.quota, written?.model_name, row?.quota, row?.refunded], [-300, 'gpt-4o', 300, 300])
      assert.equal(written?.content, `管理员退还了请求费用 ＄0.000600，原因：${reason}`)
      assert.equal(written?.other.includes('boss'), false, 'users do not read who it was')
      const stat = await ada.call(logApi.selfStat, { query: {} })
      assert.equal(stat.response.success && stat.response.data.quota, 0)
      const records = await ada.call(paymentApi.records, { query: { p: 1, page_size: 1 } })
      assert.ok(records.response.success)
      const [record] = records.response.data.items
      assert.deepEqual([record?.kind, record?.amount, record?.reason], ['manual_refund', 300, reason])
      const history = await boss.call(userAdminApi.ledger, {
        params: { id: String(ada.userId) },
        query: { p: 1, page_size: 1 },
      })
      assert.ok(history.response.success)
      const [change] = history.response.data.items
      assert.deepEqual([change?.quota, change?.operator, change?.reason], [300, 'boss', reason])
      const audit = await open.store.selectFrom('audit').select(['actor_name', 'target', 'detail']).execute()
      assert.deepEqual(
        audit.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail) })),
        [{ actor_name: 'boss', target: request_id, user_id: ada.userId, quota: 300, charged: 300, reason }],
      )
    })

    test('the parts of a refund never exceed the charge, whoever refunds at the same time', async () => {
      const { quota } = await readUser(open.store, ada.userId)
      const request_id = await charged(100)
      assert.equal(await refund({ request_id, quota: 101 }), 'refund_too_much')
      assert.equal(await refund({ request_id, quota: 30 }), 30)
      assert.equal(await refund({ request_id, quota: 30 }), 'refund_changed', 'the form was opened before')
      const both = await Promise.all([
        refund({ request_id, quota: 60, refunded: 30 }, chief),
        refund({ request_id, quota: 60, refunded: 30 }, otherChief),
      ])
      assert.deepEqual(both.sort(), [90, 'refund_changed'])
      assert.equal(await refund({ request_id, refunded: 90 }), 100)
      assert.equal(await refund({ request_id, refunded: 100 }), 'refund_nothing')
      assert.equal((await readUser(open.store, ada.userId)).quota, quota)
      assert.deepEqual(await sumRefunds(open.store, [request_id, 'another']), new Map([[request_id, 100]]))
      assert.deepEqual(await drifts(), [])
    })

    test('the sale is smaller, and what the request cost us stays', async () => {
      const profit = async () => {
        const { response } = await boss.call(profitApi.report, { query: { by: 'model' } })
        assert.ok(response.success)
        const { quota, known_quota, cost, losses, lost } = response.data.total
        return [quota, known_quota, cost, losses, lost]
      }
      const before = await profit()
      const request_id = await charged(50, { cost: 40 })
      await refund({ request_id, quota: 20 })
      await refund({ request_id, refunded: 20, quota: 20 })
      const more = (await profit()).map((value, index) => value - (before[index] ?? 0))
      assert.deepEqual(more, [10, 10, 40, 1, 30])
    })

    test('a call that may still report its charge is settled by its refund', async () => {
      const { quota } = await readUser(open.store, ada.userId)
      const call = callBy(ada.userId, token)
      const at = now()
      await withLedger(open, async (ledger) => {
        await ledger.hold({
          ...call,
          amount: 50,
          model_name: 'gpt-4o',
          group: 'default',
          price_snapshot: '{}',
          at,
          expires_at: at,
        })
        await ledger.checkpoint({ ...call, accrued: 20, channel_id: channel, expires_at: at })
        assert.equal(await refund({ request_id: call.request_id }), 'not_found', 'nothing is charged yet')
        await ledger.expire({ ...call, isLogged: true, at })
        assert.equal(await refund({ request_id: call.request_id }), 20)
        await ledger.release({ ...call, at })
        await ledger.capture(captureFor(call, 45, channel, at))
      })
      assert.equal((await readUser(open.store, ada.userId)).quota, quota)
      assert.deepEqual(await drifts(), [])
    })

    test('a failed task gives back what administrators left of its charge', async () => {
      const { quota } = await readUser(open.store, ada.userId)
      for (const part of [15, 40]) {
        const request_id = await charged(40, { cost: 10 })
        const at = now()
        const task = { request_id, user_id: ada.userId, token_id: token, channel_id: channel, cost: 10, quota: 40 }
        const about = {
          platform: 'suno',
          action: 'MUSIC',
          properties: '{}',
          model_name: 'gpt-4o',
          group: 'default',
        } as const
        const times = { created_at: at, updated_at: at, submit_time: at * 1000 }
        const row = await open.store
          .insertInto('tasks')
          .values({ ...task, ...about, ...times, status: 'IN_PROGRESS' })
          .returningAll()
          .executeTakeFirstOrThrow()
        assert.equal(await refund({ request_id, quota: part }), part)
        const failed = { status: 'FAILURE', progress: '100%', fail_reason: '', ended_by: '', data: 'null' } as const
        assert.equal(await changeTask(one.deps, row, { ...failed, start_time: 0, finish_time: at * 1000 }), true)
        assert.equal(await refund({ request_id, refunded: 40 }), 'refund_nothing')
        assert.deepEqual(await sumRefunds(open.store, [request_id]), new Map([[request_id, 40]]))
      }
      assert.equal((await readUser(open.store, ada.userId)).quota, quota)
      const [sums] = await open.store
        .selectFrom('cost_hours')
        .select(({ fn }) => [fn.sum<number>('cost').as('cost'), fn.sum<number>('quota').as('quota')])
        .select(({ fn }) => [fn.sum<number>('lost').as('lost')])
        .execute()
      assert.deepEqual(Object.values(sums ?? {}).map(Number), [40, 10, 30], 'those of the request before')
      assert.deepEqual(await drifts(), [])
    })

    test('administrators refund users below them only, with a reason, and no request of a cancelled account', async () => {
      const request_id = await charged(10)
      const ofChief = await charged(10, { user: chief.userId })
      assert.equal(await refund({ request_id }, ada), 'insufficient_permission')
      assert.equal(await refund({ request_id: ofChief }), 'user_update_forbidden')
      assert.equal(await refund({ request_id, reason: ' ' }), 'reason_missing')
      assert.equal(await refund({ request_id, reason: 'x'.repeat(201) }), 'reason_invalid')
      assert.equal(await refund({ request_id, reason: 'two\nlines' }), 'reason_invalid')
      for (const quota of [0, -5, 1.5, Number.MAX_SAFE_INTEGER + 1])
        assert.equal(await refund({ request_id, quota }), 'invalid_field', String(quota))
      assert.equal(await refund({ request_id: 'unknown' }), 'not_found')
      const read = async (client: Client, id: string) => {
        const { response } = await client.call(refundApi.ofCall, { query: { request_id: id } })
        return response.success ? response.data.charged : response.code
      }
      assert.deepEqual([await read(ada, request_id), await read(ada, ofChief)], [10, 'not_found'])
      await open.store.updateTable('users').set({ deleted_at: 1 }).where('id', '=', ada.userId).execute()
      assert.equal(await refund({ request_id }), 'user_missing')
      await open.store.updateTable('users').set({ deleted_at: null }).where('id', '=', ada.userId).execute()
      assert.equal(await refund({ request_id }), 10)
      assert.deepEqual(await drifts(), [])
    })
  })
