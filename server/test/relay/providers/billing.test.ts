import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fault } from '../../../../mock-upstream/faults/fault.ts'
import { useRelay } from '../../harness/relay-harness.ts'
import { assertCharged, assertFree, type Books, booksOf, settledBooks } from '../books.ts'
import { charge } from '../charge.ts'
import { chatBody, eventsIn, type Loose, open, send } from '../send.ts'
import { assertUsed, counted, type Price, prompt, response, usedBy } from './chat-driver.ts'
import { chatFormats } from './chat-formats.ts'
import { socketsRead } from './client-call.ts'
import { ledgerOf } from './ledger-control.ts'
import { type SingleRequest, speechByLength, speechEvents, threePictures } from './single-requests.ts'
import { type ChatCase, chatCases, clientModel, clientResponsesModel } from './wire-cases.ts'

/** What only some upstreams or some clients have to do with money; what all have is in providers/. */
const ratios = { [clientModel]: 1.75, [clientResponsesModel]: 1.75 }
const completionRatios = { [clientModel]: 3.3, [clientResponsesModel]: 3.3 }
const relay = useRelay('sqlite', {}, ({ options }) =>
  options({ ModelRatio: JSON.stringify(ratios), CompletionRatio: JSON.stringify(completionRatios) }),
)
const price: Price = ({ input, output }) =>
  charge(
    [
      [input, '1'],
      [output, '3.3'],
    ],
    '1.75',
  )
const path = '/v1/chat/completions'

describe('usage in an OpenAI stream', () => {
  const usageIn = (text: string) => eventsIn(text).flatMap((event: Loose) => event.usage ?? [])
  const wish = { stream_options: { include_usage: true } }

  async function call({ channel, format, model }: ChatCase, more: object, fault?: Fault) {
    const here = relay.place()
    const { key } = await here.channel(channel(relay.mock))
    if (fault) relay.mock.faults.add({ match: { key }, fault })
    const mine = await here.key()
    const body = { ...format.body(model, prompt, true), ...more }
    const { text } = await send(relay, format.path(model, true), { headers: format.headers(mine.key), body })
    return { text, here, books: await booksOf(relay, mine) }
  }

  const isOpenAi = ({ format }: ChatCase) => format === chatFormats.chat || format === chatFormats.completions
  for (const chat of chatCases.filter(isOpenAi)) {
    test(`${chat.name}: is always requested, and shown to clients that requested it`, async () => {
      const silent = await call(chat, {})
      assert.deepEqual(usageIn(silent.text), [])
      assertUsed(silent.books, usedBy(chat), price)
      const shown = await call(chat, wish)
      const [usage, ...more] = usageIn(shown.text)
      assert.deepEqual(more, [])
      const { input, output } = usedBy(chat)
      assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [input, output])
      const events = eventsIn(shown.text)
      assert.equal(events.at(-1), '[DONE]')
      assert.deepEqual(events.at(-2).choices, [], 'in a chunk of its own before the end')
      if (/^(chat|completions) → OpenAI/.test(chat.name))
        for (const { body } of [...silent.here.sent(), ...shown.here.sent()])
          assert.deepEqual(body.stream_options, { include_usage: true })
    })

    test(`${chat.name}: is our own count where the upstream has none`, async () => {
      const { text } = await call(chat, wish, { kind: 'usage', how: 'missing' })
      const [usage, ...more] = usageIn(text)
      assert.deepEqual(more, [])
      assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [counted.input, counted.output])
    })
  }

  test('rides on a chunk with words in it: the words go, the usage does not', async () => {
    const here = relay.place()
    await here.channel({ type: 25, models: 'moonshot-v1-8k', base_url: relay.mock.urlOf('moonshot') })
    const mine = await here.key()
    const body = chatBody(prompt, { model: 'moonshot-v1-8k', stream: true })
    const { text } = await send(relay, path, { key: mine.key, body })
    assert.doesNotMatch(text, /"usage":\{/)
    assert.equal(chatFormats.chat.streamedText(eventsIn(text)), response)
  })
})

