import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenChannel, type GivenKey, type GivenToken, useRelay } from '../harness/relay-harness.ts'
import { holdsOfCalls } from '../ledger/held-for-calls.ts'
import { assertCharged, settledBooks } from './books.ts'
import { type Loose, open, type Sent, send } from './send.ts'
import {
  chatChunk,
  openEvents,
  type SteeredRequest,
  type SteeredUpstream,
  startSteeredUpstream,
  usageOf,
} from './steered-upstream.ts'

/** Dollars per million tokens of each line, as a vendor's price list has them. */
type Listed = { input: string; output: string; cache_read: string; write_5m: string; write_1h: string }

const model = 'tiered-1'
const plain = 'plain-1'
const hours = 'hours-1'
const base: Listed = { input: '1.25', output: '10', cache_read: '0.125', write_5m: '1.5625', write_1h: '2.5' }
const long: Listed = { input: '2.5', output: '15', cache_read: '0.25', write_5m: '3.125', write_1h: '5' }
const priority: Listed = { input: '2.5', output: '20', cache_read: '0.25', write_5m: '3.125', write_1h: '5' }
const priorityLong: Listed = { input: '5', output: '30', cache_read: '0.5', write_5m: '6.25', write_1h: '10' }
const flex: Listed = { input: '0.625', output: '5', cache_read: '0.0625', write_5m: '0.78125', write_1h: '1.25' }
const fast: Listed = { input: '7.5', output: '37.5', cache_read: '0.75', write_5m: '9.375', write_1h: '15' }
const us: Listed = { input: '1.375', output: '11', cache_read: '0.1375', write_5m: '1.71875', write_1h: '2.75' }
const tiers: ModelTiers = {
  lengths: [{ above: 2_000, ratio: 2, completion_ratio: 6 }],
  services: {
    priority: { ratio: 2 },
    flex: { ratio: 0.5 },
    fast: { ratio: 6, completion_ratio: 5 },
    us: { ratio: 1.1 },
  },
}
const everything = { allow_service_tier: true, allow_speed: true, allow_inference_geo: true }

type Counts = { input?: number; cached?: number; write5m?: number; write1h?: number; output: number }

/** Dollars to quota in whole numbers of a billionth of a dollar per million tokens, rounded once. */
function quotaOf(counts: Counts, prices: Listed, groupRatio = '1'): number {
  const scaled = (text: string, digits: number) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(digits, '0'))
  }
  const lines: [number | undefined, string][] = [
    [counts.input, prices.input],
    [counts.cached, prices.cache_read],
    [counts.write5m, prices.write_5m],
    [counts.write1h, prices.write_1h],
    [counts.output, prices.output],
  ]
  const sum = lines.reduce((total, [count = 0, price]) => total + BigInt(count) * scaled(price, 9), 0n)
  const amount = sum * scaled(groupRatio, 6) * 500_000n
  const unit = 10n ** 21n // billionths × millionths, per million tokens
  return Number((2n * amount + unit) / (2n * unit))
}

const openaiUsage = ({ input = 0, cached = 0, output }: Counts) => ({
  usage: {
    prompt_tokens: input + cached,
    completion_tokens: output,
    total_tokens: input + cached + output,
    prompt_tokens_details: { cached_tokens: cached },
  },
})
const whole = (message: string, more: object) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content: message }, finish_reason: 'stop' }],
  ...more,
})
const claudeMessage = ({ input = 0, cached = 0, write5m = 0, write1h = 0, output }: Counts, more: object) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [{ type: 'text', text: 'Hello.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: input,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: write5m + write1h,
    cache_creation: { ephemeral_5m_input_tokens: write5m, ephemeral_1h_input_tokens: write1h },
    output_tokens: output,
    ...more,
  },
})

