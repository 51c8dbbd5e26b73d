import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { ChannelLimits } from '@turnpike/contract/routing/channel-limits'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { callsOf } from '../../src/gateway/entry/in-flight/in-flight-calls.ts'
import type { RelayDeps } from '../../src/gateway/entry/relay-deps.ts'
import { assertRefused, dataOf } from '../harness/channel-admin.ts'
import { type HealthServer, useHealthServers } from '../harness/channel-health.ts'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { refusalOf, talk } from '../harness/realtime-harness.ts'
import type { GivenKey, Place } from '../harness/relay-harness.ts'
import { startProcess } from '../processes/server-process.ts'
import { entryPoints } from './entry-points.ts'
import { type HeldUpstream, startHeldUpstream } from './held-upstream.ts'
import { expireEverything } from './killed-processes.ts'
import { chatBody, type Sent, send } from './send.ts'
import { startSteeredUpstream } from './steered-upstream.ts'

const path = '/v1/chat/completions'
const models = 'gpt-4o,free'
const limited = (limits: ChannelLimits) => ({ setting: { limits } })

for (const kind of databaseKinds)
  describe(`limits of channels, two instances [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    let [first, second]: HeldUpstream[] = []
    before(async () => {
      ;[first, second] = [await startHeldUpstream(), await startHeldUpstream()]
      await options({ RetryTimes: '1', ModelPrice: JSON.stringify({ free: 0 }) })
    })
    after(async () => {
      await first?.stop()
      await second?.stop()
    })
    const options = async (changes: Parameters<HealthServer['options']>[0]) => {
      await servers.one.options(changes)
      await servers.two.deps.reload()
    }
    const waits = (seconds: number) => options({ ChannelQueueSeconds: String(seconds) })
    const held = (which: HeldUpstream | undefined): HeldUpstream => {
      assert.ok(which)
      return which
    }
    const request = (
      { key }: Pick<GivenKey, 'key'>,
      server: HealthServer = servers.one,
      more: { model?: string; signal?: AbortSignal } = {},
    ): Promise<Sent> =>
      send(server, path, {
        key,
        body: chatBody('hello', { model: more.model ?? 'gpt-4o' }),
        ...(more.signal && { signal: more.signal }),
      })
    const statesOf = async (id: number) =>
      dataOf(await servers.one.admin.call(limitsApi.ofChannel, { params: { id: String(id) } }))
    const usedOf = async (id: number) => (await statesOf(id)).map(({ measure, used }) => [measure, used])
    // The server's own, of which tests mostly need less.
    const relayDeps = ({ deps }: HealthServer) => deps as unknown as RelayDeps
    const queued = (count: number) =>
      eventually(`${count} calls wait`, () => relayDeps(servers.one).channelQueue.size === count)
    const chargesOf = async ({ user_id }: GivenKey) => (await servers.one.balance(user_id)).request_count

    /** A channel whose only call is running, and whose limit is one call at once. */
    async function givenBusy(here: Place, mine: GivenKey) {
      const channel = await here.channel({ models, base_url: held(first).url, ...limited({ calls_at_once: 1 }) })
      const running = request(mine)
      await eventually('the call runs', () => held(first).waiting() === 1)
      return { channel, running }
    }

    test('fifty calls at once: what one channel does not take goes to the next, and the rest is refused', async () => {
      const { one, two } = servers
      const here = one.place()
      await here.channel({ priority: 2, base_url: held(first).url, ...limited({ calls_at_once: 5 }) })
      await here.channel({ priority: 1, base_url: held(second).url, ...limited({ calls_at_once: 7 }) })
      await two.deps.reload()
      const keys = await Promise.all(Array.from({ length: 5 }, () => here.key()))
      const calls = Array.from({ length: 50 }, (_, index) =>
        request(keys[index % 5] as GivenKey, index % 2 ? one : two),
      )
      let ended = 0
      for (const call of calls) call.then(() => ended++)
      await eventually('all others are refused', () => ended === 38)
      assert.deepEqual([held(first).waiting(), held(second).waiting()], [5, 7])
      held(first).release()
      held(second).release()
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      assert.deepEqual(
        [200, 429].map((status) => statuses.filter((each) => each === status).length),
        [12, 38],
      )
      const refused = (await Promise.all(calls)).find(({ status }) => status === 429)
      assert.equal(refused?.json.error.code, 'channels_busy')
      assert.equal(refused?.headers.get('retry-after'), '1')
      const again = request(keys[0] as GivenKey, two)
      await eventually('the places are free', () => held(first).waiting() === 1)
      held(first).release()
      assert.equal((await again).status, 200)
      const metrics = await Promise.all([one, two].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
      const counted = (outcome: string) =>
        metrics
          .map(
            (text) =>
              new RegExp(`^turnpike_relay_channel_limits_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1],
          )
          .reduce((sum, count) => sum + Number(count ?? 0), 0)
      assert.deepEqual(['overflowed', 'waited', 'refused'].map(counted), [7, 0, 38])
    })

    test('requests per minute come back when the minute is over, and the refusal says when', async () => {
      const { one } = servers
      const here = one.place()
      const { id } = await here.channel({ ...limited({ requests_per_minute: 2 }) })
      const mine = await here.key()
      for (let call = 0; call < 2; call++) assert.equal((await request(mine)).status, 200)
      const refused = await request(mine)
      assert.equal(refused.status, 429)
      const seconds = Number(refused.headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds} s`)
      assert.match(refused.json.error.message, /^All channels of model gpt-4o are at their limits\. Try again in \d+ s/)
      const list = dataOf(await one.admin.call(channelApi.list, { query: { page_size: 100 } }))
      assert.equal(list.find((each) => each.id === id)?.at_limit, true)
      one.moveTime(61)
      assert.equal((await request(mine)).status, 200)
    })

    test('every dialect refuses in its own format', async () => {
      const here = servers.one.place()
      const names = ['chat', 'messages', 'gemini'] as const
      const wanted = [...new Set(names.map((name) => entryPoints[name].model))].join(',')
      await here.channel({ models: wanted, base_url: held(first).url, ...limited({ calls_at_once: 1 }) })
      const mine = await here.key()
      const running = request(mine)
      await eventually('the call runs', () => held(first).waiting() === 1)
      for (const name of names) {
        const { path: address, body, credential, refused } = entryPoints[name]
        const response = await send(servers.one, address, { headers: credential(mine.key), body })
        assert.equal(response.status, 429, name)
        assert.match(refused(429, response.json).message, /are at their limits/)
        assert.equal(response.headers.get('retry-after'), '1', name)
      }
      held(first).release()
      assert.equal((await running).status, 200)
    })

    test('free calls are counted as well, and a pinned channel is not left for another', async () => {
      const here = servers.one.place()
      const mine = await here.key({ role: role.admin })
      const { channel, running } = await givenBusy(here, mine)
      await here.channel({ models })
      assert.equal((await request(mine, servers.one, { model: 'free' })).status, 200, 'the other channel')
      const pinned = { key: `${mine.key}-${channel.id}` }
      assert.equal((await request(pinned, servers.one, { model: 'free' })).json.error.code, 'channels_busy')
      held(first).release()
      await running
      const free = request(pinned, servers.one, { model: 'free' })
      await eventually('the free call runs', () => held(first).waiting() === 1)
      assert.deepEqual(await usedOf(channel.id), [['calls', 1]])
      held(first).release()
      assert.equal((await free).status, 200)
      assert.deepEqual(await usedOf(channel.id), [['calls', 0]])
    })

    test('users take turns in the queue, and a call that ends lets the next one in', async (t) => {
      await waits(30)
      const upstream = await startSteeredUpstream(t)
      const here = servers.one.place()
      await here.channel({ base_url: upstream.url, ...limited({ calls_at_once: 1 }) })
      const [ada, bob] = [await here.key(), await here.key()]
      const say = (name: string, { key }: GivenKey) => send(servers.one, path, { key, body: chatBody(name) })
      const calls = [say('ada 0', ada)]
      const order: string[] = []
      let running = await upstream.next()
      for (const [index, [name, who]] of (
        [
          ['ada 1', ada],
          ['ada 2', ada],
          ['bob 1', bob],
        ] as const
      ).entries()) {
        calls.push(say(name, who))
        await queued(index + 1)
      }
      for (;;) {
        order.push(running.body.messages[0].content)
        const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
        const message = { role: 'assistant', content: 'ok' }
        const choices = [{ index: 0, message, finish_reason: 'stop' }]
        running.response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'gpt-4o', choices, usage }))
        if (order.length === calls.length) break
        running = await upstream.next()
      }
      assert.deepEqual(order, ['ada 0', 'ada 1', 'bob 1', 'ada 2'])
      for (const call of calls) assert.equal((await call).status, 200)
    })

    test('a call waits no longer than it may', async () => {
      await waits(1)
      const here = servers.one.place()
      const mine = await here.key()
      const { running } = await givenBusy(here, mine)
      const late = await request(mine)
      assert.deepEqual([late.status, late.json.error.code], [429, 'channels_busy'])
      held(first).release()
      assert.equal((await running).status, 200)
      assert.equal((await servers.one.balance(mine.user_id)).held, 0)
    })

    test('who hangs up while waiting, or is cancelled, leaves at once and pays nothing', async () => {
      await waits(60)
      const here = servers.one.place()
      const mine = await here.key()
      const { running } = await givenBusy(here, mine)
      const hangUp = new AbortController()
      const gone = request(mine, servers.one, { signal: hangUp.signal }).catch(() => undefined)
      await queued(1)
      hangUp.abort()
      await gone
      await queued(0)

      const cancelled = request(mine)
      await queued(1)
      const calls = callsOf(relayDeps(servers.one).inFlight)
      const waiting = [...calls.list()].find(({ phase, user_id }) => phase === 'queue' && user_id === mine.user_id)
      assert.ok(waiting?.can_cancel)
      assert.equal(calls.cancel(waiting.request_id), true)
      assert.equal((await cancelled).json.error.code, 'call_cancelled')
      await queued(0)
      held(first).release()
      assert.equal((await running).status, 200)
      assert.equal(await chargesOf(mine), 1)
      assert.equal((await servers.one.balance(mine.user_id)).held, 0)
    })

    test('a call that ends on another instance lets a waiting one in', async () => {
      await waits(60)
      const { one, two } = servers
      const here = one.place()
      const mine = await here.key()
      await here.channel({ base_url: held(first).url, ...limited({ calls_at_once: 1 }) })
      await two.deps.reload()
      const elsewhere = request(mine, two)
      await eventually('the call runs', () => held(first).waiting() === 1)
      const waiting = request(mine, one)
      await queued(1)
      held(first).release()
      assert.equal((await elsewhere).status, 200)
      await eventually('the other call runs', () => held(first).waiting() === 1)
      held(first).release()
      assert.equal((await waiting).status, 200)
    })

    test('each key has its own limits: another key of the channel takes the next call', async () => {
      await waits(0)
      const { one } = servers
      const here = one.place()
      const body = { type: 1, name: 'keys', models: 'gpt-4o', group: here.group, base_url: held(first).url }
      const setting = JSON.stringify({ key_limits: { calls_at_once: 1 } })
      const created = await one.admin.call(channelApi.create, {
        body: { ...body, key: `sk-a-${kind}-limited\nsk-b-${kind}-limited`, multi_key_mode: 'polling', setting },
      })
      const [id = 0] = dataOf(created).ids
      const mine = await here.key()
      const running = [request(mine), request(mine)]
      await eventually('both run', () => held(first).waiting() === 2)
      assert.equal((await request(mine)).status, 429)
      const states = await statesOf(id)
      assert.deepEqual(
        states.map(({ scope, used, key_id = 0 }) => [scope, used, key_id > 0]),
        [
          ['key', 1, true],
          ['key', 1, true],
        ],
      )
      held(first).release()
      for (const call of running) assert.equal((await call).status, 200)
    })

    test('a call that fails on one channel gives up its place, and its response counts for the one that serves it', async () => {
      const { one } = servers
      const here = one.place()
      const limits = limited({ calls_at_once: 1, tokens_per_minute: 10_000, requests_per_minute: 10 })
      const bad = await here.channel({ priority: 2, ...limits })
      const good = await here.channel({ priority: 1, base_url: held(first).url, ...limits })
      one.mock.faults.add({ match: { key: bad.key }, fault: { kind: 'status', status: 500 } })
      const mine = await here.key()
      const call = request(mine)
      await eventually('the second channel works', () => held(first).waiting() === 1)
      const reserved = (await statesOf(good.id)).find(({ measure }) => measure === 'tokens')?.used ?? 0
      const prompt = reserved - 10_000 / 4
      assert.ok(prompt > 0)
      assert.deepEqual(await usedOf(bad.id), [
        ['requests', 1],
        ['tokens', prompt],
        ['calls', 0],
      ])
      held(first).release()
      assert.equal((await call).status, 200)
      assert.deepEqual(await usedOf(bad.id), [
        ['requests', 1],
        ['tokens', prompt],
        ['calls', 0],
      ])
      assert.deepEqual(await usedOf(good.id), [
        ['requests', 1],
        ['tokens', 100 + 10],
        ['calls', 0],
      ])
    })

    test('tokens per minute of a channel hold against calls at once', async () => {
      const { one } = servers
      const here = one.place()
      const { id } = await here.channel({ base_url: held(first).url, ...limited({ tokens_per_minute: 1000 }) })
      const { key } = await here.key()
      const body = chatBody('hello', { max_tokens: 300 })
      const calls = Array.from({ length: 12 }, () => send(one, path, { key, body }))
      let ended = 0
      for (const call of calls) call.then(() => ended++)
      await eventually('all others are refused', () => ended === 9)
      assert.equal(held(first).waiting(), 3)
      held(first).release()
      await Promise.all(calls)
      assert.deepEqual(await usedOf(id), [['tokens', 3 * 110]])
    })

    test('a realtime session has its place for as long as it is open', async () => {
      const { one } = servers
      const here = one.place()
      const { id } = await here.channel({ models: 'gpt-realtime,gift', ...limited({ calls_at_once: 1 }) })
      await options({ ModelRatio: JSON.stringify({ gift: 0 }) })
      const mine = await here.key()
      for (const model of ['gpt-realtime', 'gift']) {
        const session = talk(one.url, model, mine)
        await session.until('session.created')
        const refused = await refusalOf(talk(one.url, model, mine))
        assert.deepEqual([refused.status, refused.body.error.code], [429, 'channels_busy'], model)
        session.socket.close()
        await session.closed
        await eventually('the place is free', async () => (await usedOf(id))[0]?.[1] === 0)
      }
    })

    test('a task has its place only until it is submitted', async () => {
      const { one } = servers
      const here = one.place()
      const { id } = await here.channel({ models: 'sora-2', ...limited({ calls_at_once: 1, requests_per_minute: 9 }) })
      const { key } = await here.key()
      for (let task = 0; task < 2; task++) {
        const made = await send(one, '/v1/videos', { key, body: { model: 'sora-2', prompt: 'a cat', seconds: '4' } })
        assert.equal(made.status, 200, made.text)
      }
      assert.deepEqual(await usedOf(id), [
        ['requests', 2],
        ['calls', 0],
      ])
    })

    test('the places of a process that was killed are free when its holds expire', async (t) => {
      const { one, address } = servers
      const here = one.place()
      const { id } = await here.channel({ base_url: held(first).url, ...limited({ calls_at_once: 2 }) })
      const mine = await here.key()
      const folder = await mkdtemp(join(tmpdir(), 'turnpike-test-'))
      t.after(() => rm(folder, { recursive: true, force: true }))
      const own = { SECRET_KEY: secretKey, DATA_DIR: folder, RATE_LIMIT_FACTOR: '100' }
      const doomed = await startProcess(t, { ...databaseEnv(address), ...own })
      const lost = [1, 2].map(() =>
        send(doomed, path, { key: mine.key, body: chatBody('hello') }).catch(() => undefined),
      )
      await eventually('both run', () => held(first).waiting() === 2)
      doomed.kill('SIGKILL')
      await Promise.all([doomed.ended, ...lost])
      assert.equal((await request(mine)).status, 429)
      await expireEverything(address)
      assert.deepEqual(await usedOf(id), [['calls', 0]])
      held(first).release()
      const next = request(mine)
      await eventually('the next call runs', () => held(first).waiting() === 1)
      held(first).release()
      assert.equal((await next).status, 200)
    })

    test('limits that cannot be are refused when the channel is saved', async () => {
      const { one } = servers
      const { id } = await one.place().channel()
      for (const wrong of [{ calls_at_once: 0 }, { calls_at_once: 1.5 }, { budgets: {} }, [], { per_hour: 1 }]) {
        const setting = JSON.stringify({ limits: wrong })
        assertRefused(await one.admin.call(channelApi.update, { body: { id, setting } }), 'invalid_field')
      }
    })
  })