describe('a response with nothing in it', () => {
  for (const isStream of [false, true])
    test(`costs nothing, even if the upstream says that it read something${isStream ? ', streamed' : ''}`, async () => {
      const here = relay.place()
      await here.channel({ models: clientModel, model_mapping: { [clientModel]: 'gpt-4o' } })
      const mine = await here.key()
      const body = chatBody('trip the filter', { model: clientModel, stream: isStream })
      await send(relay, path, { key: mine.key, body })
      const books = await booksOf(relay, mine)
      if (books.rows.length === 0) assertFree(books)
      else assert.equal(assertCharged(books, 0).other.reject_reason, 'content_filter')
    })
})

describe('tokens from a cache', () => {
  const sent = 'This was cached 10000 before.'
  const fresh = Math.ceil(sent.length / 4)
  const said = Math.ceil(sent.length / 4)

  /** Models are requested by the names that have a price of their own. */
  async function call(name: string, model: string, request: string, more: object = {}): Promise<Books> {
    const chat = chatCases.find((each) => each.name === name)?.named(model)
    assert.ok(chat, name)
    const { format, channel } = chat
    const here = relay.place()
    await here.channel(channel(relay.mock))
    const mine = await here.key()
    const { status, text } = await send(relay, format.path(model, false), {
      headers: format.headers(mine.key),
      body: { ...format.body(model, request, false), ...more },
    })
    assert.equal(status, 200, text)
    return booksOf(relay, mine)
  }

  test('of OpenAI are part of its prompt count and cost their share', async () => {
    for (const name of ['chat → OpenAI', 'Responses → OpenAI']) {
      const expected = charge(
        [
          [fresh, '1'],
          [10_000, '0.5'],
          [said, '4'],
        ],
        '1.25',
      )
      const row = assertCharged(await call(name, 'gpt-4o', sent), expected)
      assert.equal(row.prompt_tokens, fresh + 10_000)
      assert.deepEqual([row.other.cache_tokens, row.other.cache_ratio], [10_000, 0.5])
    }
  })

  test('of Anthropic are beside its input count and cost their share, in whatever format they are requested', async () => {
    for (const format of ['Messages', 'chat', 'Responses']) {
      const expected = charge(
        [
          [fresh, '1'],
          [10_000, '0.1'],
          [said, '5'],
        ],
        '1.5',
      )
      const row = assertCharged(await call(`${format} → Anthropic Claude`, 'claude-sonnet-4-5', sent), expected)
      assert.equal(row.prompt_tokens, fresh + 10_000)
      assert.equal(row.other.cache_tokens, 10_000)
    }
  })

  test('of Gemini are part of its prompt count', async () => {
    for (const format of ['Gemini', 'chat']) {
      const expected = charge(
        [
          [fresh, '1'],
          [10_000, '0.25'],
          [said, '4'],
        ],
        '0.05',
      )
      assertCharged(await call(`${format} → Google Gemini`, 'gemini-2.0-flash', sent), expected)
    }
  })

  test('written for five minutes and for an hour cost more than fresh ones', async () => {
    const text = 'x'.repeat(4000)
    const block = (ttl: string) => [{ type: 'text', text, cache_control: { type: 'ephemeral', ttl } }]
    for (const [ttl, weight] of [
      ['5m', '1.25'],
      ['1h', '2'],
    ] as const) {
      const system = { system: block(ttl) }
      const books = await call('Messages → Anthropic Claude', 'claude-sonnet-4-5', 'hello', system)
      const row = assertCharged(
        books,
        charge(
          [
            [2, '1'],
            [1000, weight],
            [2, '5'],
          ],
          '1.5',
        ),
      )
      assert.equal(row.other[`cache_creation_tokens_${ttl}`], 1000)
    }
  })
})