for (const kind of databaseKinds)
  describe(`tiers of prices [${kind}]`, () => {
    const relay = useRelay(kind, {}, async (server) => {
      await server.options({
        ModelRatio: JSON.stringify({ [model]: 0.625, [plain]: 0.625, [hours]: 1 }),
        CompletionRatio: JSON.stringify({ [model]: 8, [plain]: 8 }),
        CacheRatio: JSON.stringify({ [model]: 0.1 }),
        CreateCacheRatio: JSON.stringify({ [model]: 1.25 }),
        ModelTiers: JSON.stringify({
          [model]: tiers,
          [hours]: { times: { zone: 'UTC', spans: [{ from: '00:00', to: '23:59', factor: 0.25 }] } },
        }),
      })
    })

    type Given = { path?: string; body?: object; channel?: GivenChannel; token?: GivenToken; model?: string }

    /** Sends one call, lets the test respond as the upstream, and gives the request that it got and the books. */
    async function call(t: TestContext, given: Given, respond: (request: SteeredRequest) => void) {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      const models = given.model ?? model
      await here.channel({ base_url: upstream.url, models, setting: everything, ...given.channel })
      const mine = await here.key(given.token)
      const body = { model: models, max_tokens: 50, messages: [{ role: 'user', content: 'hi' }], ...given.body }
      const pending = send(relay, given.path ?? '/v1/chat/completions', { key: mine.key, body })
      const request = await arrivalOf(pending, upstream)
      const held = await holdOf(mine)
      respond(request)
      const answer = await pending
      assert.equal(answer.status, 200, answer.text)
      return { sent: request.body, held, books: await settledBooks(relay, mine), answer }
    }
    const holdOf = async ({ user_id }: GivenKey) => {
      const { deps } = relay
      const rows = await holdsOfCalls(deps.store).where('user_id', '=', user_id).execute()
      return rows.reduce((sum, { amount }) => sum + Number(amount), 0)
    }
    /** The request as it reaches the upstream; fails if the call is answered before. */
    const arrivalOf = (pending: Promise<Sent>, upstream: SteeredUpstream) =>
      Promise.race([
        upstream.next(),
        pending.then(({ status, text }) => {
          throw new Error(`refused with ${status}: ${text}`)
        }),
      ])
    const json = ({ response }: SteeredRequest, body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

    /** What the response says of its tier, the prices by which it is charged, and what the log calls the tier. */
    const openaiCases: [
      name: string,
      request: object,
      response: object,
      counts: Counts,
      prices: Listed,
      tier?: object,
    ][] = [
      ['short', {}, {}, { input: 2_000, output: 7 }, base],
      ['long', {}, {}, { input: 2_001, output: 7 }, long, { above: 2_000 }],
      ['long by its cached input', {}, {}, { input: 1, cached: 2_000, output: 7 }, long, { above: 2_000 }],
      [
        'priority',
        { service_tier: 'priority' },
        { service_tier: 'priority' },
        { input: 9, output: 7 },
        priority,
        { services: ['priority'] },
      ],
      [
        'priority by its other name',
        { service_tier: 'fast' },
        { service_tier: 'priority' },
        { input: 9, output: 7 },
        priority,
        { services: ['priority'] },
      ],
      [
        'priority, not stated',
        { service_tier: 'priority' },
        {},
        { input: 9, output: 7 },
        priority,
        { services: ['priority'] },
      ],
      [
        'priority, served as default',
        { service_tier: 'priority' },
        { service_tier: 'default' },
        { input: 9, output: 7 },
        base,
      ],
      [
        'auto, served as priority',
        { service_tier: 'auto' },
        { service_tier: 'priority' },
        { input: 9, output: 7 },
        priority,
        { services: ['priority'] },
      ],
      [
        'priority and long',
        { service_tier: 'priority' },
        { service_tier: 'priority' },
        { input: 2_500, cached: 10, output: 7 },
        priorityLong,
        { above: 2_000, services: ['priority'] },
      ],
      [
        'flex',
        { service_tier: 'flex' },
        { service_tier: 'flex' },
        { input: 999, cached: 33, output: 7 },
        flex,
        { services: ['flex'] },
      ],
    ]
    for (const [name, request, response, counts, prices, tier] of openaiCases)
      test(`${name}: charged from dollars to quota, whole and streamed`, async (t) => {
        const streamed = await call(t, { body: { ...request, stream: true } }, ({ response: out }) => {
          openEvents(out)
          const more = { ...response }
          out.write(chatChunk({ role: 'assistant', content: 'Hello.' }, null, more))
          out.write(chatChunk({}, 'stop', more))
          out.end(
            `data: ${JSON.stringify({ ...whole('', { ...more, ...openaiUsage(counts) }), object: 'chat.completion.chunk', choices: [] })}\n\ndata: [DONE]\n\n`,
          )
        })
        const complete = await call(t, { body: request }, (each) => {
          json(each, whole('Hello.', { ...response, ...openaiUsage(counts) }))
        })
        for (const { books, sent } of [streamed, complete]) {
          assert.equal(sent.service_tier, (request as Loose).service_tier)
          const row = assertCharged(books, quotaOf(counts, prices))
          assert.deepEqual(row.other.price_tier, tier)
        }
      })

    const claudeCases: [name: string, request: object, usage: object, counts: Counts, prices: Listed][] = [
      ['cache writes', {}, {}, { input: 10, cached: 20, write5m: 30, write1h: 40, output: 5 }, base],
      ['fast', { speed: 'fast' }, { speed: 'fast' }, { input: 10, write5m: 30, output: 5 }, fast],
      ['fast, not stated', { speed: 'fast' }, {}, { input: 10, output: 5 }, fast],
      ['fast, served as standard', { speed: 'fast' }, { speed: 'standard' }, { input: 10, output: 5 }, base],
      ['in the United States', { inference_geo: 'us' }, { inference_geo: 'us' }, { input: 1_000, output: 5 }, us],
    ]
    for (const [name, request, usage, counts, prices] of claudeCases)
      test(`Claude, ${name}: charged from dollars to quota`, async (t) => {
        const given = { path: '/v1/messages', body: request, channel: { type: 14 } }
        const { books } = await call(t, given, (each) => {
          json(each, claudeMessage(counts, usage))
        })
        assertCharged(books, quotaOf(counts, prices))
      })

    test('Responses and Gemini state their tier too', async (t) => {
      const counts = { input: 9, output: 7 }
      const responses = await call(
        t,
        {
          path: '/v1/responses',
          body: { input: 'hi', messages: undefined, max_tokens: undefined, service_tier: 'priority' },
        },
        (each) => {
          json(each, {
            id: 'resp_1',
            object: 'response',
            status: 'completed',
            model,
            service_tier: 'priority',
            output: [
              {
                type: 'message',
                id: 'm',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
              },
            ],
            usage: { input_tokens: 9, output_tokens: 7, total_tokens: 16 },
          })
        },
      )
      assertCharged(responses.books, quotaOf(counts, priority))
      const gemini = await call(
        t,
        {
          path: `/v1beta/models/${model}:generateContent`,
          body: {
            contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
            messages: undefined,
            max_tokens: undefined,
            model: undefined,
            serviceTier: 'flex',
          },
          channel: { type: 24 },
        },
        (each) => {
          json(each, {
            candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }],
            usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 7, totalTokenCount: 16, serviceTier: 'flex' },
          })
        },
      )
      assert.equal(gemini.sent.serviceTier, 'flex')
      assertCharged(gemini.books, quotaOf(counts, flex))
    })

    test('a tier that the channel does not allow, or that has no price, is removed and sold at the normal price', async (t) => {
      const body = { service_tier: 'priority', extra_body: { service_tier: 'priority', seed: 1 } }
      const respond = (each: SteeredRequest) => json(each, whole('Hello.', usageOf(9, 7)))
      const closed = await call(t, { body, channel: { setting: {} } }, respond)
      const unpriced = await call(t, { body, model: plain }, respond)
      const batch = await call(t, { body: { service_tier: 'batch' } }, respond)
      for (const { sent, books } of [closed, unpriced, batch]) {
        assert.equal(sent.service_tier, undefined)
        assert.equal(JSON.stringify(sent).includes('priority'), false)
        assertCharged(books, quotaOf({ input: 9, output: 7 }, base))
      }
    })

    test('the hold covers the dearer of the requested and the normal tier, and the length within reach', async (t) => {
      const respond = (each: SteeredRequest) => json(each, whole('Hello.', usageOf(9, 7)))
      const { held: normal } = await call(t, {}, respond)
      const { held: asked } = await call(t, { body: { service_tier: 'priority' } }, respond)
      const { held: cheap } = await call(t, { body: { service_tier: 'flex' } }, respond)
      assert.ok(Math.abs(asked - 2 * normal) <= 1, `${asked}, ${normal}`)
      assert.equal(cheap, normal)
      const words = 'word '.repeat(900) // 1,500 tokens by the estimate: 2,001 are within a quarter and 1,000 more
      const { held: near } = await call(t, { body: { messages: [{ role: 'user', content: words }] } }, respond)
      const counts = { input: 2_500, output: 50 }
      assert.ok(near >= quotaOf(counts, long), `${near} is less than a long call`)
    })

    test('a client that hangs up pays for the tier that it asked for', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      await here.channel({ base_url: upstream.url, models: model, setting: everything })
      const paid = async (body: object) => {
        const mine = await here.key()
        const leaving = new AbortController()
        const sent = { model, max_tokens: 50, messages: [{ role: 'user', content: 'hi' }], stream: true, ...body }
        const pending = open(relay, '/v1/chat/completions', { key: mine.key, body: sent, signal: leaving.signal })
        const { response } = await upstream.next()
        openEvents(response)
        response.write(chatChunk({ role: 'assistant', content: 'Some words that were delivered to the client.' }))
        const reader = (await pending).body?.getReader()
        await reader?.read()
        leaving.abort()
        const { rows } = await settledBooks(relay, mine)
        return rows[0]?.quota ?? 0
      }
      const normal = await paid({})
      assert.ok(normal > 0)
      assert.ok(Math.abs((await paid({ service_tier: 'priority' })) - 2 * normal) <= 1)
    })

    test('a client that hangs up before any output pays for the tier that was sent', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const paid = async (body: object, setting: object = everything) => {
        const here = relay.place()
        await here.channel({ base_url: upstream.url, models: model, setting })
        const mine = await here.key()
        const leaving = new AbortController()
        const sent = { model, max_tokens: 50, messages: [{ role: 'user', content: 'word '.repeat(500) }], ...body }
        const pending = open(relay, '/v1/chat/completions', { key: mine.key, body: sent, signal: leaving.signal })
        const request = await upstream.next()
        leaving.abort()
        await assert.rejects(pending)
        const { rows } = await settledBooks(relay, mine)
        request.response.destroy()
        return rows[0]?.quota ?? 0
      }
      const normal = await paid({})
      assert.ok(normal > 100)
      const dear = { service_tier: 'priority' }
      for (const stream of [false, true])
        assert.ok(Math.abs((await paid({ ...dear, stream })) - 2 * normal) <= 1, `stream: ${stream}`)
      assert.equal(await paid(dear, {}), normal, 'the channel does not allow the tier')
    })

    test('time of day and the ratio between groups apply to the call', async (t) => {
      const respond = (each: SteeredRequest) => json(each, whole('Hello.', usageOf(9_990, 10)))
      const { books } = await call(t, { model: hours }, respond)
      const { hour, minute } = { hour: new Date().getUTCHours(), minute: new Date().getUTCMinutes() }
      const isLastMinute = hour === 23 && minute === 59
      if (!isLastMinute) assert.deepEqual(assertCharged(books, 2_500).other.price_tier, { time_factor: 0.25 })
      const here = relay.place()
      await here.channel({ models: plain })
      await relay.options({
        GroupRatio: JSON.stringify({ default: 1, [here.group]: 3 }),
        GroupGroupRatio: JSON.stringify({ friends: { [here.group]: 0.5 } }),
        UserUsableGroups: JSON.stringify({ [here.group]: 'for friends' }),
      })
      const body = { model: plain, messages: [{ role: 'user', content: 'hi' }] }
      const quotas: number[] = []
      for (const user_group of ['friends', 'default']) {
        const mine = await relay.key({ user_group, group: here.group })
        const answer = await send(relay, '/v1/chat/completions', { key: mine.key, body })
        assert.equal(answer.status, 200, answer.text)
        const { rows } = await settledBooks(relay, mine)
        quotas.push(rows[0]?.quota ?? 0)
        assert.equal(rows[0]?.other.group_ratio, user_group === 'friends' ? 0.5 : 3)
      }
      const [friend = 0, other = 0] = quotas
      assert.ok(friend > 0 && Math.abs(other / friend - 6) < 1, `${quotas}`)
    })

    test('a price per tier is charged to the unit in every combination', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const groups: [ratio: string, group: string][] = []
      for (const ratio of ['1', '0.37', '2.345678']) {
        const here = relay.place()
        await here.channel({ base_url: upstream.url, models: model, setting: everything })
        groups.push([ratio, here.group])
      }
      const ratios = Object.fromEntries(groups.map(([ratio, group]) => [group, Number(ratio)]))
      await relay.options({ GroupRatio: JSON.stringify({ default: 1, ...ratios }) })
      const lists: [Listed, string | undefined, boolean][] = [
        [base, undefined, false],
        [long, undefined, true],
        [priority, 'priority', false],
        [priorityLong, 'priority', true],
        [flex, 'flex', false],
      ]
      for (const [ratio, group] of groups)
        for (const [prices, tier, isLong] of lists)
          for (const cached of [0, 777]) {
            const mine = await relay.key({ user_group: group })
            const counts = { input: isLong ? 2_345 : 1_111, cached, output: 13 + cached }
            const body = { model, messages: [{ role: 'user', content: 'hi' }], ...(tier && { service_tier: tier }) }
            const pending = send(relay, '/v1/chat/completions', { key: mine.key, body })
            json(
              await arrivalOf(pending, upstream),
              whole('Hello.', { service_tier: tier ?? 'default', ...openaiUsage(counts) }),
            )
            await pending
            assertCharged(await settledBooks(relay, mine), quotaOf(counts, prices, ratio))
          }
      await eventually('no hold is left', async () => (await holdsOfCalls(relay.deps.store).execute()).length === 0)
    })
  })
