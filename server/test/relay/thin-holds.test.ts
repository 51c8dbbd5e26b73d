import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseKind, type FreshDatabase, freshDatabase, hasEveryTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { isLongRun } from '../harness/long-run.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { booksOf } from './books.ts'
import { type HeldUpstream, startHeldUpstream } from './held-upstream.ts'
import { soon } from './providers/client-call.ts'
import { chatBody, eventsIn, type Sent, send } from './send.ts'
import { startTalker } from './talker.ts'

/** A model with a price and without a known limit of output; a token costs one, whichever way it goes. */
const model = 'gpt-without-cap'
const balance = 34_000
const parallel = 19
const prompt = 'hi'
/** The prompt at three bytes a token: the text and the role of its message. */
const promptTokens = 1 + 2
/**
 * The prompt as it is held: upstreams may count a quarter and 1,000 tokens more than the estimate, and may write all of it to a
 * cache, which costs a quarter more.
 */
const heldPrompt = (Math.ceil(promptTokens * 1.25) + 1000) * 1.25
/** The same as it is charged: the text, the role and what a request adds. */
const countedPrompt = 8

/** Resolves when every call was refused or waits at the upstream, with the number of refusals. Any other end is a failure. */
async function untilDecided(calls: Promise<Sent>[], upstream: HeldUpstream): Promise<number> {
  let refused = 0
  const others: string[] = []
  for (const call of calls)
    call.then(
      ({ status, text }) => (status === 403 ? refused++ : others.push(`${status} ${text}`)),
      (error) => others.push(String(error)),
    )
  await eventually('all are decided', () => refused + others.length + upstream.waiting() === calls.length)
  assert.deepEqual(others, [])
  return refused
}

const setups: Record<string, { kind: DatabaseKind; servers: number }> = {
  'one server on SQLite': { kind: 'sqlite', servers: 1 },
  ...(isLongRun && { 'one server on PostgreSQL': { kind: 'postgres', servers: 1 } }),
  'two servers on one PostgreSQL': { kind: 'postgres', servers: 2 },
}

