import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { saveOptions } from '../harness/harness.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertCharged, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { givenWav } from './given-wav.ts'
import { open } from './send.ts'
import { openEvents, startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const text = 'The quick brown fox jumps over the lazy dog.'
const promptEstimate = Math.ceil(text.length / 3)

type Streamed = { path: string; model: string; body: object | FormData; write(response: ServerResponse): void }

/** A client that has received this much of the response and hangs up while the upstream is still busy. */
async function hangUp(
  t: Parameters<typeof startSteeredUpstream>[0],
  streamed: Streamed,
  isEnough: (text: string) => boolean,
) {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ models: streamed.model, base_url: upstream.url })
  const mine = await here.key()
  const leaving = new AbortController()
  const sent = open(relay, streamed.path, { key: mine.key, body: streamed.body, signal: leaving.signal })
  const { response } = await upstream.next()
  streamed.write(response)
  const result = (await sent).body?.getReader()
  assert.ok(result)
  for (let received = ''; !isEnough(received); )
    received += Buffer.from((await result.read()).value ?? []).toString('latin1')
  leaving.abort()
  return settledBooks(relay, mine)
}

const events = (...list: object[]) => list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const writeEvents =
  (...list: object[]) =>
  (response: ServerResponse) => {
    openEvents(response)
    response.write(events(...list))
  }

const eventCount = (count: number) => (received: string) => received.split('data: ').length > count

/** Twenty seconds at 48,000 bytes a second. */
const sound = givenWav(20, 24_000)
const speechCost = (seconds: number) =>
  charge(
    [
      [countTokens(text), '1'],
      [Math.round((Math.ceil(seconds) * 1000) / 60), '20'],
    ],
    '0.3',
  )
const speech = (more: object = {}) => ({
  path: '/v1/audio/speech',
  model: 'gpt-4o-mini-tts',
  body: { model: 'gpt-4o-mini-tts', input: text, voice: 'alloy', response_format: 'wav', ...more },
})

test('speech by tokens is paid as far as it came by a client that hangs up just before its end', async (t) => {
  const received = 957_288
  const write = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': sound.length })
    response.write(sound.subarray(0, received))
  }
  // The last piece is only sent once it is paid for, so a client never reads all that came.
  const enough = 700_000
  const { rows } = await hangUp(t, { ...speech(), write }, ({ length }) => length >= enough)
  const paid = rows[0]?.quota ?? 0
  const [least, most] = [speechCost((enough - 44) / 48_000), speechCost((received - 44) / 48_000)]
  assert.ok(paid >= least && paid <= most, `${least} <= ${paid} <= ${most}`)
})

test('speech as events is paid as far as it came', async (t) => {
  const deltas = [0, 1, 2, 3].map((index) => ({
    type: 'speech.audio.delta',
    audio: sound.subarray(index * 100_000, (index + 1) * 100_000).toString('base64'),
  }))
  const books = await hangUp(t, { ...speech({ stream_format: 'sse' }), write: writeEvents(...deltas) }, eventCount(4))
  assertCharged(books, speechCost((400_000 - 44) / 48_000))
})

test('speech by the character costs its whole text, however little of it was heard', async (t) => {
  const write = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' })
    response.write(Buffer.alloc(100))
    response.write(Buffer.alloc(100))
  }
  const body = { model: 'tts-1', input: text, voice: 'alloy' }
  const books = await hangUp(t, { path: '/v1/audio/speech', model: 'tts-1', body, write }, () => true)
  assertCharged(books, charge([[text.length, '1']], '7.5'))
})

const picture = (more: object = {}) => ({
  path: '/v1/images/generations',
  model: 'gpt-image-1',
  body: { model: 'gpt-image-1', prompt: text, stream: true, partial_images: 3, ...more },
})
const partial = (partial_image_index: number) => ({
  type: 'image_generation.partial_image',
  b64_json: 'AAAA',
  partial_image_index,
})

