import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { ChannelCost } from '@turnpike/contract/routing/channel-cost'
import type { ChannelLimits } from '@turnpike/contract/routing/channel-limits'
import { type Budget, limitsApi } from '@turnpike/contract/routing/limits'
import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { adminRow } from '../../src/domain/usage/logs/log-row.ts'
import { assertRefused, dataOf } from '../harness/channel-admin.ts'
import { type HealthServer, useHealthServers } from '../harness/channel-health.ts'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { driftsOf } from '../harness/ledger.ts'
import type { GivenKey } from '../harness/relay-harness.ts'
import { type HeldUpstream, startHeldUpstream } from './held-upstream.ts'
import { chatBody, open, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'
const models = 'gpt-4o,free'
/** A thousandth of a dollar for every call. */
const perCall: ChannelCost = { kind: 'call', price: 0.001 }
const callCost = 500
const inFiveHours = (amount: number): Budget => ({ window: 'rolling', period: 'hours', hours: 5, amount })
const budgeted = (cost: ChannelCost, amount: number, more: ChannelLimits = {}) => ({
  setting: { cost, limits: { budgets: [inFiveHours(amount)], ...more } },
})

for (const kind of databaseKinds)
  describe(`budgets of channels, two instances [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    let upstream: HeldUpstream
    before(async () => {
      upstream = await startHeldUpstream()
      await options({ RetryTimes: '1', ModelPrice: JSON.stringify({ free: 0 }), ChannelQueueSeconds: '30' })
    })
    after(() => upstream.stop())
    const options = async (changes: Parameters<HealthServer['options']>[0]) => {
      await servers.one.options(changes)
      await servers.two.deps.reload()
    }
    const call = ({ key }: Pick<GivenKey, 'key'>, more: object = {}, server: HealthServer = servers.one) =>
      send(server, path, { key, body: chatBody('hello', more) })
    const statesOf = async (id: number) =>
      dataOf(await servers.one.admin.call(limitsApi.ofChannel, { params: { id: String(id) } }))
    const usedOf = async (id: number) => (await statesOf(id)).map(({ used, reserved }) => [reserved, used - reserved])
    const rowsOf = async ({ user_id }: GivenKey) => {
      const rows = await servers.one.deps.logStore
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', user_id)
        .where('type', '=', 2)
        .execute()
      return rows.map((row) => adminRow(row as never))
    }
    const costOf = async (mine: GivenKey) =>
      (await rowsOf(mine)).reduce((sum, { detail }) => sum + (detail?.cost ?? 0), 0)
    const assertBooksBalance = async () =>
      assert.deepEqual(await driftsOf(servers.one.deps as never, servers.one.deps.clock()), [])

    test('of twenty calls at once, a budget for four starts exactly four, and the others go to the next', async () => {
      const { one, two } = servers
      const here = one.place()
      const { id } = await here.channel({
        models,
        priority: 2,
        base_url: upstream.url,
        ...budgeted(perCall, 4 * callCost),
      })
      await here.channel({ models, priority: 1 })
      await two.deps.reload()
      const keys = await Promise.all(Array.from({ length: 5 }, () => here.key()))
      const calls = Array.from({ length: 20 }, (_, index) =>
        call(keys[index % 5] as GivenKey, index % 4 === 0 ? { model: 'free' } : {}, index % 2 ? one : two),
      )
      let ended = 0
      for (const each of calls) each.then(() => ended++)
      await eventually('all others have gone to the next channel', () => ended === 16)
      assert.equal(upstream.waiting(), 4)
      assert.deepEqual(await usedOf(id), [[4 * callCost, 0]])
      upstream.release()
      for (const { status } of await Promise.all(calls)) assert.equal(status, 200)
      assert.deepEqual(await usedOf(id), [[0, 4 * callCost]])
      assert.equal((await call(keys[0] as GivenKey, {}, two)).status, 200)
      assert.deepEqual(await usedOf(id), [[0, 4 * callCost]])
      await assertBooksBalance()
    })

    test('with all budgets used up, a call is refused at once, with the time, until they have room again', async () => {
      const { one } = servers
      const here = one.place()
      const { id } = await here.channel({ ...budgeted(perCall, callCost) })
      const mine = await here.key()
      assert.equal((await call(mine)).status, 200)
      const refused = await call(mine)
      assert.deepEqual([refused.status, refused.json.error.code], [429, 'channels_busy'])
      const [state] = await statesOf(id)
      const now = one.deps.clock()
      const resets_at = state?.resets_at ?? 0
      assert.ok(resets_at > now + 5 * 3600 - 1 && resets_at <= now + 5 * 3600 + 750, `${resets_at - now} s`)
      assert.deepEqual([state?.measure, state?.hours, state?.max], ['hours', 5, callCost])
      assert.ok(Math.abs(Number(refused.headers.get('retry-after')) - (resets_at - now)) <= 2)
      const list = dataOf(await one.admin.call(channelApi.list, { query: { page_size: 100 } }))
      const listed = list.find((each) => each.id === id)
      assert.deepEqual([listed?.at_limit, listed?.budgets], [true, [state]])
      const { channels } = dataOf(
        await one.admin.call(routeExplainApi.explain, {
          body: { model: 'gpt-4o', token_id: mine.token_id, path, prompt_tokens: 10 },
        }),
      )
      assert.deepEqual(channels?.[0]?.reasons, [{ code: 'at_limit', text: '', until: resets_at }])
      one.moveTime(resets_at - one.deps.clock())
      assert.equal((await call(mine)).status, 200)
    })

    test('a call waits for a running one whose reservation is all that is missing', async () => {
      const { one } = servers
      const here = one.place()
      const prices: ChannelCost = { kind: 'multiple', multiple: 1 }
      const mine = await here.key()
      const probe = await here.channel({ base_url: upstream.url, ...budgeted(prices, 10_000_000) })
      const first = call(mine)
      await eventually('the call runs', () => upstream.waiting() === 1)
      const [[reserved = 0] = []] = await usedOf(probe.id)
      upstream.release()
      await first
      const [[, used = 0] = []] = await usedOf(probe.id)
      assert.ok(used > 0 && used < reserved)
      assert.equal(used, await costOf(mine))

      const there = one.place()
      const { id } = await there.channel({ base_url: upstream.url, ...budgeted(prices, reserved + used) })
      const other = await there.key()
      const running = call(other)
      await eventually('the call runs', () => upstream.waiting() === 1)
      const waiting = call(other)
      await eventually('the other waits', () => (one.deps as never as Queued).channelQueue.size === 1)
      upstream.release()
      assert.equal((await running).status, 200)
      await eventually('the other runs', () => upstream.waiting() === 1)
      upstream.release()
      assert.equal((await waiting).status, 200)
      assert.deepEqual(await usedOf(id), [[0, 2 * used]])
    })

    test('a failed attempt gives its reservation back, and each key has a budget of its own', async () => {
      const { one } = servers
      const here = one.place()
      const setting = { cost: perCall, key_limits: { budgets: [inFiveHours(2 * callCost)] } }
      const bad = await here.channel({ priority: 2, setting })
      const good = await here.channel({ priority: 1, base_url: upstream.url, setting })
      one.mock.faults.add({ match: { key: bad.key }, fault: { kind: 'status', status: 500 } })
      const mine = await here.key()
      const running = call(mine)
      await eventually('the second channel works', () => upstream.waiting() === 1)
      assert.deepEqual(await usedOf(bad.id), [[0, 0]])
      assert.deepEqual(await usedOf(good.id), [[callCost, 0]])
      assert.deepEqual(
        (await statesOf(good.id)).map(({ scope }) => scope),
        ['key'],
      )
      upstream.release()
      assert.equal((await running).status, 200)
      assert.deepEqual(await usedOf(good.id), [[0, callCost]])
    })

    test('a stream that its client leaves counts what its row says', async (t) => {
      const { one } = servers
      const steered = await startSteeredUpstream(t)
      const here = one.place()
      const prices: ChannelCost = { kind: 'prices', prices: { 'gpt-4o': { input: 1000, output: 5000 } } }
      const { id } = await here.channel({ base_url: steered.url, ...budgeted(prices, 2_000_000_000) })
      const mine = await here.key()
      const hangUp = new AbortController()
      const opening = open(one, path, { key: mine.key, body: chatBody('hi', { stream: true }), signal: hangUp.signal })
      const { response } = await steered.next()
      openEvents(response)
      response.write(chatChunk({ role: 'assistant', content: 'The first words of a long answer' }))
      const reader = (await opening).body?.getReader()
      await reader?.read()
      assert.ok(((await usedOf(id))[0]?.[0] ?? 0) > 0, 'reserved while it runs')
      hangUp.abort()
      await eventually('the call is charged', async () => (await rowsOf(mine)).length === 1)
      const cost = await costOf(mine)
      assert.ok(cost > 0)
      assert.deepEqual(await usedOf(id), [[0, cost]])

      const whole = send(one, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
      const second = await steered.next()
      openEvents(second.response)
      second.response.write(chatChunk({ role: 'assistant', content: 'ok' }, 'stop'))
      second.response.end(`data: ${JSON.stringify({ choices: [], ...usageOf(100, 10) })}\n\ndata: [DONE]\n\n`)
      assert.equal((await whole).status, 200)
      assert.deepEqual(await usedOf(id), [[0, cost + (100 * 1000 + 10 * 5000) / 2]])
    })

    test('of a hedged call, the channel that serves it has the cost', async (t) => {
      const { one } = servers
      await options({ HedgeAfterMs: '5', RetryTimes: '0' })
      t.after(() => options({ HedgeAfterMs: '0', RetryTimes: '1' }))
      const [slow, fast] = [await startSteeredUpstream(t), await startSteeredUpstream(t)]
      const here = one.place()
      const [first, second] = [
        await here.channel({ priority: 2, base_url: slow.url, ...budgeted(perCall, 10 * callCost) }),
        await here.channel({
          priority: 1,
          base_url: fast.url,
          ...budgeted({ kind: 'call', price: 0.002 }, 2 * callCost),
        }),
      ]
      const mine = await here.key()
      const sending = send(one, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
      await slow.next()
      const { response } = await fast.next()
      assert.deepEqual([await usedOf(first.id), await usedOf(second.id)], [[[callCost, 0]], [[2 * callCost, 0]]])
      openEvents(response)
      response.write(chatChunk({ role: 'assistant', content: 'ok' }, 'stop'))
      response.end(`data: ${JSON.stringify({ choices: [], ...usageOf(10, 2) })}\n\ndata: [DONE]\n\n`)
      assert.equal((await sending).status, 200)
      assert.deepEqual([await usedOf(first.id), await usedOf(second.id)], [[[0, 0]], [[0, 2 * callCost]]])
      // The budget of the second channel is used up: the next call goes on with its first channel alone.
      const alone = send(one, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
      const only = await slow.next()
      openEvents(only.response)
      only.response.write(chatChunk({ role: 'assistant', content: 'ok' }, 'stop'))
      only.response.end(`data: ${JSON.stringify({ choices: [], ...usageOf(10, 2) })}\n\ndata: [DONE]\n\n`)
      assert.equal((await alone).status, 200)
      assert.deepEqual([await usedOf(first.id), await usedOf(second.id)], [[[0, callCost]], [[0, 2 * callCost]]])
      await assertBooksBalance()
    })

    test('a model that the price list of the channel lacks counts at its public price', async () => {
      const { one } = servers
      const here = one.place()
      const prices: ChannelCost = { kind: 'prices', prices: { 'another-model': { input: 1, output: 1 } } }
      const { id } = await here.channel({ ...budgeted(prices, 100_000_000) })
      const mine = await here.key()
      assert.equal((await call(mine)).status, 200)
      const [row] = await rowsOf(mine)
      assert.equal(row?.detail?.cost ?? null, null)
      assert.deepEqual(await usedOf(id), [[0, row?.quota]])
      assert.ok((row?.quota ?? 0) > 0)
    })

    test('without rows in the log, costs count all the same', async (t) => {
      const { one } = servers
      await options({ LogConsumeEnabled: 'false' })
      t.after(() => options({ LogConsumeEnabled: 'true' }))
      const here = one.place()
      const { id } = await here.channel({ ...budgeted(perCall, 10 * callCost) })
      assert.equal((await call(await here.key())).status, 200)
      assert.deepEqual(await usedOf(id), [[0, callCost]])
    })

    test('a budget needs a cost, also when the cost is taken away later', async () => {
      const { admin } = servers.one
      const here = servers.one.place()
      const body = { type: 1, name: 'b', models: 'gpt-4o', group: here.group, key: `sk-budget-${kind}` }
      const { cost, limits } = budgeted(perCall, 5).setting
      const create = (setting: object) =>
        admin.call(channelApi.create, { body: { ...body, setting: JSON.stringify(setting) } })
      assertRefused(await create({ limits }), 'channel_budget_without_cost')
      assertRefused(await create({ key_limits: limits }), 'channel_budget_without_cost')
      assertRefused(await create({ cost, limits: { budgets: [{ ...inFiveHours(5), hours: 721 }] } }), 'invalid_field')
      const [id = 0] = dataOf(await create({ cost, limits })).ids
      const update = (setting: object) =>
        admin.call(channelApi.update, { body: { id, setting: JSON.stringify(setting) } as never })
      assertRefused(await update({ limits }), 'channel_budget_without_cost')
      assert.deepEqual(await usedOf(id), [[0, 0]], 'nothing has changed')
      dataOf(await update({ cost }))
      assert.deepEqual(await usedOf(id), [])
    })
  })

type Queued = { channelQueue: { size: number } }
