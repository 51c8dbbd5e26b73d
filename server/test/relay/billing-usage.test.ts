import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Fault, UsageFault } from '../../../mock-upstream/faults/fault.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertCharged, assertFree, booksOf } from './books.ts'
import { charge } from './charge.ts'
import { chatBody, eventsIn, type Loose, send } from './send.ts'
import { type Way, ways } from './ways.ts'

const relay = useRelay('sqlite', {}, ({ options }) =>
  options({
    ModelRatio: JSON.stringify({ 'gpt-by-token': 1.75 }),
    CompletionRatio: JSON.stringify({ 'gpt-by-token': 3.3 }),
  }),
)
const model = 'gpt-by-token'
const prompt = 'Please say 12 words about the sea.'
const answer = 'sun sky sea oak ice fog bay elm sun sky sea oak'
const counted = { input: 3 + 3 + countTokens('user') + countTokens(prompt), output: countTokens(answer) }
const told = { input: Math.ceil(prompt.length / 4), output: Math.ceil(answer.length / 4) }
const priceOf = ({ input, output }: { input: number; output: number }) =>
  charge(
    [
      [input, '1'],
      [output, '3.3'],
    ],
    '1.75',
  )

async function ask(way: Way, isStream: boolean, fault: Fault | undefined, more: object = {}) {
  const here = relay.place()
  const channel = await here.channel({
    type: way.type,
    base_url: relay.mock.urlOf(way.vendor),
    models: model,
    model_mapping: { [model]: way.upstreamModel },
  })
  if (fault) relay.mock.faults.add({ match: { key: channel.key }, fault })
  const mine = await here.key()
  const body = { ...way.body(model, prompt, isStream), ...more }
  const sent = await send(relay, way.path(model, isStream), { headers: way.headers(mine.key), body })
  return { ...sent, here, mine, books: await booksOf(relay, mine) }
}

const bends: UsageFault[] = ['zero', 'negative', 'fractional', 'string', 'huge', 'missing', 'null']

for (const [name, way] of Object.entries(ways))
  describe(`usage on the way ${name}`, () => {
    for (const how of bends)
      test(`that is ${how} is replaced by our own count, and administrators are told`, async () => {
        for (const isStream of [false, true]) {
          const { status, text, books } = await ask(way, isStream, { kind: 'usage', how })
          assert.equal(status, 200, text)
          const row = assertCharged(books, priceOf(counted))
          assert.deepEqual([row.prompt_tokens, row.completion_tokens], [counted.input, counted.output])
          assert.equal(row.other.admin_info.local_count_tokens, true)
        }
      })

    test('beyond what was allowed is replaced; a little more is how others count', async () => {
      const limit = name.startsWith('Gemini')
        ? { generationConfig: { maxOutputTokens: 1000 } }
        : name.startsWith('Responses')
          ? { max_output_tokens: 1000 }
          : { max_tokens: 1000 }
      for (const [output, isBelieved] of [
        [1164, true],
        [1165, false],
      ] as const) {
        const { books } = await ask(way, true, { kind: 'usage', counts: { input: 50, output } }, limit)
        assertCharged(books, priceOf(isBelieved ? { input: 50, output } : counted))
      }
    })

    test('of more than any model can read is replaced', async () => {
      const { books } = await ask(way, false, { kind: 'usage', counts: { input: 2_000_001, output: 5 } })
      assertCharged(books, priceOf(counted))
    })

    test('of no output although there was some is completed by our count of it', async () => {
      const { books } = await ask(way, false, { kind: 'usage', counts: { input: 50, output: 0 } })
      const row = assertCharged(books, priceOf({ input: 50, output: counted.output }))
      assert.equal(row.other.admin_info.local_count_tokens, true)
    })
  })

describe('usage in an OpenAI stream', () => {
  const usageIn = (text: string) => eventsIn(text).flatMap((event: Loose) => event.usage ?? [])
  const wish = { stream_options: { include_usage: true } }
  const chats = Object.entries(ways).filter(([name]) => /^(chat|completions)/.test(name))
  for (const [name, way] of chats) {
    test(`${name}: is always asked for, and shown to those who asked`, async () => {
      const silent = await ask(way, true, undefined)
      assert.deepEqual(usageIn(silent.text), [])
      assertCharged(silent.books, priceOf(told))
      const shown = await ask(way, true, undefined, wish)
      const [usage, ...more] = usageIn(shown.text)
      assert.deepEqual(more, [])
      assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [told.input, told.output])
      const events = eventsIn(shown.text)
      assert.equal(events.at(-1), '[DONE]')
      assert.deepEqual(events.at(-2).choices, [], 'in a chunk of its own before the end')
      if (way.vendor === 'openai')
        for (const { body } of [...silent.here.sent(), ...shown.here.sent()])
          assert.deepEqual(body.stream_options, { include_usage: true })
    })

    test(`${name}: is our own count where the upstream has none`, async () => {
      const { text } = await ask(way, true, { kind: 'usage', how: 'missing' }, wish)
      const [usage, ...more] = usageIn(text)
      assert.deepEqual(more, [])
      assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [counted.input, counted.output])
    })
  }

  test('rides on a chunk with words in it: the words go, the usage does not', async () => {
    const here = relay.place()
    const { key } = await here.channel({ type: 25, models: 'moonshot-v1-8k', base_url: relay.mock.urlOf('moonshot') })
    assert.ok(key)
    const mine = await here.key()
    const body = chatBody(prompt, { model: 'moonshot-v1-8k', stream: true })
    const { text } = await send(relay, '/v1/chat/completions', { key: mine.key, body })
    assert.doesNotMatch(text, /"usage":\{/)
    assert.equal(ways['chat → OpenAI']?.said(eventsIn(text)), answer)
  })
})

