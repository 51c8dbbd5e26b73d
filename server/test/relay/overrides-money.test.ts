import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { databaseKinds } from '../harness/databases.ts'
import { type GivenChannel, type GivenKey, useRelay } from '../harness/relay-harness.ts'
import { holdsOfCalls } from '../ledger/held-for-calls.ts'
import { assertCharged, assertFree, booksOf, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { chatBody, type Sent, send } from './send.ts'
import {
  chatChunk,
  openEvents,
  type SteeredRequest,
  type SteeredUpstream,
  startSteeredUpstream,
  usageOf,
} from './steered-upstream.ts'

const model = 'overridden-1'
const tiered = 'overridden-tiered-1'
const priceless = 'overridden-dear-1'
const pictures = 'overridden-picture'
const tiers: ModelTiers = { services: { priority: { ratio: 5 } } }
const operations = (...list: object[]) => ({ param_override: { operations: list } })

for (const kind of databaseKinds)
  describe(`the price of overridden requests [${kind}]`, () => {
    const relay = useRelay(kind, {}, async (server) => {
      await server.options({
        ModelRatio: JSON.stringify({
          [model]: 1,
          [tiered]: 1,
          [priceless]: 100_000,
          sonar: 0.5,
          'gemini-2.5-pro': 1,
          'claude-sonnet-4-5': 1,
        }),
        CompletionRatio: JSON.stringify({ [model]: 2, [tiered]: 2 }),
        ModelPrice: JSON.stringify({ [pictures]: 0.01 }),
        ModelTiers: JSON.stringify({ [tiered]: tiers }),
        RetryTimes: '3',
      })
    })

    type Given = { channel?: GivenChannel; body?: object; quota?: number; path?: string; isStream?: boolean }

    /** One call: what is held while the upstream works on it, and the books after its response. */
    async function held(t: TestContext, given: Given, finish: (request: SteeredRequest) => void) {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      const models = `${model},${tiered},${pictures}`
      await here.channel({ models, base_url: upstream.url, ...given.channel })
      const mine = await here.key(given.quota === undefined ? {} : { quota: given.quota })
      const body = given.body ?? chatBody('hi', { model, max_tokens: 50 })
      const pending = send(relay, given.path ?? '/v1/chat/completions', { key: mine.key, body })
      const request = await arrivalOf(pending, upstream)
      const amount = await holdOf(mine)
      finish(request)
      const answer = await pending
      assert.equal(answer.status, 200, answer.text)
      return { request, amount, books: await settledBooks(relay, mine) }
    }
    const arrivalOf = (pending: Promise<Sent>, upstream: SteeredUpstream) =>
      Promise.race([
        upstream.next(),
        pending.then(({ status, text }) => assert.fail(`answered before it was sent: ${status} ${text}`)),
      ])
    const holdOf = async ({ user_id }: GivenKey) => {
      const rows = await holdsOfCalls(relay.deps.store).where('user_id', '=', user_id).execute()
      return rows.reduce((sum, { amount }) => sum + Number(amount), 0)
    }
    function respond({ response }: SteeredRequest, prompt: number, output: number, more: object = {}) {
      const message = { role: 'assistant', content: 'Hello.' }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...head, ...usageOf(prompt, output), ...more }))
    }
    const cost = (prompt: number, output: number, factor = '1') =>
      charge(
        [
          [prompt, '1'],
          [output, '2'],
        ],
        factor,
      )

    test('that raise the limit of tokens are held and charged as they are sent', async (t) => {
      const raised = { param_override: { max_tokens: 5000 } }
      const { request, amount, books } = await held(t, { channel: raised }, (sent) => respond(sent, 5, 4000))
      assert.equal(request.body.max_tokens, 5000)
      assert.ok(amount >= 10_000, `${amount} is held`)
      assertCharged(books, cost(5, 4000))
    })

    test('that remove the limit are held by the longest response that the model is assumed to give', async (t) => {
      const plain = await held(t, { body: chatBody('hi', { model }) }, (sent) => respond(sent, 5, 3000))
      const unlimited = operations({ mode: 'delete', path: 'max_tokens' })
      const { request, amount, books } = await held(t, { channel: unlimited }, (sent) => respond(sent, 5, 3000))
      assert.equal(request.body.max_tokens, undefined)
      assert.equal(amount, plain.amount)
      assertCharged(books, cost(5, 3000))
    })

    test('that ask for more choices are held and charged for all of them', async (t) => {
      const eight = { param_override: { n: 8 } }
      const one = await held(t, {}, (sent) => respond(sent, 5, 50))
      const { request, amount, books } = await held(t, { channel: eight }, (sent) => respond(sent, 5, 400))
      assert.equal(request.body.n, 8)
      assert.ok(amount >= 8 * 100 && amount > one.amount, `${amount} is held`)
      assertCharged(books, cost(5, 400))
    })

    test('that ask for more choices of several prompts are held for all of them', async (t) => {
      const body = { model, prompt: ['a', 'b', 'c'], max_tokens: 50 }
      const given = { body, channel: { param_override: { n: 4 } }, path: '/v1/completions' }
      const { amount } = await held(t, given, ({ response }) => {
        const choices = [{ index: 0, text: 'Hello.', finish_reason: 'stop' }]
        const completion = { id: 'a', object: 'text_completion', created: 1, model, choices, ...usageOf(5, 50) }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
      })
      assert.ok(amount >= 3 * 4 * 50 * 2, `${amount} is held`)
    })

    test('that choose a tier of service are held and charged by its price', async (t) => {
      const body = chatBody('hi', { model: tiered, max_tokens: 50 })
      const plain = await held(t, { body }, (sent) => respond(sent, 9, 7))
      assertCharged(plain.books, cost(9, 7))
      const channel = { param_override: { service_tier: 'priority' } }
      const { request, amount, books } = await held(t, { body, channel }, (sent) => respond(sent, 9, 7))
      assert.equal(request.body.service_tier, 'priority')
      assert.ok(amount >= 5 * plain.amount, `${amount} is held instead of ${plain.amount}`)
      assertCharged(books, cost(9, 7, '5'))
    })

    test('that lengthen the prompt are charged for it, also by our own count', async (t) => {
      const text = 'sea '.repeat(3000)
      const channel = operations({ mode: 'prepend', path: 'messages', value: { role: 'system', content: text } })
      const plain = await held(t, {}, (sent) => respond(sent, 5, 5, { usage: undefined }))
      const { amount, books } = await held(t, { channel }, (sent) => respond(sent, 5, 5, { usage: undefined }))
      assert.ok(amount > plain.amount + 3000)
      assert.ok(Number(books.rows[0]?.prompt_tokens) > 2900, `${books.rows[0]?.prompt_tokens} tokens`)
    })

    test('that ask for more pictures are charged for those that come', async (t) => {
      const body = { model: pictures, prompt: 'a dot' }
      const channel = { param_override: { n: 4 } }
      const data = Array.from({ length: 4 }, () => ({ b64_json: 'aGk=' }))
      const { request, amount, books } = await held(
        t,
        { body, channel, path: '/v1/images/generations' },
        ({ response }) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ created: 1, data })),
      )
      assert.equal(request.body.n, 4)
      assert.equal(amount, 20_000)
      assertCharged(books, 20_000)
    })

    test('of a hedging channel are held and charged when it wins', async (t) => {
      const [silent, winning] = [await startSteeredUpstream(t), await startSteeredUpstream(t)]
      const here = relay.place()
      await here.channel({ models: model, base_url: silent.url, priority: 1, setting: { hedge_after_ms: 5 } })
      await here.channel({ models: model, base_url: winning.url, param_override: { max_tokens: 5000 } })
      const mine = await here.key()
      const body = chatBody('hi', { model, max_tokens: 50, stream: true })
      const pending = send(relay, '/v1/chat/completions', { key: mine.key, body })
      await silent.next()
      const request = await winning.next()
      assert.equal(request.body.max_tokens, 5000)
      assert.ok((await holdOf(mine)) >= 10_000)
      openEvents(request.response)
      request.response.write(chatChunk({ role: 'assistant', content: 'Hello.' }))
      request.response.write(chatChunk({}, 'stop'))
      request.response.end(`data: ${JSON.stringify({ choices: [], ...usageOf(5, 4000) })}\n\ndata: [DONE]\n\n`)
      assert.equal((await pending).status, 200)
      assertCharged(await settledBooks(relay, mine), cost(5, 4000))
    })

    test('that the balance cannot cover pass the call to a channel without them, and nothing is sent', async () => {
      const here = relay.place()
      const dear = { models: model, priority: 1, param_override: { max_tokens: 1_000_000 } }
      await here.channel(dear)
      const cheap = await here.channel({ models: model })
      const mine = await here.key({ quota: 100_000 })
      const body = chatBody('hi', { model, max_tokens: 50 })
      const { status, text } = await send(relay, '/v1/chat/completions', { key: mine.key, body })
      assert.equal(status, 200, text)
      assert.deepEqual(
        here.sent().map(({ key }) => key),
        [cheap.key],
      )

      const alone = relay.place()
      await alone.channel(dear)
      const poor = await alone.key({ quota: 100_000 })
      const refused = await send(relay, '/v1/chat/completions', { key: poor.key, body })
      assert.deepEqual([refused.status, refused.json.error.code], [403, 'insufficient_user_quota'])
      assert.deepEqual(alone.sent(), [])
      assert.deepEqual((await booksOf(relay, poor)).charges, [])
    })

    test('whose price exceeds every balance pass the call to the next channel as well', async () => {
      const here = relay.place()
      const param_override = { max_tokens: 1_000_000_000, n: 128 }
      await here.channel({ models: priceless, priority: 1, param_override })
      const cheap = await here.channel({ models: priceless })
      const mine = await here.key({ quota: 1e12 })
      const body = chatBody('hi', { model: priceless, max_tokens: 50 })
      const { status, text } = await send(relay, '/v1/chat/completions', { key: mine.key, body })
      assert.equal(status, 200, text)
      assert.deepEqual(
        here.sent().map(({ key }) => key),
        [cheap.key],
      )
    })

    for (const [name, path, limit] of [
      ['chat', '/v1/chat/completions', { max_tokens: 50 }],
      ['pictures', '/v1/images/generations', { prompt: 'a dot' }],
    ] as const)
      test(`reserve of the budget of their channel what they cost as they are sent: ${name}`, async (t) => {
        const here = relay.place()
        const upstream = await startSteeredUpstream(t)
        // One call of 10,000 tokens or more as it is sent, or one of four pictures.
        const [amount, param_override] = name === 'chat' ? [15_000, { max_tokens: 5000 }] : [30_000, { n: 4 }]
        const budgets = [{ window: 'rolling', period: 'hours', hours: 5, amount }]
        const setting = { cost: { kind: 'multiple', multiple: 1 }, limits: { budgets } }
        const models = `${model},${pictures}`
        await here.channel({ models, priority: 1, base_url: upstream.url, param_override, setting })
        const next = await here.channel({ models })
        const mine = await here.key()
        const call = () => {
          const body = name === 'chat' ? chatBody('hi', { model, ...limit }) : { model: pictures, ...limit }
          return send(relay, path, { key: mine.key, body })
        }
        const first = call()
        const { response } = await arrivalOf(first, upstream)
        const sentAgain = upstream.next().then(() => assert.fail('the budget did not keep the second call away'))
        const second = await Promise.race([call(), sentAgain])
        assert.equal(second.status, 200, second.text)
        assert.deepEqual(
          here.sent().map(({ key }) => key),
          [next.key],
        )
        response.destroy()
        await first
      })

    test('that choose a dearer search are held for its fee', async (t) => {
      const body = chatBody('hi', { model: 'sonar', max_tokens: 50 })
      const sonar = { type: 27, models: 'sonar' }
      const low = await held(t, { body, channel: sonar }, (sent) => respond(sent, 5, 5))
      const param_override = { web_search_options: { search_context_size: 'high' } }
      const high = await held(t, { body, channel: { ...sonar, param_override } }, (sent) => respond(sent, 5, 5))
      // 12 instead of 5 dollars per 1000 requests.
      assert.equal(high.amount - low.amount, 3500)
      assert.equal(high.books.charges[0]?.amount, Number(low.books.charges[0]?.amount) + 3500)
    })

    test('with a count that no hold can cover are not sent', async () => {
      const here = relay.place()
      await here.channel({ models: model, param_override: { n: 1e9 } })
      const mine = await here.key()
      const { status } = await send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { model }) })
      assert.notEqual(status, 200)
      assert.deepEqual(here.sent(), [])
      assertFree(await booksOf(relay, mine))
    })

    test("a channel's own system prompt is held and counted", async (t) => {
      const setting = { system_prompt: 'sea '.repeat(3000) }
      const plain = await held(t, {}, (sent) => respond(sent, 5, 5, { usage: undefined }))
      const { amount, books } = await held(t, { channel: { setting } }, (sent) =>
        respond(sent, 5, 5, { usage: undefined }),
      )
      assert.ok(amount > plain.amount + 3000)
      assert.ok(Number(books.rows[0]?.prompt_tokens) > 2900)

      // A client with a prompt of its own is not sent the channel's, and does not pay for it.
      const messages = [
        { role: 'system', content: 'own' },
        { role: 'user', content: 'hi' },
      ]
      const body = { model, max_tokens: 50, messages }
      const own = await held(t, { body, channel: { setting } }, (sent) => respond(sent, 5, 5, { usage: undefined }))
      assert.ok(Number(own.books.rows[0]?.prompt_tokens) < 100)
    })

    const user = { role: 'user', content: 'hi' }
    for (const [name, type, path, own] of [
      ['chat', 1, '/v1/chat/completions', { messages: [{ role: 'system', content: 'mine' }, user] }],
      ['Responses', 1, '/v1/responses', { input: 'hi', instructions: 'mine' }],
      ['legacy completions', 1, '/v1/completions', { prompt: 'hi' }],
      ['messages', 14, '/v1/messages', { messages: [user], system: 'mine' }],
      ['messages translated', 1, '/v1/messages', { messages: [user], system: 'mine' }],
    ] as const)
      test(`a channel's own system prompt that is not sent costs nothing in ${name}`, async (t) => {
        const body = { model, max_tokens: 50, max_output_tokens: 50, ...own }
        const finish = ({ response }: SteeredRequest) => {
          const text = { type: 'output_text', text: 'Hello.', annotations: [] }
          const reply = {
            ...{ id: 'a', created: 1, model, type: 'message', role: 'assistant', status: 'completed' },
            ...{ choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, text: 'Hello.' }] },
            content: [{ type: 'text', text: 'Hello.' }],
            output: [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [text] }],
          }
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
        }
        const given = (setting: object) => ({ body, path, channel: { type, setting } })
        const plain = await held(t, given({}), finish)
        const { request, amount, books } = await held(t, given({ system_prompt: 'sea '.repeat(3000) }), finish)
        assert.ok(!JSON.stringify(request.body).includes('sea'))
        assert.equal(amount, plain.amount)
        assert.equal(books.rows[0]?.prompt_tokens, plain.books.rows[0]?.prompt_tokens)
        if (name === 'legacy completions') return
        const insisting = { system_prompt: 'sea '.repeat(3000), system_prompt_override: true }
        const sent = await held(t, given(insisting), finish)
        assert.match(JSON.stringify(sent.request.body), /sea.*mine/)
        assert.ok(Number(sent.books.rows[0]?.prompt_tokens) > 2900)
      })
  })
