import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { type LimitState, type Limits, limitsApi } from '@turnpike/contract/routing/limits'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import { assertRefused, dataOf } from '../harness/channel-admin.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { type GivenKey, type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { entryPoints } from './entry-points.ts'
import { type HeldUpstream, startHeldUpstream } from './held-upstream.ts'
import { chatBody, type Sent, send } from './send.ts'

const model = 'by-call'
const price = 1000
const triesMax = 20
const perDay = (amount: number): Limits => ({
  budgets: [{ window: 'calendar', period: 'day', time_zone: 'Asia/Shanghai', amount }],
})

for (const kind of databaseKinds)
  describe(`limits and budgets on ${kind}, two instances`, () => {
    let database: FreshDatabase
    let one: RelayServer
    let other: RelayServer
    let upstream: HeldUpstream
    let root: Client
    before(async () => {
      database = await freshDatabase(kind)
      upstream = await startHeldUpstream()
      one = await startRelay(database.address)
      other = await startRelay(database.address, {}, one.mock)
      await one.channel({ models: `${model},free`, group: 'default,vip', base_url: upstream.url })
      const prices = { ModelPrice: JSON.stringify({ [model]: price / 500_000, free: 0 }) }
      for (const server of [one, other]) await server.options(prices)
      root = (await signedIn(role.root)).client
    })
    after(async () => {
      await other.stop()
      await one.stop()
      await upstream.stop()
      await database.drop()
    })

    let people = 0
    const signedIn = async (rank: number = role.ordinary): Promise<{ id: number; client: Client }> => {
      const username = `limited${++people}`
      const id = await one.given.user({ username, role: rank })
      const client = one.client()
      await client.signIn(username)
      return { id, client }
    }
    /** A user who can sign in, with a key that no instance has read yet. */
    const givenKey = async (group = 'default'): Promise<{ mine: GivenKey; client: Client }> => {
      const { id, client } = await signedIn()
      await one.deps.store.updateTable('users').set({ group }).where('id', '=', id).execute()
      const mine = await one.key({ user_id: id })
      await fund(one, id)
      return { mine, client }
    }
    const ofToken = ({ token_id }: GivenKey) => ({ params: { id: String(token_id) } })
    const ofUser = ({ user_id }: GivenKey) => ({ params: { id: String(user_id) } })
    const limitToken = async (client: Client, mine: GivenKey, body: Limits) =>
      dataOf(await client.call(limitsApi.setOfToken, { ...ofToken(mine), body }))
    /** A busy machine may take too long for a hold: the call is refused with 503, and sent again as clients do. */
    const call = async (
      server: RelayServer,
      { key }: GivenKey,
      requests = model,
      content = 'hello',
      more: object = {},
    ): Promise<Sent> => {
      for (let tries = 1; ; tries++) {
        const body = chatBody(content, { model: requests, ...more })
        const sent = await send(server, entryPoints.chat.path, { key, body })
        if (sent.status !== 503 || tries === triesMax) return sent
      }
    }
    /** Both instances take turns. So many calls reach the upstream, which responds when all others have been refused. */
    const exactly = async (count: number, calls: Promise<Sent>[]): Promise<void> => {
      let ended = 0
      for (const each of calls) each.then(() => ended++)
      await eventually('all others are refused', () => ended === calls.length - count)
      await eventually(`${count} calls have reached the upstream`, () => upstream.waiting() === count)
      upstream.release()
      const sent = await Promise.all(calls)
      const statuses = sent.map(({ status }) => status)
      assert.deepEqual(
        [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
        [count, calls.length - count],
      )
    }
    const many = (count: number, key: (index: number) => GivenKey, more: object = {}): Promise<Sent>[] =>
      Array.from({ length: count }, (_, index) => call(index % 2 ? one : other, key(index), model, 'hello', more))
    /** One call alone, to which the upstream responds at once. */
    const served = async (mine: GivenKey, requests = model, content = 'hello'): Promise<Sent> => {
      const sent = call(other, mine, requests, content)
      let isOver = false
      sent.then(() => {
        isOver = true
      })
      await eventually('the call ends', () => {
        upstream.release()
        return isOver
      })
      return sent
    }

    test('of two hundred calls at once against a budget for ten, exactly ten start', async () => {
      const { mine, client } = await givenKey()
      await limitToken(client, mine, perDay(10 * price))
      await exactly(
        10,
        many(200, () => mine),
      )
      const { headers } = await served(mine)
      const isFarOff = Number(headers.get('retry-after')) > 60 // in the last minute of the day it is not
      assert.equal(headers.get('x-should-retry'), isFarOff ? 'false' : null)
      const { states } = dataOf(await client.call(limitsApi.ofToken, ofToken(mine)))
      const [{ used, reserved, max, scope, measure, time_zone } = {} as LimitState] = states
      assert.deepEqual(
        { used, reserved, max, scope, measure, time_zone },
        { used: 10 * price, reserved: 0, max: 10 * price, scope: 'token', measure: 'day', time_zone: 'Asia/Shanghai' },
      )
      assert.equal((await one.balance(mine.user_id)).held, 0)
    })

    test('a refusal for a small budget shows the digits of its amounts', async () => {
      const { mine, client } = await givenKey()
      await limitToken(client, mine, perDay(price + 19))
      assert.equal((await served(mine, model)).status, 200)
      const refused = await call(one, mine)
      assert.equal(refused.status, 429)
      assert.match(
        refused.json.error.message,
        /^Limit reached: budget per day of this token, \$0\.002 of \$0\.002038 used\. /,
      )
    })

    test('users of a group share its budget, and each has a budget of their own', async () => {
      const [first, second] = [await givenKey('vip'), await givenKey('vip')]
      const body = { group: 'vip', member: perDay(4 * price), together: perDay(6 * price) }
      dataOf(await root.call(limitsApi.setOfGroup, { body }))
      await other.deps.reload()
      await exactly(
        4,
        many(20, () => first.mine),
      )
      await exactly(
        2,
        many(20, () => second.mine),
      )
      const states = dataOf(await second.client.call(limitsApi.own))
      assert.deepEqual(
        states.map(({ scope, used }) => [scope, used]),
        [
          ['member', 2 * price],
          ['group', 6 * price],
        ],
      )
      assert.deepEqual(dataOf(await root.call(limitsApi.ofGroups)), [body])
      dataOf(await root.call(limitsApi.setOfGroup, { body: { group: 'vip', member: {}, together: {} } }))
      assert.deepEqual(dataOf(await root.call(limitsApi.ofGroups)), [])
    })

    test('free calls are counted as well, and a refusal says which limit it is and when to try again', async () => {
      const { mine, client } = await givenKey()
      const limits = { requests_per_minute: 3, calls_at_once: 2, tokens_per_minute: 1000 }
      dataOf(await root.call(limitsApi.setOfUser, { ...ofUser(mine), body: limits }))
      await exactly(
        2,
        Array.from({ length: 10 }, () => call(one, mine, 'free')),
      )
      const long = await served(mine, 'free', 'word '.repeat(2000))
      assert.deepEqual([long.status, long.json.error.code], [429, 'limit_reached'])
      assert.match(long.json.error.message, /^Limit reached: tokens per minute of this user, \d+ of 1000 used\. /)
      assert.equal((await served(mine, 'free')).status, 200)
      const refused = await served(mine, 'free')
      assert.equal(refused.status, 429)
      assert.match(
        refused.json.error.message,
        /^Limit reached: requests per minute of this user, 3 of 3 used\. Resets at /,
      )
      const seconds = Number(refused.headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds} s`)
      assert.equal(refused.headers.get('x-should-retry'), null, 'it is worth the wait')
      const shown = dataOf(await root.call(limitsApi.ofUser, ofUser(mine)))
      assert.deepEqual(shown.limits, limits)
      assert.deepEqual(
        shown.states.map(({ measure, used, reserved }) => [measure, measure === 'tokens' ? used > 20 : used, reserved]),
        [
          ['requests', 3, 0],
          ['tokens', true, 0],
          ['calls', 0, 0],
        ],
      )
      const own = dataOf(await client.call(limitsApi.own))
      assert.deepEqual(own, shown.states)
    })

    const tokensOf = async (client: Client, mine: GivenKey): Promise<number | undefined> =>
      dataOf(await client.call(limitsApi.ofToken, ofToken(mine))).states[0]?.used

    test('tokens per minute hold against calls at once: the output tokens that requests allow are reserved', async () => {
      const { mine, client } = await givenKey()
      await limitToken(client, mine, { tokens_per_minute: 1000 })
      await exactly(
        3,
        many(36, () => mine, { max_tokens: 300 }),
      )
      assert.equal(await tokensOf(client, mine), 3 * 110, 'what the upstream has reported')
      const unbound = await givenKey()
      await limitToken(unbound.client, unbound.mine, { tokens_per_minute: 1000 })
      await exactly(
        4,
        many(36, () => unbound.mine),
      )
      assert.equal(await tokensOf(unbound.client, unbound.mine), 4 * 110)
    })

    test('tokens per minute count what is charged, whatever was expected', async () => {
      const { mine, client } = await givenKey()
      await limitToken(client, mine, { tokens_per_minute: 100 })
      assert.equal((await served(mine)).status, 200)
      assert.equal(await tokensOf(client, mine), 110)
      assert.equal((await served(mine)).status, 429)

      const failing = await givenKey()
      await limitToken(failing.client, failing.mine, { tokens_per_minute: 100 })
      const { key: upstreamKey } = await one.place().channel({ models: 'gpt-4o', group: 'default' })
      await other.deps.reload()
      one.mock.faults.add({ match: { key: upstreamKey }, fault: { kind: 'status', status: 500 } })
      assert.equal((await call(one, failing.mine, 'gpt-4o')).status >= 500, true)
      assert.equal(await tokensOf(failing.client, failing.mine), 0, 'a call that failed has used none')
    })

    test('limits are set by those who may, and what cannot be is refused', async () => {
      const { mine, client } = await givenKey()
      const stranger = (await signedIn()).client
      const admin = await signedIn(role.admin)
      const token = (limits: object) => ({ ...ofToken(mine), body: limits as Limits })
      assertRefused(await stranger.call(limitsApi.ofToken, ofToken(mine)), 'not_found')
      assertRefused(await stranger.call(limitsApi.setOfToken, token({ calls_at_once: 1 })), 'not_found')
      const peer = { params: { id: String((await signedIn(role.admin)).id) }, body: { calls_at_once: 1 } }
      assertRefused(await admin.client.call(limitsApi.setOfUser, peer), 'user_update_forbidden')
      for (const [limits, code] of [
        [{ requests_per_minute: 0 }, 'invalid_field'],
        [{ calls_at_once: 1.5 }, 'invalid_field'],
        [
          { budgets: [{ window: 'calendar', period: 'day', time_zone: 'Mars/Olympus', amount: 1 }] },
          'time_zone_unknown',
        ],
        [{ budgets: [...(perDay(1).budgets ?? []), ...(perDay(2).budgets ?? [])] }, 'budget_repeated'],
        [{ per_second: 1 }, 'invalid_parameter'],
      ] as const)
        assertRefused(await client.call(limitsApi.setOfToken, token(limits)), code)
      const unknown = { body: { group: 'nowhere', member: {}, together: {} } }
      assertRefused(await root.call(limitsApi.setOfGroup, unknown), 'group_unknown')
      assert.deepEqual(dataOf(await client.call(limitsApi.ofToken, ofToken(mine))), { limits: {}, states: [] })

      await limitToken(client, mine, { calls_at_once: 5 })
      await limitToken(client, mine, {})
      dataOf(await admin.client.call(limitsApi.setOfUser, { ...ofUser(mine), body: perDay(5) }))
      const audited = await one.deps.store
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('target', 'in', [String(mine.token_id), String(mine.user_id)])
        .where('action', 'like', '%.limits')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        audited.map(({ action, detail }) => [action, JSON.parse(detail)]),
        [
          ['token.limits', { before: {}, after: { calls_at_once: 5 } }],
          ['token.limits', { before: { calls_at_once: 5 }, after: {} }],
          ['user.limits', { before: {}, after: perDay(5) }],
        ],
      )
    })
  })

async function fund({ deps: { store, clock } }: RelayServer, user_id: number): Promise<void> {
  await store
    .transaction()
    .execute((transaction) =>
      post(transaction, { user_id, kind: 'grant', reference: `limits ${user_id}`, amount: 10_000_000, at: clock() }),
    )
}
