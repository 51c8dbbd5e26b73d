import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { userApi } from '@turnpike/contract/identity/user'
import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { logApi } from '@turnpike/contract/usage/log'
import { openSubscription } from '../../src/domain/money/plans/life.rules.ts'
import { planWith } from '../../src/domain/money/plans/testing.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase, openTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { driftsOf } from '../harness/ledger.ts'
import { type GivenKey, type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { readPots } from '../ledger/pots.ts'
import { chatBody, send } from './send.ts'

const price = 1000
const path = '/v1/chat/completions'

for (const kind of databaseKindsOfRun)
  describe(`plans that pay for calls [${kind}]`, () => {
    let database: FreshDatabase
    let relay: RelayServer

    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address)
      const ModelPrice = JSON.stringify({ planned: price / 500_000, other: price / 500_000 })
      await relay.options({ ModelPrice, RetryTimes: '0' })
    })
    after(async () => {
      const open = await openTest(database.address)
      assert.deepEqual(await driftsOf(open, relay.deps.clock()), [])
      await open.close()
      await relay.stop()
      await database.drop()
    })

    const givenBuyer = async (terms: Partial<PlanTerms>, quota = 10 * price): Promise<GivenKey> => {
      const here = relay.place()
      await here.channel({ models: 'planned,other' })
      const mine = await here.key({ quota })
      const { store, clock } = relay.deps
      const bought = { source: 'admin', trade_no: '', paid: '0', worth: 0, caller_id: 0 } as const
      const sold = { ...bought, user_id: mine.user_id, plan: planWith({ models: ['planned'], ...terms }) }
      await store.transaction().execute((transaction) => openSubscription(transaction, sold, clock()))
      return mine
    }
    const call = async ({ key }: GivenKey, model = 'planned') => {
      const { status, json } = await send(relay, path, { key, body: chatBody('hi', { model }) })
      return status === 200 ? 'ok' : json.error.code
    }
    /** What is left of the balance and of the pot, in calls. */
    const leftOf = async ({ user_id }: GivenKey) => {
      await eventually('all is settled', async () => (await relay.balance(user_id)).held === 0)
      const [pot] = await readPots(relay.deps.store, user_id)
      return [(await relay.balance(user_id)).quota / price, (pot?.quota ?? 0) / price]
    }

    test('a plan pays for its models within its window, and the balance for the rest', async () => {
      const windows = [{ every: 'hours' as const, hours: 5, amount: 2 * price }]
      const mine = await givenBuyer({ total_amount: 100 * price, windows })
      assert.deepEqual([await call(mine, 'other'), await leftOf(mine)], ['ok', [9, 100]])
      assert.deepEqual([await call(mine), await call(mine), await leftOf(mine)], ['ok', 'ok', [9, 98]])
      assert.deepEqual([await call(mine), await leftOf(mine)], ['ok', [8, 98]])

      const client = relay.client()
      await client.signIn(mine.username)
      const { items } = dataOf(await client.call(logApi.self, { query: { page_size: 10 } }))
      const paid = items.map(({ model_name, paid_by }) => [model_name, paid_by])
      const byPlan = [{ plan: 'Pro', amount: price }]
      assert.deepEqual(paid, [
        ['planned', undefined],
        ['planned', byPlan],
        ['planned', byPlan],
        ['other', undefined],
      ])
      const { plans } = dataOf(await client.call(userApi.self))
      assert.deepEqual(
        plans?.map(({ title, windows: shown }) => [title, shown.map(({ amount, used }) => [amount, used])]),
        [
          [
            'Pro',
            [
              [100 * price, 2 * price],
              [2 * price, 2 * price],
            ],
          ],
        ],
      )
    })

    test('a plan that forbids it keeps the balance from paying for what the plan pays for', async () => {
      const mine = await givenBuyer({ total_amount: price, allow_wallet_overflow: false })
      assert.deepEqual([await call(mine), await call(mine)], ['ok', 'plan_insufficient'])
      assert.deepEqual([await call(mine, 'other'), await leftOf(mine)], ['ok', [9, 0]])
    })

    const preferences = [
      { preference: 'subscription_first', calls: ['ok', 'ok', 'ok'], left: [0, 0] },
      { preference: 'wallet_first', calls: ['ok', 'ok', 'ok'], left: [0, 0] },
      { preference: 'subscription_only', calls: ['ok', 'ok', 'plan_insufficient'], left: [1, 0] },
      { preference: 'wallet_only', calls: ['ok', 'insufficient_user_quota', 'insufficient_user_quota'], left: [0, 2] },
    ] as const
    for (const { preference, calls, left } of preferences)
      for (const chooser of ['account', 'key'] as const)
        test(`what pays by ${preference}, which the ${chooser} chooses`, async () => {
          const mine = await givenBuyer({ total_amount: 2 * price }, price)
          const client = relay.client()
          await client.signIn(mine.username)
          const ofAccount = chooser === 'account' ? preference : 'wallet_only'
          dataOf(await client.call(subscriptionApi.prefer, { body: { billing_preference: ofAccount } }))
          if (chooser === 'key')
            await relay.deps.store
              .updateTable('tokens')
              .set({ billing_preference: preference })
              .where('id', '=', mine.token_id)
              .execute()
          assert.deepEqual([await call(mine), await call(mine), await call(mine)], calls)
          assert.deepEqual(await leftOf(mine), left)
        })

    test('a plan pays in the playground as well', async () => {
      const mine = await givenBuyer({ total_amount: price }, 0)
      const client = relay.client()
      await client.signIn(mine.username)
      const { status } = await client.fetch('/pg/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(chatBody('hi', { model: 'planned' })),
      })
      assert.equal(status, 200)
      assert.deepEqual(await leftOf(mine), [0, 0])
    })
  })
