import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { redemptionApi, redemptionStatus } from '@turnpike/contract/money/redemption'
import { logType } from '@turnpike/contract/usage/log'
import { databaseKinds, type FreshDatabase, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { type Client, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { isLongRun } from '../../../../test/harness/long-run.ts'
import type { OpenStore } from '../../../store/store.ts'

const zh = (code: Parameters<typeof errorText>[0], params = {}) => errorText(code, 'zh', params)

for (const kind of databaseKinds)
  describe(`redeeming codes on ${kind}`, () => {
    let database: FreshDatabase
    let one: TestServer
    let two: TestServer
    let strict: TestServer
    let open: OpenStore
    let lin: Client
    let max: Client
    before(async () => {
      database = await freshDatabase(kind)
      one = await startTestServer(database.address)
      two = await startTestServer(database.address)
      strict = await startTestServer(database.address, { RATE_LIMIT_FACTOR: '1' })
      open = await openTest(database.address)
      for (const username of ['lin', 'max', 'eve']) await one.given.user({ username })
      lin = one.client()
      max = two.client()
      await lin.signIn('lin')
      await max.signIn('max')
    })
    after(async () => {
      await open.close()
      for (const server of [one, two, strict]) await server.stop()
      await database.drop()
    })

    let number = 0
    const given = async (quota = 500_000, status: 1 | 2 = redemptionStatus.unused) => {
      const key = String(++number).padStart(32, '0')
      const { vault, store, clock } = one.deps
      const sealed = {
        key_cipher: vault.encrypt(key, 'redemption code'),
        key_hash: vault.hash(key, 'redemption code'),
      }
      const { id } = await store
        .insertInto('redemptions')
        .values({ ...sealed, user_id: 1, name: 'gift', quota, status, created_time: clock() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, key }
    }
    const redeem = async (client: Client, key: unknown) => {
      const { status, response } = await client.call(redemptionApi.redeem, { body: { key: key as string } })
      return [status, response.success ? response.data : response.message]
    }
    const quotaOf = async ({ userId }: Client) => {
      const user = open.store.selectFrom('users').select('quota').where('id', '=', userId)
      return (await user.executeTakeFirstOrThrow()).quota
    }

    test('a code adds its worth once, in the ledger, the balance and the log alike', async () => {
      const { id, key } = await given(600_000)
      const before = await quotaOf(lin)
      assert.deepEqual(await redeem(lin, ` ${key}\n`), [200, 600_000])
      assert.equal(await quotaOf(lin), before + 600_000)
      const entry = await open.store
        .selectFrom('ledger')
        .select(['user_id', 'amount'])
        .where('kind', '=', 'redemption')
        .where('reference', '=', String(id))
        .executeTakeFirst()
      assert.deepEqual(entry, { user_id: lin.userId, amount: 600_000 })
      const row = await open.store
        .selectFrom('logs')
        .select(['type', 'username', 'content', 'other'])
        .where('user_id', '=', lin.userId)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      assert.deepEqual(row, {
        type: logType.topUp,
        username: 'lin',
        content: `通过兑换码充值 ＄1.200000，兑换码ID ${id}`,
        other: JSON.stringify({ event: 'code_redeemed', params: { amount: '＄1.200000', code: id } }),
      })
      assert.deepEqual(await redeem(lin, key), [200, zh('code_used')])
      assert.deepEqual(await redeem(max, key), [200, zh('code_used')])
      assert.equal(await quotaOf(lin), before + 600_000)
    })

    test('no code, an unknown one and one that was switched off add nothing', async () => {
      const before = await quotaOf(lin)
      const { key } = await given(1, redemptionStatus.disabled)
      for (const nothing of [undefined, null, '', '   ', 5])
        assert.deepEqual(await redeem(lin, nothing), [200, zh('code_missing')])
      for (const wrong of ['f'.repeat(32), key.slice(1), `${key}0`, 'x'.repeat(2000), '%', '\u0000'])
        assert.deepEqual(await redeem(lin, wrong), [200, zh('code_invalid')])
      assert.deepEqual(await redeem(lin, key), [200, zh('code_used')])
      assert.equal(await quotaOf(lin), before)
    })

    test('of 32 who redeem a code at once, over two instances, one is credited', async () => {
      const { id, key } = await given(1_000)
      const before = (await quotaOf(lin)) + (await quotaOf(max))
      const outcomes = await Promise.all(Array.from({ length: 32 }, (_, index) => redeem(index % 2 ? lin : max, key)))
      assert.equal(outcomes.filter(([, outcome]) => outcome === 1_000).length, 1)
      assert.equal(outcomes.filter(([, outcome]) => outcome === zh('code_used')).length, 31)
      assert.equal((await quotaOf(lin)) + (await quotaOf(max)), before + 1_000)
      const credits = await open.store.selectFrom('ledger').select('id').where('reference', '=', String(id)).execute()
      assert.equal(credits.length, 1)
      assert.deepEqual(await driftsOf(open, one.deps.clock()), [])
    })

    test('of many codes, each redeemed by 20 at once, every one is credited once', async () => {
      const count = isLongRun ? 20 : 5
      const codes = await Promise.all(Array.from({ length: count }, () => given(10)))
      const before = (await quotaOf(lin)) + (await quotaOf(max))
      const race = ({ key }: { key: string }) =>
        Promise.all(Array.from({ length: 20 }, (_, racer) => redeem(racer % 2 ? lin : max, key)))
      const outcomes = await Promise.all(codes.map(race))
      for (const racers of outcomes) {
        assert.equal(racers.filter(([, outcome]) => outcome === 10).length, 1)
        assert.equal(racers.filter(([, outcome]) => outcome === zh('code_used')).length, 19)
      }
      assert.equal((await quotaOf(lin)) + (await quotaOf(max)), before + count * 10)
      assert.deepEqual(await driftsOf(open, one.deps.clock()), [])
    })

    test('a credit that cannot be written leaves the code unused', async () => {
      const { id, key } = await given(9)
      const { store, clock } = one.deps
      // An entry for this code that should not exist.
      await store
        .insertInto('ledger')
        .values({ user_id: max.userId, kind: 'redemption', reference: String(id), amount: 9, created_at: clock() })
        .execute()
      const before = await quotaOf(lin)
      assert.equal((await redeem(lin, key))[0], 500)
      assert.equal(await quotaOf(lin), before)
      const row = store.selectFrom('redemptions').select(['status', 'used_user_id']).where('id', '=', id)
      assert.deepEqual(await row.executeTakeFirst(), { status: redemptionStatus.unused, used_user_id: 0 })
    })

    test('ten wrong codes in ten minutes are enough; right ones do not count', async () => {
      const eve = strict.client()
      await eve.signIn('eve')
      for (let index = 0; index < 12; index++) assert.deepEqual(await redeem(eve, (await given(5)).key), [200, 5])
      for (let index = 0; index < 10; index++)
        assert.deepEqual(await redeem(eve, `guess ${index}`), [200, zh('code_invalid')])
      const { key } = await given(5)
      const refused = await eve.call(redemptionApi.redeem, { body: { key } })
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.deepEqual(await redeem(lin, key), [200, 5], 'the code itself is untouched')
    })
  })
