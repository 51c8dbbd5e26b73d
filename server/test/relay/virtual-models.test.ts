import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { limitsApi } from '@turnpike/contract/routing/limits'
import {
  type FallbackKind,
  fallbackKinds,
  modelHeader,
  type NewVirtualModel,
  type VirtualMember,
  virtualModelApi,
  virtualModelHeader,
} from '@turnpike/contract/routing/virtual-models'
import { logType } from '@turnpike/contract/usage/log'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase, openTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { driftsOf } from '../harness/ledger.ts'
import { type GivenKey, type GivenToken, type Place, type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { assertCharged, assertFree, booksOf, settledBooks } from './books.ts'
import { attemptsIn } from './repeated-requests.ts'
import { chatBody, send } from './send.ts'
import { type SteeredRequest, startSteeredUpstream } from './steered-upstream.ts'

/** Prices by the call, so that what a call cost names the model that served it. */
const costs = { dear: 2000, cheap: 1000, third: 500, fourth: 400 }
const models = 'dear,cheap,third,fourth'
const error = (status: number, code?: string): Fault => ({
  kind: 'status',
  status,
  body: { error: { message: `failed with ${status}`, ...(code && { code }) } },
})
const allKinds: FallbackKind[] = ['rate_limited', 'server_error', 'timeout', 'account', 'no_channel']

for (const kind of databaseKindsOfRun)
  describe(`virtual models [${kind}]`, () => {
    let database: FreshDatabase
    let one: RelayServer
    let other: RelayServer
    let admin: Client
    let number = 0
    before(async () => {
      database = await freshDatabase(kind)
      one = await startRelay(database.address)
      other = await startRelay(database.address, {}, one.mock)
      const ModelPrice = Object.fromEntries(Object.entries(costs).map(([model, quota]) => [model, quota / 500_000]))
      for (const server of [one, other])
        await server.options({
          ModelPrice: JSON.stringify(ModelPrice),
          AutomaticDisableChannelEnabled: 'false',
          RetryTimes: '0',
        })
      await one.given.user({ username: 'chief', role: role.admin })
      admin = one.client()
      await admin.signIn('chief')
    })
    after(async () => {
      await other.stop()
      await one.stop()
      const open = await openTest(database.address)
      assert.deepEqual(await driftsOf(open, Math.floor(Date.now() / 1000)), [])
      await open.close()
      await database.drop()
    })
    afterEach(async () => {
      one.mock.faults.clear()
      Object.assign(one.deps, { random: Math.random })
    })

    /** A virtual model of its own, and a group with one channel that serves all models. */
    async function given(wanted: Partial<NewVirtualModel> = {}, token: GivenToken = {}, served = models) {
      const place = one.place()
      const channel = await place.channel({ models: served })
      const mine = await place.key(token)
      const virtual = await virtualModel(wanted)
      const { name } = virtual
      const call = (more: object = {}, key = mine.key) =>
        send(one, '/v1/chat/completions', { key, body: chatBody('hello', { model: name, ...more }) })
      const fail = (model: string, fault: Fault, times?: number) =>
        one.mock.faults.add({ match: { key: channel.key, model }, fault, ...(times && { times }) })
      const sent = () => place.sent().map(({ body }) => (body as { model: string }).model)
      return { place, channel, mine, virtual, name, call, fail, sent }
    }
    async function virtualModel(wanted: Partial<NewVirtualModel> = {}) {
      const members: VirtualMember[] = [
        { model: 'dear', weight: 1 },
        { model: 'cheap', weight: 1 },
      ]
      const usual = { mode: 'order', description: '', groups: [], is_enabled: true, fallback_on: allKinds } as const
      const body = {
        ...usual,
        groups: [],
        fallback_on: [...allKinds],
        name: `our-best-${++number}`,
        members,
        ...wanted,
      }
      return dataOf(await admin.call(virtualModelApi.create, { body }))
    }
    const served = ({ headers }: { headers: Headers }) => [headers.get(virtualModelHeader), headers.get(modelHeader)]

    test('the first model serves, is sent upstream by its own name, and is what is charged; headers and log tell', async () => {
      const { call, sent, mine, name } = await given()
      const response = await call()
      assert.equal(response.status, 200, response.text)
      assert.equal(response.json.model, 'dear')
      assert.deepEqual(sent(), ['dear'])
      assert.deepEqual(served(response), [name, 'dear'])
      const row = assertCharged(await booksOf(one, mine), costs.dear)
      assert.equal(row.model_name, 'dear')
      assert.equal(row.other.virtual_model, name)
      assert.equal(row.other.virtual_failed, undefined)
    })

    test('a call of a real model has none of these headers', async () => {
      const { call } = await given()
      assert.deepEqual(served(await call({ model: 'cheap' })), [null, null])
    })

    const faults: [FallbackKind, Fault][] = [
      ['rate_limited', error(429)],
      ['server_error', error(500)],
      ['server_error', { kind: 'cut', at: 'before-headers' }],
      ['timeout', error(504)],
      ['account', error(401)],
      ['no_channel', error(404)],
      ['content_refused', error(400, 'content_filter')],
      ['too_long', error(400, 'context_length_exceeded')],
    ]
    for (const [on, fault] of faults)
      for (const isStream of [false, true])
        test(`${on} (${JSON.stringify(fault).slice(0, 40)}) ${isStream ? 'of a stream ' : ''}is served by the next model where wanted, and not otherwise`, async () => {
          const wanted = await given({ fallback_on: [on] })
          wanted.fail('dear', fault)
          const response = await wanted.call({ stream: isStream })
          assert.equal(response.status, 200, response.text)
          assert.deepEqual(attemptsIn(wanted.sent(), fault), ['dear', 'cheap'])
          assert.deepEqual(served(response), [wanted.name, 'cheap'])
          const row = assertCharged(await settledBooks(one, wanted.mine), costs.cheap)
          assert.equal(row.model_name, 'cheap')
          assert.deepEqual([row.other.virtual_model, row.other.virtual_failed], [wanted.name, ['dear']])
          assert.deepEqual(row.other.admin_info.use_channel, [String(wanted.channel.id), String(wanted.channel.id)])

          const others = await given({ fallback_on: fallbackKinds.filter((each) => each !== on) })
          others.fail('dear', fault)
          assert.notEqual((await others.call({ stream: isStream })).status, 200)
          assert.deepEqual(attemptsIn(others.sent(), fault), ['dear'])
          assertFree(await booksOf(one, others.mine))
        })

    test('a mistake of the client is never tried again', async () => {
      const { call, fail, sent, mine } = await given({ fallback_on: [...fallbackKinds] })
      fail('dear', error(400))
      assert.equal((await call()).status, 400)
      assert.deepEqual(sent(), ['dear'])
      assertFree(await booksOf(one, mine))
    })

    test('the channels of a model are tried before the next model, and the last error is what the client reads', async () => {
      const { call, place, mine, name } = await given()
      await place.channel({ models })
      await one.options({ RetryTimes: '1' })
      one.mock.faults.add({ match: { model: 'dear' }, fault: error(500) })
      const remove = one.mock.faults.add({ match: { model: 'cheap' }, fault: error(429) })
      const failed = await call()
      assert.deepEqual([failed.status, failed.json.error.code], [429, 'channel_saturated'])
      const sent = () => place.sent().map(({ body }) => (body as { model: string }).model)
      assert.deepEqual(sent(), ['dear', 'dear', 'cheap', 'cheap'])
      assertFree(await booksOf(one, mine))
      const row = await eventually('the failure is written', () =>
        one.deps.logStore
          .selectFrom('logs')
          .selectAll()
          .where('user_id', '=', mine.user_id)
          .where('type', '=', logType.failure)
          .executeTakeFirst(),
      )
      const { virtual_model, admin_info } = JSON.parse(row.other)
      assert.deepEqual([row.model_name, virtual_model, admin_info.use_channel.length], ['cheap', name, 4])
      remove()
      assert.equal((await call()).status, 200)
      await one.options({ RetryTimes: '0' })
    })

    test('a stream that has begun is not served by another model when it breaks', async () => {
      const { call, fail, sent, mine } = await given()
      fail('dear', { kind: 'cut', at: 'after-chunks', afterChunks: 2, how: 'reset' })
      const response = await call({ stream: true })
      assert.equal(response.status, 200)
      assert.deepEqual(sent(), ['dear'])
      assertCharged(await settledBooks(one, mine), costs.dear)
    })

    test('conditions leave a model out: the size of the prompt', async () => {
      const members = [
        { model: 'cheap', weight: 1, when: { prompt_tokens_max: 50 } },
        { model: 'dear', weight: 1, when: { prompt_tokens_min: 51, prompt_tokens_max: 5000 } },
      ]
      const { call, sent, mine } = await given({ members })
      const said = (words: number) => ({ messages: [{ role: 'user', content: 'word '.repeat(words) }] })
      await call(said(10))
      await call(said(500))
      assert.deepEqual(sent(), ['cheap', 'dear'])
      const refused = await call(said(20_000))
      assert.deepEqual([refused.status, refused.json.error.code], [400, 'no_suitable_model'])
      assert.equal((await booksOf(one, mine)).user.used_quota, costs.cheap + costs.dear)
    })

    test('conditions leave a model out: its price after the ratio of the group', async () => {
      const members = [
        { model: 'dear', weight: 1, when: { price_max: costs.dear / 500_000 } },
        { model: 'cheap', weight: 1 },
      ]
      const { call, sent, place } = await given({ members })
      await call()
      await one.options({ GroupRatio: JSON.stringify({ default: 1, [place.group]: 1.5 }) })
      await call()
      assert.deepEqual(sent(), ['dear', 'cheap'])
      await one.options({ GroupRatio: '{"default":1}' })
    })

    test('conditions leave a model out: its price for a prompt of this length', async () => {
      const members = [
        { model: 'dear', weight: 1, when: { price_max: 1 } },
        { model: 'cheap', weight: 1 },
      ]
      const { call, sent } = await given({ members })
      const before = one.deps.options.current().ModelPrice
      const { dear: _, ...others } = before
      await one.options({
        ModelPrice: JSON.stringify(others),
        ModelRatio: JSON.stringify({ dear: 0.5 }),
        ModelTiers: JSON.stringify({ dear: { lengths: [{ above: 500, ratio: 2 }] } }),
      })
      await call({ messages: [{ role: 'user', content: 'word '.repeat(10) }] })
      await call({ messages: [{ role: 'user', content: 'word '.repeat(1000) }] })
      assert.deepEqual(sent(), ['dear', 'cheap'])
      await one.options({ ModelPrice: JSON.stringify(before), ModelRatio: '{}', ModelTiers: '{}' })
    })

    test('conditions leave a model out: the time its channels took lately, save for a few calls that measure it', async () => {
      const members = [
        { model: 'dear', weight: 1, when: { first_token_ms_max: 1 } },
        { model: 'cheap', weight: 1 },
      ]
      const { call, sent, place, mine } = await given({ members }, {}, 'dear')
      await place.channel({ models: 'cheap' })
      one.mock.faults.add({ match: { model: 'dear' }, fault: { kind: 'delay', headersMs: 20 } })
      Object.assign(one.deps, { random: () => 0.5 })
      await call() // its channel has no figure yet
      await call()
      Object.assign(one.deps, { random: () => 0.01 })
      await call()
      const requests = place.sent().map(({ body }) => (body as { model: string }).model)
      assert.deepEqual(requests, ['dear', 'cheap', 'dear'])
      assert.deepEqual(sent().length, 3)
      assert.equal((await booksOf(one, mine)).rows.length, 3)
    })

    test('a model without a price, or without a channel in the group that supports the request, is passed over', async () => {
      const members = ['unpriced', 'third', 'cheap'].map((model) => ({ model, weight: 1 }))
      const { call, sent, name, mine, place } = await given({ members, fallback_on: [] }, {}, 'unpriced,cheap')
      assert.equal((await call()).status, 200)
      assert.deepEqual(sent(), ['cheap'])
      const alone = await virtualModel({ members: [{ model: 'third', weight: 1 }] })
      const refused = await call({ model: alone.name })
      assert.deepEqual([refused.status, refused.json.error.code], [404, 'model_not_found'])
      assert.match(refused.json.error.message, new RegExp(alone.name))
      await place.channel({ models: 'third', status: 3 })
      const down = await call({ model: alone.name })
      assert.deepEqual([down.status, down.json.error.code], [503, 'no_available_channel'], 'its channel may come back')
      assert.match(down.json.error.message, new RegExp(alone.name))
      assert.notEqual(name, alone.name)
      assert.equal((await booksOf(one, mine)).user.used_quota, costs.cheap)
    })

    test('by weight, the draw decides who is first, and the rest are its fallbacks', async () => {
      const members = [
        { model: 'dear', weight: 1 },
        { model: 'cheap', weight: 3 },
        { model: 'third', weight: 0 },
      ]
      const { call, sent, fail } = await given({ mode: 'weight', members })
      for (const draw of [0, 0.24, 0.25, 0.99]) {
        Object.assign(one.deps, { random: () => draw })
        assert.equal((await call()).status, 200)
      }
      assert.deepEqual(sent(), ['dear', 'dear', 'cheap', 'cheap'])
      fail('dear', error(500))
      fail('cheap', error(500))
      assert.equal((await call()).status, 200)
      assert.deepEqual(sent().slice(4), ['cheap', 'dear', 'third'])
    })

    test('calls of one conversation go to the same model', async () => {
      const { call: request, sent } = await given({ mode: 'weight' })
      await one.options({ StickyBy: 'prefix' })
      const said = (content: string) => ({ messages: [{ role: 'user', content }] })
      for (let talk = 0; talk < 24; talk++) for (let call = 0; call < 2; call++) await request(said(`talk ${talk}`))
      const talks = Array.from({ length: 24 }, (_, talk) => new Set(sent().slice(talk * 2, talk * 2 + 2)))
      assert.ok(talks.every(({ size }) => size === 1))
      assert.equal(new Set(sent()).size, 2, 'different conversations go to different models')
      await one.options({ StickyBy: 'off' })
    })

    test('a hold is taken for one model at a time: a balance for one is enough to fall back, and no more is held', async () => {
      const { call, fail, sent, mine } = await given({}, { quota: costs.dear })
      const held = one.mock.holdResponse({ model: 'cheap' })
      fail('dear', error(500))
      const response = call()
      await held.pieces
      assert.equal((await one.balance(mine.user_id)).held, costs.cheap)
      await held.end()
      assert.equal((await response).status, 200)
      assert.deepEqual(sent(), ['dear', 'cheap'])
      const { user, holds } = await settledBooks(one, mine)
      assert.deepEqual([user.quota, user.held, holds], [costs.dear - costs.cheap, 0, []])
    })

    test('a balance that covers the cheap model only is served by it where that is wanted, and refused otherwise', async () => {
      const wanted = await given({ fallback_on: ['balance'] }, { quota: costs.cheap })
      assert.equal((await wanted.call()).status, 200)
      assert.deepEqual(wanted.sent(), ['cheap'])
      assert.deepEqual(await one.balance(wanted.mine.user_id), {
        quota: 0,
        held: 0,
        used_quota: costs.cheap,
        request_count: 1,
      })
      const refused = await wanted.call()
      assert.deepEqual([refused.status, refused.json.error.code], [403, 'insufficient_user_quota'])

      const strict = await given({}, { quota: costs.cheap })
      assert.equal((await strict.call()).status, 403)
      assert.deepEqual(strict.sent(), [])
      const poor = await given({}, { quota: costs.cheap - 1 })
      assert.equal((await poor.call()).status, 403)
      const token = await given({ fallback_on: ['balance'] }, { remain_quota: costs.cheap })
      assert.equal((await token.call()).status, 200)
      assert.deepEqual(token.sent(), ['cheap'])
    })

    test('limits of requests count a call once, however many models it took', async () => {
      const { call, fail, mine } = await given()
      const owner = one.client()
      await owner.signIn(mine.username)
      const params = { id: String(mine.token_id) }
      dataOf(await owner.call(limitsApi.setOfToken, { params, body: { requests_per_minute: 1, calls_at_once: 1 } }))
      fail('dear', error(500))
      await eventually('the limit is known', async () => {
        const { response } = await owner.call(limitsApi.ofToken, { params })
        return response.success && response.data.states.length === 2
      })
      assert.equal((await call()).status, 200)
      assert.equal((await call()).status, 429)
      assert.equal((await settledBooks(one, mine)).user.used_quota, costs.cheap)
    })

    test('the next model needs a free call among those at once, since the first one has given its own up', async (t) => {
      const { call, fail, sent, mine, place } = await given({}, {}, 'dear,cheap')
      const owner = one.client()
      await owner.signIn(mine.username)
      const params = { id: String(mine.token_id) }
      dataOf(await owner.call(limitsApi.setOfToken, { params, body: { calls_at_once: 1 } }))
      await eventually('the limit is known', async () => {
        const { response } = await owner.call(limitsApi.ofToken, { params })
        return response.success && response.data.states.length === 1
      })
      fail('dear', error(500), 1)
      // Another call of the token begins as soon as the first model has failed, and waits for its response.
      const upstream = await startSteeredUpstream(t)
      await place.channel({ models: 'fourth', base_url: upstream.url })
      const { ledger } = one.deps
      const { release } = ledger
      const begun = Promise.withResolvers<{ waiting: SteeredRequest; other: ReturnType<typeof call> }>()
      const released = t.mock.method(ledger, 'release', async (operation: Parameters<typeof release>[0]) => {
        released.mock.restore()
        const outcome = await release(operation)
        const other = call({ model: 'fourth' })
        begun.resolve({ waiting: await upstream.next(), other })
        return outcome
      })
      const refused = await call()
      assert.equal(refused.status, 429, refused.text)
      assert.deepEqual(sent(), ['dear'])
      const { waiting, other } = await begun.promise
      waiting.response.writeHead(500).end('{}')
      assert.equal((await other).status, 502)
      fail('dear', error(500), 1)
      assert.equal((await call()).status, 200, 'the slot is free again')
    })

    test('a token may use it by its name, or as far as its list goes', async () => {
      const { call, name, place, fail, sent } = await given()
      const keyFor = async (model_limits: string) => (await place.key({ model_limits })).key
      assert.equal((await call({}, await keyFor(name))).json.model, 'dear')
      assert.equal((await call({}, await keyFor('cheap,other'))).json.model, 'cheap')
      const refused = await call({}, await keyFor('other'))
      assert.deepEqual([refused.status, refused.json.error.code], [403, 'model_not_allowed'])
      assert.equal((await call({ model: 'dear' }, await keyFor(name))).status, 403)
      fail('cheap', error(500))
      assert.equal(
        (await call({}, await keyFor('cheap'))).status,
        502,
        'dear is no fallback of a token that may not use it',
      )
      assert.deepEqual(sent(), ['dear', 'cheap', 'cheap'])
    })

    test('a virtual model for some groups is none for the others; a real model of its name is served there', async () => {
      const vip = one.place()
      await vip.channel({ models })
      await one.options({ GroupRatio: JSON.stringify({ default: 1, [vip.group]: 1 }) })
      const { call, sent } = await given({
        name: 'fourth',
        groups: [vip.group],
        members: [{ model: 'cheap', weight: 1 }],
      })
      const { key } = await vip.key()
      assert.equal((await call({}, key)).json.model, 'cheap')
      assert.equal((await call()).json.model, 'fourth')
      assert.deepEqual(sent(), ['fourth'])
    })

    test('a name in front of the real model of the same name gives it a fallback', async () => {
      const { call, fail, sent } = await given(
        {
          name: 'cheap-and-safe',
          members: ['cheap-and-safe', 'cheap'].map((model) => ({ model, weight: 1 })),
        },
        {},
        'cheap-and-safe,cheap',
      )
      await one.options({
        ModelPrice: JSON.stringify({
          'cheap-and-safe': 0.002,
          cheap: costs.cheap / 500_000,
          dear: costs.dear / 500_000,
          third: costs.third / 500_000,
          fourth: costs.fourth / 500_000,
        }),
      })
      assert.equal((await call()).json.model, 'cheap-and-safe')
      fail('cheap-and-safe', error(500))
      assert.equal((await call()).json.model, 'cheap')
      assert.deepEqual(sent(), ['cheap-and-safe', 'cheap-and-safe', 'cheap'])
    })

    test('disabled it is no model; a change holds on the other instance too', async () => {
      const { call, virtual, mine, name } = await given()
      const there = () =>
        send(other, '/v1/chat/completions', { key: mine.key, body: chatBody('hello', { model: name }) })
      await eventually('the other instance knows it', async () => (await there()).status === 200)
      dataOf(await admin.call(virtualModelApi.update, { body: { id: virtual.id, is_enabled: false } }))
      const refused = await call()
      assert.deepEqual([refused.status, refused.json.error.code], [404, 'model_not_found'])
      await eventually('the other instance knows', async () => (await there()).status === 404)
    })

    test('embeddings, pictures and speech find their model in the same way', async () => {
      const { mine, name, fail, sent, place } = await given({
        members: [
          { model: 'dear', weight: 1 },
          { model: 'cheap', weight: 1 },
        ],
      })
      fail('dear', error(500))
      const embedded = await send(one, '/v1/embeddings', { key: mine.key, body: { model: name, input: 'hello' } })
      assert.equal(embedded.status, 200, embedded.text)
      assert.deepEqual(served(embedded), [name, 'cheap'])
      const form = new FormData()
      form.set('model', name)
      form.set('prompt', 'a road')
      form.set('image', new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' }), 'a.png')
      const edited = await send(one, '/v1/images/edits', { key: mine.key, body: form })
      assert.equal(edited.status, 200, edited.text)
      assert.deepEqual(served(edited), [name, 'cheap'])
      assert.equal(place.sent().length, 4)
      assert.deepEqual(sent().slice(0, 2), ['dear', 'cheap'])
      const { rows } = await booksOf(one, mine)
      assert.deepEqual(
        rows.map(({ model_name, other }) => [model_name, other.virtual_model]),
        [
          ['cheap', name],
          ['cheap', name],
        ],
      )
    })

    test('a long body that passes in the dialect of its upstream names the real model there', async () => {
      const place = one.place()
      const claude = 'claude-sonnet-4-5'
      const gemini = 'gemini-2.5-flash'
      await place.channel({ type: 14, models: claude, base_url: one.mock.urlOf('anthropic') })
      await place.channel({ type: 24, models: gemini, base_url: one.mock.urlOf('gemini') })
      const { key } = await place.key()
      const words = 'word '.repeat(2000)
      const ours = await virtualModel({ members: [{ model: claude, weight: 1 }] })
      const sent = await send(one, '/v1/messages', {
        headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
        body: { model: ours.name, max_tokens: 10, messages: [{ role: 'user', content: words }] },
      })
      assert.deepEqual([sent.status, sent.json.model], [200, claude])
      assert.partialDeepStrictEqual(place.sent()[0]?.body, { model: claude })
      const theirs = await virtualModel({ members: [{ model: gemini, weight: 1 }] })
      const response = await send(one, `/v1beta/models/${theirs.name}:generateContent`, {
        headers: { 'x-goog-api-key': key },
        body: { contents: [{ role: 'user', parts: [{ text: words }] }] },
      })
      assert.equal(response.status, 200, response.text)
      assert.deepEqual(served(response), [theirs.name, gemini])
      assert.match(place.sent()[1]?.path ?? '', /gemini-2\.5-flash:generateContent/)
    })

    test('the lists of models name it to those who can call it, in every dialect', async () => {
      const { mine, name, place } = await given()
      const listed = async (path: string, { key }: GivenKey, headers: Record<string, string> = {}) =>
        (await send(one, path, { key, headers })).text.includes(name)
      assert.ok(await listed('/v1/models', mine))
      assert.ok(await listed('/v1/models', mine, { 'anthropic-version': '2023-06-01' }))
      assert.ok(await listed('/v1beta/openai/models', mine))
      const gemini = await send(one, '/v1beta/models', { headers: { 'x-goog-api-key': mine.key } })
      assert.ok(gemini.text.includes(name))
      assert.equal((await send(one, `/v1/models/${name}`, { key: mine.key })).status, 200)
      assert.ok(await listed('/v1/models', await place.key({ model_limits: 'cheap' })))
      assert.ok(!(await listed('/v1/models', await place.key({ model_limits: 'third' }))))
      const elsewhere = await one.place().key()
      assert.ok(!(await listed('/v1/models', elsewhere)))
    })

    test('tokens are counted by the first model that suits', async () => {
      const { mine, name } = await given()
      const counted = await send(one, '/v1/messages/count_tokens', {
        headers: { 'x-api-key': mine.key, 'anthropic-version': '2023-06-01' },
        body: { model: name, messages: [{ role: 'user', content: 'hello' }] },
      })
      assert.equal(counted.status, 200, counted.text)
      assert.ok(counted.json.input_tokens > 0)
      assert.deepEqual(served(counted), [name, 'dear'])
    })

    test('a pinned channel serves the models that it has', async () => {
      const { name, place } = await given()
      const chief: Place = place
      const pinned = await chief.channel({ models: 'cheap' })
      const { key } = await chief.key({ role: role.admin })
      const response = await send(one, '/v1/chat/completions', {
        key: `${key}-${pinned.id}`,
        body: chatBody('hello', { model: name }),
      })
      assert.deepEqual([response.status, response.json.model], [200, 'cheap'])
    })
  })