test('a picture that was received in part costs as a drawn one, and its partial pictures besides', async (t) => {
  for (const [size, quality, tokens] of [
    [undefined, undefined, 1584],
    ['1024x1024', 'low', 272],
    ['1536x1024', 'high', 6240],
  ] as const) {
    const books = await hangUp(
      t,
      { ...picture({ size, quality }), write: writeEvents(partial(0), partial(1)) },
      eventCount(2),
    )
    assertCharged(
      books,
      charge(
        [
          [promptEstimate, '1'],
          [tokens + 2 * 100, '8'],
        ],
        '2.5',
      ),
    )
  }
})

test('of two pictures the finished one costs what the upstream reports, the other what it would have', async (t) => {
  const usage = { input_tokens: 10, output_tokens: 300, total_tokens: 310 }
  const finished = { type: 'image_generation.completed', b64_json: 'AAAA', usage }
  const write = writeEvents(partial(0), finished, partial(0))
  const books = await hangUp(t, { ...picture({ n: 2, quality: 'low' }), write }, eventCount(3))
  assertCharged(
    books,
    charge(
      [
        [10, '1'],
        [300 + 272 + 100, '8'],
      ],
      '2.5',
    ),
  )
})

test('a picture whose upstream breaks off costs the partial pictures that came', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ models: 'gpt-image-1', base_url: upstream.url })
  const mine = await here.key()
  const { path, body } = picture()
  const sent = open(relay, path, { key: mine.key, body })
  const { response } = await upstream.next()
  writeEvents(partial(0), partial(1))(response)
  const result = await sent
  response.destroy()
  assert.match(await result.text(), /partial_image.*"error"/s)
  assertCharged(
    await settledBooks(relay, mine),
    charge(
      [
        [promptEstimate, '1'],
        [2 * 100, '8'],
      ],
      '2.5',
    ),
  )
})

test('a transcript costs its recording and the text that came', async (t) => {
  const form = new FormData()
  const fields = { model: 'gpt-4o-transcribe', stream: 'true' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([new Uint8Array(givenWav(30))], 'talk.wav'))
  const write = writeEvents(...['hello ', 'hello ', 'hello'].map((delta) => ({ type: 'transcript.text.delta', delta })))
  const books = await hangUp(
    t,
    { path: '/v1/audio/transcriptions', model: 'gpt-4o-transcribe', body: form, write },
    eventCount(3),
  )
  assertCharged(
    books,
    charge(
      [
        [500, '1'],
        [countTokens('hello hello hello'), '4'],
      ],
      '1.25',
    ),
  )
})

test('a count that fails does not leave a delivered stream unpaid: it is charged by its estimate', async (t) => {
  const log = t.mock.method(relay.deps.log, 'error')
  const { matchAll } = String.prototype
  t.mock.method(String.prototype, 'matchAll', function (this: string, pattern: RegExp) {
    if (String(this) === text) throw new Error('no tokens today')
    return matchAll.call(this, pattern)
  })
  const audio = sound.subarray(0, 48_044).toString('base64')
  const write = writeEvents({ type: 'speech.audio.delta', audio }, { type: 'speech.audio.delta', audio: 'AAAA' })
  const books = await hangUp(t, { ...speech({ stream_format: 'sse' }), write }, eventCount(2))
  const seconds = 2 // one, and a little
  assertCharged(
    books,
    charge(
      [
        [promptEstimate, '1'],
        [Math.round((seconds * 1000) / 60), '20'],
      ],
      '0.3',
    ),
  )
  assert.match(String(log.mock.calls[0]?.arguments[0]), /usage not counted/)
})

test('a price per picture that is written as a ratio is charged in full to a client that does not wait', async (t) => {
  await saveOptions(relay.deps.store, relay.deps.vault, { ModelRatio: JSON.stringify({ 'painter-1': 16 }) })
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ models: 'painter-1', base_url: upstream.url })
  const mine = await here.key()
  const leaving = new AbortController()
  const body = { model: 'painter-1', prompt: text }
  const sent = open(relay, '/v1/images/generations', { key: mine.key, body, signal: leaving.signal })
  await upstream.next()
  leaving.abort()
  await assert.rejects(sent)
  assertCharged(await settledBooks(relay, mine), 20_000)
})
