import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertCharged, assertFree, type Books, booksOf, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { eventsIn, open, send } from './send.ts'
import { type Way, ways } from './ways.ts'

const relay = useRelay('sqlite', {}, ({ options }) =>
  options({
    ModelRatio: JSON.stringify({ 'gpt-by-token': 1.75, 'gpt-for-free': 0 }),
    CompletionRatio: JSON.stringify({ 'gpt-by-token': 3.3 }),
    ModelPrice: JSON.stringify({ 'gpt-by-call': 0.013 }),
  }),
)

/** What each kind of price makes of the same tokens. */
const prices: Record<string, { model: string; of(input: number, output: number): number }> = {
  'by token': {
    model: 'gpt-by-token',
    of: (input, output) =>
      charge(
        [
          [input, '1'],
          [output, '3.3'],
        ],
        '1.75',
      ),
  },
  'by call': { model: 'gpt-by-call', of: () => charge([[1, '0.013']], '500000') },
  'for free': { model: 'gpt-for-free', of: () => 0 },
}

const prompt = 'Please say 40 words about the sea.'
/** Our own count of that prompt: its words, the wrapping of a message, and of the reply. */
const promptTokens = 3 + 3 + countTokens('user') + countTokens(prompt)

async function given(way: Way, model: string, ...faults: Fault[]) {
  const here = relay.place()
  const channel = await here.channel({
    type: way.type,
    base_url: relay.mock.urlOf(way.vendor),
    models: model,
    model_mapping: { [model]: way.upstreamModel },
  })
  for (const fault of faults) relay.mock.faults.add({ match: { key: channel.key }, fault })
  return { here, channel, mine: await here.key() }
}

const sending = (way: Way, model: string, key: string, isStream: boolean) => ({
  headers: way.headers(key),
  body: way.body(model, prompt, isStream),
})

/** The outcomes of which the law says that they cost nothing, as a whole answer and as a stream. */
const costNothing: Record<string, (isStream: boolean) => Fault> = {
  'the upstream refused': () => ({ kind: 'status', status: 500 }),
  'the upstream hung up before its answer': () => ({ kind: 'cut', at: 'before-headers' }),
  'the upstream said 200 and meant an error': (isStream) =>
    isStream ? { kind: 'error-event', afterChunks: 0 } : { kind: 'error-in-200' },
  'the upstream said nothing': () => ({ kind: 'silent', how: 'empty' }),
  'the answer was cut in half': () => ({ kind: 'cut', at: 'inside', afterChunks: 0 }),
  'the answer could not be read': () => ({ kind: 'invalid-json' }),
}

/** Prices make no difference to how a call ends: the dear and the free ones are followed through two ways alone. */
const isFollowed = (name: string, kind: string) =>
  kind === 'by token' || name === 'chat → OpenAI' || name === 'Responses → Anthropic'

for (const [name, way] of Object.entries(ways))
  for (const [kind, price] of Object.entries(prices).filter(([kind]) => isFollowed(name, kind)))
    describe(`${name}, priced ${kind}`, () => {
      const { model } = price
      const path = (isStream: boolean) => way.path(model, isStream)

      for (const isStream of [false, true]) {
        const manner = isStream ? 'a stream' : 'a whole answer'
        test(`${manner} is charged what the upstream says it used`, async () => {
          const counts = { input: 1234, output: 567 }
          const { mine, channel } = await given(way, model, { kind: 'usage', counts })
          const { status, text } = await send(relay, path(isStream), sending(way, model, mine.key, isStream))
          assert.equal(status, 200, text)
          const row = assertCharged(await booksOf(relay, mine), price.of(1234, 567))
          assert.deepEqual([row.prompt_tokens, row.completion_tokens, row.channel], [1234, 567, channel.id])
          assert.equal(row.other.admin_info.local_count_tokens, undefined)
        })

        for (const [outcome, fault] of Object.entries(costNothing)) {
          test(`${manner} costs nothing when ${outcome}`, async () => {
            const { mine } = await given(way, model, fault(isStream))
            const { status, text } = await send(relay, path(isStream), sending(way, model, mine.key, isStream))
            assert.ok(status >= 400, `${status} ${text}`)
            assertFree(await booksOf(relay, mine))
          })
        }

        test(`${manner} that its client did not wait for costs the prompt`, async () => {
          const { mine, channel } = await given(way, model, { kind: 'silent' })
          const leaving = new AbortController()
          const arrived = relay.mock.requests.nextRequest(({ key }) => key === channel.key)
          const gone = relay.mock.requests.nextAbort(({ key }) => key === channel.key)
          const asked = open(relay, path(isStream), {
            ...sending(way, model, mine.key, isStream),
            signal: leaving.signal,
          })
          await arrived
          leaving.abort()
          await assert.rejects(asked)
          await gone
          const row = assertCharged(await settledBooks(relay, mine), price.of(promptTokens, 0))
          assert.deepEqual([row.prompt_tokens, row.completion_tokens], [promptTokens, 0])
        })
      }

      test('a stream that broke is charged the prompt and what was delivered', async () => {
        const { mine } = await given(way, model, { kind: 'cut', at: 'after-chunks', afterChunks: 8 })
        const { status, text } = await send(relay, path(true), sending(way, model, mine.key, true))
        assert.equal(status, 200)
        const events = eventsIn(text)
        const said = way.said(events)
        assert.ok(said.length > 0, text)
        const row = assertDelivered(await booksOf(relay, mine), way, said, price.of)
        assert.deepEqual([row.other.stream_status.status, row.other.stream_status.end_reason], ['error', 'failed'])
      })

      test('a stream that its client left is charged the prompt and what was delivered', async () => {
        const { mine, channel } = await given(way, model, { kind: 'delay', chunkMs: 40 })
        const leaving = new AbortController()
        const gone = relay.mock.requests.nextAbort(({ key }) => key === channel.key)
        const response = await open(relay, path(true), {
          ...sending(way, model, mine.key, true),
          signal: leaving.signal,
        })
        let said = ''
        for await (const bytes of response.body ?? []) {
          said += Buffer.from(bytes).toString()
          if (way.said(eventsIn(said)).length > 0) break
        }
        leaving.abort()
        await gone
        const row = assertDelivered(await settledBooks(relay, mine), way, way.said(eventsIn(said)), price.of)
        assert.equal(row.other.stream_status.end_reason, 'client_gone')
      })
    })

const words = ['sun', 'sky', 'sea', 'oak', 'ice', 'fog', 'bay', 'elm']
const wholeText = Array.from({ length: 40 }, (_, at) => words[at % words.length]).join(' ')

/** The text is charged as far as it went: at least what the client saw, at most what had come by then. */
function assertDelivered(books: Books, way: Way, said: string, priced: (input: number, output: number) => number) {
  const { prompt_tokens = 0, completion_tokens = 0 } = books.rows[0] ?? {}
  const row = assertCharged(books, priced(prompt_tokens, completion_tokens))
  assert.equal(prompt_tokens, way.tellsPromptFirst ? Math.ceil(prompt.length / 4) : promptTokens)
  assert.ok(wholeText.startsWith(said), said)
  assert.ok(completion_tokens >= countTokens(said), `${completion_tokens} tokens for "${said}"`)
  assert.ok(completion_tokens <= countTokens(wholeText))
  assert.ok(said.length < wholeText.length, 'it did not come to its end')
  return row
}
