import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import { refundApi } from '@turnpike/contract/money/refund'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { runDue } from '../../src/domain/money/plans/due/due.rules.ts'
import { endSubscriptionsOf, openSubscription } from '../../src/domain/money/plans/life.rules.ts'
import { planWith } from '../../src/domain/money/plans/testing.ts'
import { slicesOf } from '../../src/domain/money/wallet/ledger/slice-id.ts'
import { saveTokenLimits } from '../../src/domain/routing/limits/limits.queries.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase, openTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { driftsOf, readHolds, silent } from '../harness/ledger.ts'
import { isLongRun } from '../harness/long-run.ts'
import {
  type GivenChannel,
  type GivenKey,
  type GivenToken,
  type RelayServer,
  startRelay,
} from '../harness/relay-harness.ts'
import { givenMember, givenOrganisation, perDay } from '../ledger/organisations.ts'
import { readPots } from '../ledger/pots.ts'
import { soon } from './providers/client-call.ts'
import { chatBody, open, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'
import { finished } from './tasks/given-tasks.ts'

const price = 1000
const unit = 500_000
const path = '/v1/chat/completions'
const day = 86_400
/** Its output has no known limit; a token costs one. */
const streamed = 'streamed'

for (const kind of databaseKindsOfRun)
  describe(`plans where they meet other features [${kind}]`, () => {
    let database: FreshDatabase
    let relays: readonly RelayServer[]
    let relay: RelayServer
    let admin: Client
    let number = 0

    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address, { TASK_UPDATE_SECONDS: '0.02' })
      relays = [relay, await startRelay(database.address, {}, relay.mock)]
      const prices = { planned: price, other: price, small: 2, free: 0, suno_music: price }
      await relay.options({
        ModelPrice: JSON.stringify(
          Object.fromEntries(Object.entries(prices).map(([name, each]) => [name, each / unit])),
        ),
        ModelRatio: JSON.stringify({ [streamed]: 1 }),
        DefaultOutputTokens: '500',
        RetryTimes: '0',
        AutomaticDisableChannelEnabled: 'false',
      })
      await relay.given.user({ username: 'chief', role: role.admin })
      admin = relay.client()
      await admin.signIn('chief')
    })
    after(async () => {
      const at = relay.deps.clock()
      for (const each of relays.toReversed()) await each.stop()
      const opened = await openTest(database.address)
      assert.deepEqual(await driftsOf(opened, at), [])
      await opened.close()
      await database.drop()
    })

    const give = (user_id: number, terms: Partial<PlanTerms>) => {
      const { store, clock } = relay.deps
      const bought = { source: 'admin', trade_no: '', paid: '0', worth: 0, caller_id: 0 } as const
      return store
        .transaction()
        .execute((transaction) => openSubscription(transaction, { ...bought, user_id, plan: planWith(terms) }, clock()))
    }
    const reload = async () => {
      for (const each of relays) await each.deps.reload()
    }

    type Given = {
      plans?: readonly Partial<PlanTerms>[]
      preference?: BillingPreference
      token?: GivenToken
      channel?: GivenChannel
    }
    async function given({ plans = [], preference = 'subscription_first', token, channel }: Given) {
      const place = relay.place()
      const { key: secret } = await place.channel({ models: `planned,other,free,${streamed}`, ...channel })
      const mine = await place.key({ quota: 10 * price, ...token })
      for (const terms of plans) await give(mine.user_id, terms)
      await relay.deps.store
        .updateTable('users')
        .set({ billing_preference: preference })
        .where('id', '=', mine.user_id)
        .execute()
      await reload()
      return { place, secret, mine }
    }
    const call = async ({ key }: Pick<GivenKey, 'key'>, model = 'planned', at = relay) => {
      const { status, json } = await send(at, path, { key, body: chatBody('hi', { model }) })
      return status === 200 ? 'ok' : json.error.code
    }
    const runJobs = () => runDue({ store: relay.deps.store, log: silent, clock: relay.deps.clock }, async () => true)
    const later = (seconds: number) => {
      for (const each of relays) each.moveTime(seconds)
    }
    /** What is left of the balance and of each pot, in calls, when no hold is open. */
    const leftOf = async ({ user_id }: Pick<GivenKey, 'user_id'>) => {
      const { store } = relay.deps
      await eventually('all is settled', async () => {
        const pots = await readPots(store, user_id)
        return [await relay.balance(user_id), ...pots].every(({ held }) => held === 0)
      })
      const pots = await readPots(store, user_id)
      return [(await relay.balance(user_id)).quota, ...pots.map(({ quota }) => quota)].map((quota) => quota / price)
    }

    test('where only plans may pay, the balance pays nothing without a plan, nor after the end of the last one', async () => {
      const none = await given({ preference: 'subscription_only' })
      assert.equal(await call(none.mine), 'plan_insufficient')
      const brief = { duration_unit: 'custom', custom_seconds: 60, total_amount: 5 * price } as const
      const ended = await given({ plans: [brief], preference: 'subscription_only' })
      assert.equal(await call(ended.mine), 'ok')
      later(61)
      await runJobs()
      const unread = await ended.place.key({ user_id: ended.mine.user_id })
      assert.equal(await call(unread), 'plan_insufficient')
      assert.deepEqual([await leftOf(none.mine), await leftOf(ended.mine)], [[10], [10, 0]])
    })

    test('what costs nothing needs neither plan nor balance, also where limits count it', async () => {
      for (const preference of ['subscription_first', 'subscription_only'] as const)
        for (const plans of [[], [{ total_amount: price, allow_wallet_overflow: false }]]) {
          const { mine, place } = await given({ plans, preference, token: { quota: 0 } })
          for (const _ of plans) assert.equal(await call(mine), 'ok')
          assert.equal(await call(mine, 'free'), 'ok')
          const limited = await place.key({ user_id: mine.user_id })
          await saveTokenLimits(relay.deps.store, limited.token_id, JSON.stringify({ calls_at_once: 5 }))
          assert.equal(await call(limited, 'free'), 'ok')
          assert.notEqual(await call(limited), 'ok')
        }
    })

    test('small rests of two plans keep no call from the third', async () => {
      const plans = [0.4, 0.4, 5].map((calls, index) => ({
        total_amount: calls * price,
        duration_unit: 'day' as const,
        duration_value: index + 1,
      }))
      const { mine } = await given({ plans, preference: 'subscription_only' })
      assert.equal(await call(mine), 'ok')
      assert.deepEqual(await leftOf(mine), [10, 0, 0.4, 4.4])
    })

    test('a stream that only plans pay for goes on with the pot of the next day', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const beforeMidnight = 300
      later((2 * day - (relay.deps.clock() % day) - beforeMidnight) % day)
      const { mine } = await given({
        plans: [{ windows: [{ every: 'day', amount: 100 * price }] }],
        preference: 'subscription_only',
        channel: { base_url: upstream.url },
      })
      const sent = open(relay, path, { key: mine.key, body: chatBody('hi', { model: streamed, stream: true }) })
      const { response } = await upstream.next()
      openEvents(response)
      response.write(chatChunk({ content: 'sun ' }))
      const result = await sent
      later(2 * beforeMidnight)
      response.write(chatChunk({ content: 'sea '.repeat(8000) }))
      response.end(`${chatChunk({}, 'stop', usageOf(8, 8001))}data: [DONE]\n\n`)
      assert.match(await soon('the end of the stream', result.text()), /\[DONE\]\s*$/)
      const [balance, today = 0, tomorrow = 0] = await leftOf(mine)
      assert.equal(balance, 10)
      assert.equal(Math.round((200 - today - tomorrow) * price), 8009)
      assert.ok(today > 98 && tomorrow < 95, `${today} and ${tomorrow}: the first day pays what it had reserved`)
    })

    async function givenVirtual() {
      number += 1
      const members = ['planned', 'other'].map((model) => ({ model, weight: 1 }))
      const { name } = dataOf(
        await admin.call(virtualModelApi.create, {
          body: {
            ...{ name: `virtual-${number}`, mode: 'order', description: '', groups: [], is_enabled: true },
            ...{ fallback_on: ['server_error', 'balance'], members },
          },
        }),
      )
      await reload()
      return name
    }

    test('when a virtual model falls back to a model that the plan does not cover, the balance pays, if it may', async () => {
      const name = await givenVirtual()
      const plan = { total_amount: price, models: ['planned'], allow_wallet_overflow: false }
      const error = { kind: 'status', status: 500, body: { error: { message: 'broken' } } } as const
      const failing = await given({ plans: [plan] })
      relay.mock.faults.add({ match: { key: failing.secret, model: 'planned' }, fault: error })
      assert.deepEqual([await call(failing.mine, name), await leftOf(failing.mine)], ['ok', [9, 1]])
      const usedUp = await given({ plans: [plan] })
      assert.deepEqual([await call(usedUp.mine, name), await leftOf(usedUp.mine)], ['ok', [10, 0]])
      assert.deepEqual([await call(usedUp.mine, name), await leftOf(usedUp.mine)], ['ok', [9, 0]])
      const alone = await given({ plans: [plan], preference: 'subscription_only' })
      assert.deepEqual([await call(alone.mine, name), await call(alone.mine, name)], ['ok', 'plan_insufficient'])
      assert.deepEqual(await leftOf(alone.mine), [10, 0])
    })

    test('a song that fails after the end of its plan returns to the plan, and so to nobody', async () => {
      const place = relay.place()
      await place.channel({ type: 36, models: 'suno_music', base_url: relay.mock.urlOf('suno') })
      const mine = await place.key({ quota: 10 * price })
      await give(mine.user_id, { total_amount: 5 * price })
      await reload()
      const song = { prompt: 'fail this', mv: 'chirp-v4' }
      const { status } = await send(relay, '/suno/submit/MUSIC', { key: mine.key, body: song })
      assert.deepEqual([status, await leftOf(mine)], [200, [10, 4]])
      const { store, clock } = relay.deps
      await store.transaction().execute((transaction) => endSubscriptionsOf(transaction, mine.user_id, clock()))
      relay.mock.tasks.advance(70)
      const { status: state, refunded } = await finished(relay, mine)
      assert.deepEqual([state, refunded], ['FAILURE', price])
      await runJobs()
      assert.deepEqual(await leftOf(mine), [10, 0])
    })

    test('the cap of a member counts what a plan of the organisation pays', async () => {
      const { store } = relay.deps
      const place = relay.place()
      await place.channel({ models: 'planned' })
      const org = await givenOrganisation(store, await relay.given.user({ username: `owner${place.group}` }), {
        quota: 10 * price,
      })
      const ben = await relay.given.user({ username: `ben${place.group}` })
      await givenMember(store, org, ben, 'member', JSON.stringify(perDay(1.5 * price)))
      await store.updateTable('users').set({ group: place.group }).where('id', '=', org).execute()
      await give(org, { total_amount: 5 * price })
      const key = await place.key({ user_id: org })
      await store.updateTable('tokens').set({ caller_id: ben }).where('id', '=', key.token_id).execute()
      await reload()
      assert.deepEqual([await call(key), await call(key)], ['ok', 'limit_reached'])
      assert.deepEqual(await leftOf({ user_id: org }), [10, 4])
    })

    test('a token spends no more than its own limit, however much a plan has', async () => {
      const { mine } = await given({ plans: [{ total_amount: 5 * price }], token: { remain_quota: 1.5 * price } })
      assert.deepEqual([await call(mine), await call(mine)], ['ok', 'pre_consume_token_quota_failed'])
      assert.deepEqual(await leftOf(mine), [10, 4])
    })

    test('a debt does not keep a plan from paying', async () => {
      const { mine } = await given({ plans: [{ total_amount: 5 * price }], token: { quota: price } })
      const { store, ledger, clock } = relay.deps
      const overdrawn = { request_id: `overdrawn ${mine.user_id}`, user_id: mine.user_id, token_id: mine.token_id }
      await ledger.capture({ ...overdrawn, channel_id: 0, charge: 3 * price, at: clock() })
      assert.deepEqual([await call(mine), await leftOf(mine)], ['ok', [-2, 4]])
      await store
        .updateTable('users')
        .set({ billing_preference: 'wallet_first' })
        .where('id', '=', mine.user_id)
        .execute()
      assert.equal(await call(await relay.key({ user_id: mine.user_id })), 'ok')
      assert.deepEqual(await leftOf(mine), [-2, 3])
    })

    test('a refunded request, whole or in parts, makes room in its window', async () => {
      const windows = [{ every: 'hours' as const, hours: 5, amount: 2 * price }]
      const { mine } = await given({ plans: [{ total_amount: 10 * price, windows, allow_wallet_overflow: false }] })
      assert.deepEqual([await call(mine), await call(mine), await call(mine)], ['ok', 'ok', 'plan_insufficient'])
      const [charge, other] = await relay.deps.store
        .selectFrom('ledger')
        .select('reference')
        .where('user_id', '=', mine.user_id)
        .where('kind', '=', 'charge')
        .execute()
      const refund = async (request_id = '', refunded = 0, quota?: number) =>
        dataOf(
          await admin.call(refundApi.refundCall, {
            body: { request_id, refunded, reason: 'cut off', ...(quota && { quota }) },
          }),
        )
      await refund(charge?.reference, 0, 0.4 * price)
      assert.equal(await call(mine), 'plan_insufficient')
      await refund(charge?.reference, 0.4 * price)
      assert.deepEqual([await call(mine), await call(mine)], ['ok', 'plan_insufficient'])
      await refund(other?.reference)
      assert.deepEqual([await call(mine), await leftOf(mine)], ['ok', [10, 8]])
    })

    const together = [
      { preference: 'subscription_first', pays: 'the pot and the balance', begun: 15, left: [0, 0] },
      { preference: 'subscription_only', pays: 'the pot alone', begun: 10, left: [5, 0] },
      { preference: 'wallet_first', pays: 'the balance and the pot', begun: 15, left: [0, 0] },
    ] as const
    for (const { preference, pays, begun, left } of together)
      for (const slices of isLongRun ? ['no slices', 'slices'] : ['slices'])
        test(`of 200 calls at once on two instances begin as many as ${pays} can pay, ${slices} before`, async () => {
          const plans = [{ total_amount: 10 * price }]
          const { mine, place } = await given({ plans, preference, token: { quota: 5 * price } })
          const { store } = relay.deps
          if (slices === 'slices') {
            const { key } = await place.channel({ models: 'small' })
            await reload()
            relay.mock.faults.add({ match: { key }, fault: { kind: 'status', status: 400, body: { error: {} } } })
            await eventually('each instance has a slice', async () => {
              for (const at of relays) for (let count = 0; count < 3; count++) await call(mine, 'small', at)
              const held = await readHolds(store)
              const own = held.filter(({ request_id }) => request_id.startsWith(slicesOf(mine.user_id)))
              return own.filter(({ amount }) => amount > 0).length === relays.length
            })
          }
          const keys = [mine, ...(await Promise.all([1, 2, 3].map(() => place.key({ user_id: mine.user_id }))))]
          const codes = await Promise.all(
            Array.from({ length: 200 }, (_, index) =>
              call(keys[index % 4] as GivenKey, 'planned', relays[Math.floor(index / 4) % 2]),
            ),
          )
          assert.equal(codes.filter((code) => code === 'ok').length, begun)
          const refusal = preference === 'subscription_only' ? 'plan_insufficient' : 'insufficient_user_quota'
          assert.deepEqual(new Set(codes), new Set(['ok', refusal]))
          assert.deepEqual(await leftOf(mine), left)
        })
  })