describe('the price is that of the moment a call began', () => {
  test('a change while it runs does not touch it', async () => {
    const here = relay.place()
    const { key } = await here.channel({ models: 'gpt-changing', model_mapping: { 'gpt-changing': 'gpt-4o' } })
    await relay.options({ ModelRatio: JSON.stringify({ ...ratios, 'gpt-changing': 1 }) })
    relay.mock.faults.add({ match: { key }, fault: { kind: 'usage', counts: { input: 100, output: 10 } } })
    const held = relay.mock.holdResponse({ key })
    const mine = await here.key()
    const sent = send(relay, path, { key: mine.key, body: chatBody('x', { model: 'gpt-changing' }) })
    await held.pieces
    await relay.options({ ModelRatio: JSON.stringify({ ...ratios, 'gpt-changing': 1000 }) })
    await held.end()
    assert.equal((await sent).status, 200)
    assertCharged(await booksOf(relay, mine), 110)
  })
})

describe('the money of a call is set aside before its upstream hears of it', () => {
  test('nothing is sent while the ledger has not responded', async () => {
    const here = relay.place()
    await here.channel()
    const mine = await here.key()
    const ledger = ledgerOf(relay)
    const real = ledger.hold
    const sent = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    ledger.hold = async (hold) => {
      sent.resolve()
      await go.promise
      return real(hold)
    }
    const pending = send(relay, path, { key: mine.key, body: chatBody() })
    await sent.promise
    await socketsRead()
    assert.deepEqual(here.sent(), [])
    ledger.hold = real
    go.resolve()
    assert.equal((await pending).status, 200)
    assert.equal(here.sent().length, 1)
  })

  test('a ledger that cannot be reached is 503 with a time to come back, and nothing is sent', async () => {
    const here = relay.place()
    await here.channel()
    const mine = await here.key()
    const ledger = ledgerOf(relay)
    const real = ledger.hold
    ledger.hold = async () => ({ ok: false, code: 'database_error' })
    const { status, headers, json } = await send(relay, path, { key: mine.key, body: chatBody() })
    ledger.hold = real
    assert.deepEqual([status, json.error.code], [503, 'database_error'])
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.deepEqual(here.sent(), [])
    assertFree(await booksOf(relay, mine))
  })
})

async function givenRequest({ model }: SingleRequest, fault: Fault) {
  const here = relay.place()
  const { key } = await here.channel({ models: model })
  relay.mock.faults.add({ match: { key }, fault })
  return here.key()
}

describe('a response that is relayed while it comes, and breaks off', () => {
  test('sound is paid as far as it came, as events or as it is', async () => {
    const mine = await givenRequest(speechEvents, { kind: 'cut', at: 'after-chunks', afterChunks: 3 })
    const { text } = await send(relay, speechEvents.path, { key: mine.key, body: speechEvents.body() })
    assert.ok(eventsIn(text).at(-1)?.error.message)
    const { rows } = await settledBooks(relay, mine)
    const paid = rows[0]?.quota ?? 0
    const { abandoned, cost } = speechEvents
    assert.ok(paid > abandoned && paid < cost, `${abandoned} < ${paid} < ${cost}`)

    const listener = await givenRequest(speechByLength, { kind: 'cut', at: 'inside' })
    const broken = await open(relay, speechByLength.path, { key: listener.key, body: speechByLength.body() })
    assert.match(broken.headers.get('content-type') ?? '', /^audio\//)
    await assert.rejects(broken.arrayBuffer())
    const half = (await settledBooks(relay, listener)).rows[0]?.quota ?? 0
    assert.ok(half > 0 && half <= speechByLength.cost, `0 < ${half} <= ${speechByLength.cost}`)
  })
})

describe('an upstream’s word on pictures', () => {
  const { cost } = threePictures
  const booksAfter = async (data: unknown): Promise<Books> => {
    const mine = await givenRequest(threePictures, { kind: 'error-in-200', body: { created: 1, data } })
    await send(relay, threePictures.path, { key: mine.key, body: threePictures.body() })
    return booksOf(relay, mine)
  }
  const picture = { url: 'https://pictures.example/1.png' }

  test('fewer pictures than requested cost less', async () => {
    assertCharged(await booksAfter([picture]), cost / 3)
  })
  test('more pictures than requested cost no more', async () => {
    assertCharged(await booksAfter(Array.from({ length: 1000 }, () => picture)), cost)
  })
  test('no pictures cost nothing', async () => {
    for (const data of [[], null, 'x', undefined, {}]) assertFree(await booksAfter(data))
  })
})