for (const [name, { kind, servers }] of Object.entries(setups))
  describe(`calls that name no limit, on a model without one: ${name}`, () => {
    let database: FreshDatabase
    const relays: RelayServer[] = []
    let relay: RelayServer

    before(async () => {
      database = await freshDatabase(kind)
      for (let count = 0; count < servers; count++) relays.push(await startRelay(database.address, {}, relays[0]?.mock))
      relay = relays[0] as RelayServer
    })
    after(async () => {
      for (const each of relays.toReversed()) await each.stop()
      await database.drop()
    })

    async function given(base_url: string, options: Parameters<RelayServer['options']>[0] = {}, models = model) {
      await relay.options({ ModelRatio: JSON.stringify({ [model]: 1 }), DefaultOutputTokens: '16384', ...options })
      const here = relay.place()
      await here.channel({ models, base_url })
      const mine = await here.key({ quota: balance })
      for (const each of relays) await each.deps.reload()
      return mine
    }

    /** So many calls at once, on all servers in turn. */
    const callAll = (key: string, body: object, path = '/v1/chat/completions'): Promise<Sent>[] =>
      Array.from({ length: parallel }, (_, number) =>
        send(relays[number % relays.length] as RelayServer, path, { key, body }),
      )
    const streamed = chatBody(prompt, { model, stream: true })

    test('only those are sent whose longest likely response the balance covers; the others are refused before', async (t) => {
      const talker = await startTalker(t, { content: 'sea sea ' })
      const mine = await given(talker.url)
      const responses = await soon('the end of the streams', Promise.all(callAll(mine.key, streamed)))
      const refused = responses.filter(({ status }) => status === 403)
      assert.deepEqual([talker.received, refused.length], [1, parallel - 1])
      for (const { json } of refused) assert.equal(json.error.code, 'insufficient_user_quota')
      const { rows, charges, holds } = await booksOf(relay, mine)
      assert.deepEqual([rows.length, charges.length, holds.length], [1, 1, 0])
    })

    test('the option decides how many tokens are held', async (t) => {
      const upstream = await startHeldUpstream()
      t.after(upstream.stop)
      for (const tokens of [500, 4000, 16_384]) {
        const mine = await given(upstream.url, { DefaultOutputTokens: String(tokens) })
        const pending = callAll(mine.key, chatBody(prompt, { model }))
        const refused = await untilDecided(pending, upstream)
        const hold = tokens + heldPrompt
        const started = Math.min(parallel, Math.floor(balance / hold))
        assert.deepEqual([upstream.waiting(), refused], [started, parallel - started])
        // What was held ahead of calls is given back, and calls have holds of their own.
        await eventually('each is held', async () => (await relay.balance(mine.user_id)).held === started * hold)
        upstream.release()
        await Promise.all(pending)
      }
    })

    test('speech that is priced by its length is held as long as its text takes to be spoken', async (t) => {
      const upstream = await startHeldUpstream()
      t.after(upstream.stop)
      const speech = 'gpt-4o-mini-tts' // a token of sound costs six
      const mine = await given(upstream.url, {}, speech)
      const input = 'hello '.repeat(170)
      const sent = callAll(mine.key, { model: speech, input, voice: 'alloy' }, '/v1/audio/speech')
      await untilDecided(sent, upstream)
      const { held } = await relay.balance(mine.user_id)
      const ofEach = held / upstream.waiting()
      assert.ok(ofEach > 1700 * 6, `${ofEach}: 102 seconds at a thousand tokens a minute`)
      upstream.release()
      await Promise.all(sent)
    })

    // A hold is never more than the balance covers, and the output of a stream goes beyond its hold by one event at most, of
    // so many tokens: the balance falls below zero by little more than one event for each stream, with every kind of text.
    const texts = {
      prose: { text: 'The quick brown fox jumps over the lazy dog. ', tokensMax: 12 },
      Chinese: { text: '敏捷的棕色狐狸跳过了懒狗。', tokensMax: 15 },
      'figures, a token for each byte': { text: '7 1 3 ', tokensMax: 6 },
    }
    for (const [what, { text, tokensMax }] of Object.entries(hasEveryTest(kind) ? texts : { prose: texts.prose }))
      test(`streams grow their holds and end with the money, charged for what was delivered: ${what}`, async (t) => {
        const talker = await startTalker(t, { content: text })
        const mine = await given(talker.url, { DefaultOutputTokens: '500' })
        let lowest = balance
        let held = 0
        let isOver = false
        const watching = (async () => {
          while (!isOver) {
            const now = await relay.balance(mine.user_id)
            lowest = Math.min(lowest, now.quota)
            held = Math.max(held, now.held)
            await pause(5)
          }
        })()
        const responses = await soon('the end of the streams', Promise.all(callAll(mine.key, streamed)))
        isOver = true
        await watching
        await eventually('every upstream is let go', () => talker.talking === 0)
        assert.deepEqual([talker.received, responses.every(({ status }) => status === 200)], [parallel, true])
        for (const { text: stream } of responses)
          assert.equal(eventsIn(stream).at(-1).error?.code, 'insufficient_quota', stream.slice(-300))
        const books = await eventually('all are settled', async () => {
          const found = await booksOf(relay, mine)
          return found.rows.length === parallel && found.holds.length === 0 && found
        })
        for (const { other, prompt_tokens } of books.rows)
          assert.deepEqual([other.stream_status.end_reason, prompt_tokens], ['out_of_quota', countedPrompt])
        assert.equal(
          books.charges.reduce((sum, { amount }) => sum + amount, 0),
          balance - books.user.quota,
        )
        assert.ok(held > parallel * (500 + heldPrompt), `${held} was held at most: holds have grown`)
        // The prompt is held by an estimate and charged by its count.
        const bound = -parallel * (tokensMax + countedPrompt - promptTokens)
        lowest = Math.min(lowest, books.user.quota)
        assert.ok(lowest >= bound, `${lowest} >= ${bound}`)
      })
  })
