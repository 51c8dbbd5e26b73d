import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { databaseKinds, type FreshDatabase, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { type Client, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { type RelayServer, startRelay } from '../../../../test/harness/relay-harness.ts'
import { untilTaken } from '../../../../test/harness/until-taken.ts'
import { send } from '../../../../test/relay/send.ts'
import type { OpenStore } from '../../../store/store.ts'

const triesMax = 20
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'The quick brown fox jumps over the lazy dog.' }] }

for (const kind of databaseKinds)
  describe(`adjusting balances on ${kind}`, () => {
    let database: FreshDatabase
    let relay: RelayServer
    let other: TestServer
    let open: OpenStore
    let admins: [Client, Client]
    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address)
      other = await startTestServer(database.address)
      open = await openTest(database.address)
      await relay.channel()
      await relay.given.user({ username: 'boss', role: role.admin })
      admins = [relay.client(), other.client()]
      for (const admin of admins) await admin.signIn('boss')
    })
    after(async () => {
      await open.close()
      await other.stop()
      await relay.stop()
      await database.drop()
    })

    const edit = async (body: { id: number; quota?: number; quota_base?: number }, admin = admins[0]) => {
      const { response } = await admin.call(userAdminApi.update, { body })
      return response.success ? response.data.quota : response.code
    }
    /**
     * Repeats an edit until the server accepts it: an edit that waits too long for others is refused and changes
     * nothing.
     */
    const editUntilTaken = async (...edited: Parameters<typeof edit>) => {
      for (let tries = 1; ; tries++) {
        const outcome = await edit(...edited)
        if (outcome !== 'database_error' || tries === triesMax) return outcome
      }
    }
    const drifts = () => driftsOf(open, relay.deps.clock())
    const entries = (user_id: number) =>
      relay.deps.store
        .selectFrom('ledger')
        .select(['kind', 'amount', 'posted', 'detail'])
        .where('user_id', '=', user_id)
        .where('kind', 'in', ['adjustment_credit', 'adjustment_debit'])
        .orderBy('id')
        .execute()

    /** The audit details of each edit of a user's balance. */
    const stepsOf = async (id: number) => {
      const rows = await relay.deps.store
        .selectFrom('audit')
        .select('detail')
        .where('target', 'like', `${id} %`)
        .orderBy('id')
        .execute()
      return rows.map(({ detail }) => {
        const [before, after] = JSON.parse(detail).quota as [number, number]
        return { before, after }
      })
    }

    test('an edit says what it did: an entry, a row in the log with before and after, an audit row', async () => {
      const { user_id: id, username } = await relay.key({ quota: 1_000_000 })
      assert.equal(await edit({ id, quota: 1_500_000 }), 1_500_000)
      assert.equal(await edit({ id, quota: 250_000 }), 250_000)
      assert.deepEqual(await entries(id), [
        { kind: 'adjustment_credit', amount: 500_000, posted: 500_000, detail: 'boss' },
        { kind: 'adjustment_debit', amount: 1_250_000, posted: -1_250_000, detail: 'boss' },
      ])
      const { response } = await admins[0].call(logApi.list, { query: { username } })
      assert.ok(response.success)
      const [row] = response.data.items
      assert.equal(row?.type, logType.admin)
      assert.equal(row?.content, '管理员将用户余额从 ＄3.000000 修改为 ＄0.500000')
      assert.deepEqual(JSON.parse(row?.other ?? ''), {
        event: 'quota_changed',
        params: { before: '＄3.000000', after: '＄0.500000' },
        admin_info: { admin_id: admins[0].userId, admin_username: 'boss' },
      })
      assert.equal(response.data.items.length, 2, 'the balance alone changed, so nothing else is told')
      const audit = await relay.deps.store.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
      assert.equal(audit?.action, 'user.update')
      assert.deepEqual(JSON.parse(audit?.detail ?? ''), { quota: [1_500_000, 250_000] })
      assert.deepEqual(await drifts(), [])
    })

    test('add_quota adds, subtracts or sets an amount as an edit does, for those who may edit', async () => {
      const { user_id: id } = await relay.key({ quota: 1_000_000 })
      const act = async (body: object, admin = admins[0]) => {
        const { response } = await admin.call(userAdminApi.manage, { body: { id, action: 'add_quota', ...body } })
        return response.success
          ? (await relay.balance(id)).quota
          : [response.code, ...Object.values(response.params ?? {})]
      }
      assert.equal(await act({ value: 500_000, mode: 'add' }), 1_500_000)
      assert.equal(await act({ value: 1 }), 1_500_001)
      assert.equal(await act({ value: 200_001, mode: 'subtract' }), 1_300_000)
      assert.equal(await act({ value: 70, mode: 'override' }), 70)
      assert.equal(await act({ value: 70, mode: 'override' }), 70)
      const [last] = (await stepsOf(id)).slice(-1)
      assert.deepEqual(last, { before: 1_300_000, after: 70 })
      assert.deepEqual(await entries(id), [
        { kind: 'adjustment_credit', amount: 500_000, posted: 500_000, detail: 'boss' },
        { kind: 'adjustment_credit', amount: 1, posted: 1, detail: 'boss' },
        { kind: 'adjustment_debit', amount: 200_001, posted: -200_001, detail: 'boss' },
        { kind: 'adjustment_debit', amount: 1_299_930, posted: -1_299_930, detail: 'boss' },
      ])
      for (const wrong of [{}, { value: 0 }, { value: -5 }, { value: 1.5 }, { value: '5' }, { mode: 'override' }])
        assert.deepEqual(await act(wrong), ['invalid_field', 'value'], JSON.stringify(wrong))
      assert.deepEqual(await act({ value: 1, mode: 'double' }), ['invalid_field', 'mode'])
      assert.deepEqual(await act({ value: 71, mode: 'subtract' }), ['quota_insufficient'])
      assert.deepEqual(await act({ value: Number.MAX_SAFE_INTEGER }), ['invalid_field', 'quota'])
      const { user_id: above } = await relay.key({ role: role.admin })
      assert.deepEqual(await act({ id: above, value: 1 }), ['user_update_forbidden'])
      assert.equal((await relay.balance(id)).quota, 70)
      const addUntilTaken = async (admin: Client) => {
        for (let tries = 1; tries <= triesMax; tries++)
          if (typeof (await act({ value: 10 }, admin)) === 'number') return
      }
      await Promise.all(admins.flatMap((admin) => [addUntilTaken(admin), addUntilTaken(admin)]))
      assert.equal((await relay.balance(id)).quota, 110, 'from two processes at once')
      assert.deepEqual(await drifts(), [])
    })

    test('a balance that is sent back as it was is no change, below zero too', async () => {
      const { user_id: id } = await relay.key({ quota: 500 })
      assert.equal(await edit({ id, quota: 500 }), 500)
      assert.equal(await edit({ id }), 500)
      assert.equal(await edit({ id, quota: 900, quota_base: 900 }), 500)
      const { store } = relay.deps
      const charge = {
        user_id: id,
        kind: 'charge',
        reference: `over ${id}`,
        amount: 520,
        overdraft: 20,
        created_at: 1,
      } as const
      await store.insertInto('ledger').values(charge).execute()
      await store.updateTable('users').set({ quota: -20, used_quota: 520 }).where('id', '=', id).execute()
      assert.equal(await edit({ id, quota: -20 }), -20)
      assert.deepEqual(await entries(id), [])
      assert.equal(await edit({ id, quota: 100 }), 100, 'and can be lifted again')
      assert.deepEqual(await drifts(), [])
    })

    test('what is not there cannot be taken away, and no balance grows beyond what it can hold', async () => {
      const { user_id: id } = await relay.key({ quota: 500 })
      assert.equal(await edit({ id, quota: -1 }), 'quota_insufficient')
      assert.equal(await edit({ id, quota: 0, quota_base: 501 }), 'quota_insufficient')
      assert.equal(await edit({ id, quota: Number.MAX_SAFE_INTEGER, quota_base: 0 }), 'invalid_field')
      assert.equal(
        await edit({ id, quota: Number.MAX_SAFE_INTEGER, quota_base: Number.MIN_SAFE_INTEGER }),
        'invalid_field',
      )
      assert.deepEqual(await entries(id), [])
      assert.equal((await relay.balance(id)).quota, 500)
      assert.equal(await edit({ id, quota: 0 }), 0)
      assert.equal(await edit({ id, quota: Number.MAX_SAFE_INTEGER }), Number.MAX_SAFE_INTEGER)
      assert.equal(await edit({ id, quota: 0 }), 0)
      assert.deepEqual(await drifts(), [])
    })

    test('edits on two instances while calls are charged lose nothing of either', async () => {
      const { user_id: id, key } = await relay.key({ quota: 10_000_000 })
      const edits = Array.from({ length: 24 }, (_, index) =>
        // Half of the requests carry `quota_base`; each of those moves the balance by exactly 1,000.
        editUntilTaken(
          { id, ...(index % 2 ? { quota: 6_000, quota_base: 5_000 } : { quota: 9_000_000 + index }) },
          admins[index % 4 < 2 ? 0 : 1],
        ),
      )
      const call = () => send(relay, '/v1/chat/completions', { key, body: chat })
      const calls = Array.from({ length: 40 }, () => untilTaken(call))
      for (const { status, text } of await Promise.all(calls)) assert.equal(status, 200, text)
      for (const outcome of await Promise.all(edits)) assert.equal(typeof outcome, 'number', String(outcome))

      await eventually('everything is settled', async () => (await relay.balance(id)).held === 0)
      const { quota, used_quota, request_count, held } = await relay.balance(id)
      const moved = (await entries(id)).reduce((sum, { posted }) => sum + posted, 0)
      assert.ok(used_quota > 0)
      assert.deepEqual([quota, held, request_count], [10_000_000 + moved - used_quota, 0, 40])
      const told = await stepsOf(id)
      assert.equal(
        told.reduce((sum, row) => sum + row.after - row.before, 0),
        moved,
      )
      assert.equal(told.filter((row) => row.after - row.before === 1_000).length, 12)
      assert.deepEqual(await drifts(), [])
    })

    test('balances that are named at the same time are set one after the other', async () => {
      const { user_id: id } = await relay.key({ quota: 1_000 })
      const wanted = Array.from({ length: 12 }, (_, index) => 2_000 + 100 * index)
      const outcomes = await Promise.all(
        wanted.map((quota, index) => editUntilTaken({ id, quota }, admins[index % 2 ? 0 : 1])),
      )
      for (const outcome of outcomes) assert.equal(typeof outcome, 'number', String(outcome))
      const steps = await stepsOf(id)
      assert.deepEqual(
        steps.map((step) => step.before),
        [1_000, ...steps.slice(0, -1).map((step) => step.after)],
      )
      assert.deepEqual(steps.map((step) => step.after).sort(), wanted)
      assert.equal((await relay.balance(id)).quota, steps.at(-1)?.after)
      assert.deepEqual(await drifts(), [])
    })

    test('somebody who is banned or cancelled while calling is refused from the next call on', async () => {
      for (const action of ['disable', 'delete'] as const) {
        const { user_id: id, key } = await relay.key({ quota: 10_000_000 })
        assert.equal((await send(relay, '/v1/chat/completions', { key, body: chat })).status, 200)
        const { response } = await admins[1].call(userAdminApi.manage, { body: { id, action } })
        assert.ok(response.success)
        const { status } = await send(relay, '/v1/chat/completions', { key, body: chat })
        assert.ok(status === 401 || status === 403, String(status))
      }
      assert.deepEqual(await drifts(), [])
    })
  })
