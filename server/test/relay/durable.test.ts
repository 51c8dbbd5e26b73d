import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Deps } from '../../src/deps.ts'
import type { RelayDeps } from '../../src/gateway/entry/relay-deps.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { chatBody, open, send } from './send.ts'
import { type Way, ways } from './ways.ts'

const relay = useRelay('sqlite')
/** The server hands its parts around by reference, so that a test can stand between the relay and the ledger. */
const ledger = () => (relay.deps as Deps & RelayDeps).ledger

async function given(way: Way) {
  const here = relay.place()
  const model = way.upstreamModel
  await here.channel({ type: way.type, models: model, base_url: relay.mock.urlOf(way.vendor) })
  const mine = await here.key()
  const sending = (isStream: boolean) => ({
    headers: way.headers(mine.key),
    body: way.body(model, 'Please say 30 words.', isStream),
  })
  return { here, mine, path: (isStream: boolean) => way.path(model, isStream), sending }
}

/** What tells each dialect's client that the answer is whole. */
const isWhole = (text: string) =>
  /\[DONE\]|message_stop|response\.completed|"finishReason":"STOP"|"finish_reason":"stop"|"stop_reason":"end_turn"/.test(
    text,
  )

/** Lets captures wait until they are let go. */
function holdCaptures() {
  const real = ledger().capture
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  ledger().capture = async (capture) => {
    asked.resolve()
    await go.promise
    return real(capture)
  }
  return {
    asked: asked.promise,
    go() {
      ledger().capture = real
      go.resolve()
    },
  }
}

describe('the end of an answer', () => {
  for (const [name, way] of Object.entries(ways)) {
    test(`waits for its charge: ${name}`, async () => {
      const { path, sending } = await given(way)
      const captures = holdCaptures()
      const response = await open(relay, path(true), sending(true))
      let text = ''
      const reading = (async () => {
        for await (const bytes of response.body ?? []) text += Buffer.from(bytes)
      })()
      await captures.asked
      // Whatever was written before the charge was asked for has had its turn to arrive.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      assert.ok(!isWhole(text), text.slice(-300))
      captures.go()
      await reading
      assert.ok(isWhole(text), text.slice(-300))
    })

    test(`is not told if nothing can keep the charge: ${name}`, async () => {
      const real = ledger().capture
      ledger().capture = async () => ({ ok: false, code: 'database_error' })
      try {
        const { path, sending } = await given(way)
        const stream = await send(relay, path(true), sending(true))
        assert.ok(!isWhole(stream.text), stream.text.slice(-300))
        assert.match(stream.text, /cannot take requests right now/)
        const whole = await send(relay, path(false), sending(false))
        assert.equal(whole.status, name.startsWith('Messages') ? 529 : 503)
        assert.doesNotMatch(whole.text, /sun sky/)
      } finally {
        ledger().capture = real
      }
    })
  }
})

test('an answer in one piece waits for its charge as a whole', async () => {
  const { path, sending } = await given(ways['chat → OpenAI'] as Way)
  const captures = holdCaptures()
  let isAnswered = false
  const answer = open(relay, path(false), sending(false)).then((response) => {
    isAnswered = true
    return response
  })
  await captures.asked
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  assert.equal(isAnswered, false)
  captures.go()
  assert.equal((await answer).status, 200)
})

test('nobody upstream hears of a call before its money is set aside', async () => {
  const here = relay.place()
  await here.channel()
  const mine = await here.key()
  const real = ledger().hold
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  ledger().hold = async (hold) => {
    asked.resolve()
    await go.promise
    return real(hold)
  }
  const answer = send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody() })
  await asked.promise
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  assert.deepEqual(here.sent(), [])
  ledger().hold = real
  go.resolve()
  assert.equal((await answer).status, 200)
  assert.equal(here.sent().length, 1)
})

test('a ledger that cannot be reached is 503 with a time to come back, and nobody upstream hears of it', async () => {
  const here = relay.place()
  await here.channel()
  const mine = await here.key()
  const real = ledger().hold
  ledger().hold = async () => ({ ok: false, code: 'database_error' })
  const { status, headers, json } = await send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody() })
  ledger().hold = real
  assert.deepEqual([status, json.error.code], [503, 'database_error'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.deepEqual(here.sent(), [])
  assertFree(await booksOf(relay, mine))
})