describe('an answer with nothing in it', () => {
  for (const isStream of [false, true])
    test(`costs nothing, even if the upstream says that it read something${isStream ? ', streamed' : ''}`, async () => {
      const here = relay.place()
      await here.channel({ models: model, model_mapping: { [model]: 'gpt-4o' } })
      const mine = await here.key()
      const body = chatBody('trip the filter', { model, stream: isStream })
      await send(relay, '/v1/chat/completions', { key: mine.key, body })
      const books = await booksOf(relay, mine)
      if (books.rows.length === 0) assertFree(books)
      else assert.equal(assertCharged(books, 0).other.reject_reason, 'content_filter')
    })
})

describe('tokens from a cache', () => {
  const at = async (way: string, asked: string, model: string, more: object = {}) => {
    const { type, vendor, path, body, headers } = ways[way] as Way
    const here = relay.place()
    await here.channel({ type, base_url: relay.mock.urlOf(vendor), models: model })
    const mine = await here.key()
    const { status, text } = await send(relay, path(model, false), {
      headers: headers(mine.key),
      body: { ...body(model, asked, false), ...more },
    })
    assert.equal(status, 200, text)
    return booksOf(relay, mine)
  }
  const asked = 'This was cached 10000 before.'
  const fresh = Math.ceil(asked.length / 4)
  const said = Math.ceil(asked.length / 4)

  test('of OpenAI are part of its prompt count and cost their share', async () => {
    for (const way of ['chat → OpenAI', 'Responses → OpenAI']) {
      const expected = charge(
        [
          [fresh, '1'],
          [10_000, '0.5'],
          [said, '4'],
        ],
        '1.25',
      )
      const row = assertCharged(await at(way, asked, 'gpt-4o'), expected)
      assert.equal(row.prompt_tokens, fresh + 10_000)
      assert.deepEqual([row.other.cache_tokens, row.other.cache_ratio], [10_000, 0.5])
    }
  })

  test('of Anthropic are beside its input count and cost their share, whoever asks', async () => {
    for (const way of ['Messages → Anthropic', 'chat → Anthropic', 'Responses → Anthropic']) {
      const expected = charge(
        [
          [fresh, '1'],
          [10_000, '0.1'],
          [said, '5'],
        ],
        '1.5',
      )
      const row = assertCharged(await at(way, asked, 'claude-sonnet-4-5'), expected)
      assert.equal(row.prompt_tokens, fresh + 10_000)
      assert.equal(row.other.cache_tokens, 10_000)
    }
  })

  test('of Gemini are part of its prompt count', async () => {
    for (const way of ['Gemini → Gemini', 'chat → Gemini']) {
      const expected = charge(
        [
          [fresh, '1'],
          [10_000, '0.25'],
          [said, '4'],
        ],
        '0.05',
      )
      assertCharged(await at(way, asked, 'gemini-2.0-flash'), expected)
    }
  })

  test('written for five minutes and for an hour cost more than fresh ones', async () => {
    const text = 'x'.repeat(4000)
    const block = (ttl: string) => [{ type: 'text', text, cache_control: { type: 'ephemeral', ttl } }]
    for (const [ttl, weight] of [
      ['5m', '1.25'],
      ['1h', '2'],
    ] as const) {
      const books = await at('Messages → Anthropic', 'hello', 'claude-sonnet-4-5', { system: block(ttl) })
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
    await relay.options({ ModelRatio: JSON.stringify({ [model]: 1.75, 'gpt-changing': 1 }) })
    relay.mock.faults.add({ match: { key }, fault: { kind: 'delay', headersMs: 150 } })
    relay.mock.faults.add({ match: { key }, fault: { kind: 'usage', counts: { input: 100, output: 10 } } })
    const mine = await here.key()
    const arrived = relay.mock.requests.nextRequest((request) => request.key === key)
    const asked = send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('x', { model: 'gpt-changing' }) })
    await arrived
    await relay.options({ ModelRatio: JSON.stringify({ [model]: 1.75, 'gpt-changing': 1000 }) })
    assert.equal((await asked).status, 200)
    assertCharged(await booksOf(relay, mine), 110)
  })
})
