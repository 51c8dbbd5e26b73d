import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'
import { chatBody, eventsIn, type Loose, send } from './send.ts'
import { startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const path = '/v1/chat/completions'

async function given(...faults: Fault[]) {
  const here = relay.place()
  const { key: upstream } = await here.channel({ models: 'gpt-4o,gpt-4o-mini-tts,text-embedding-3-small' })
  for (const fault of faults) relay.mock.faults.add({ match: { key: upstream }, fault })
  return { here, mine: await here.key() }
}

const saidIn = (text: string): string =>
  eventsIn(text)
    .map((event: Loose) => event.choices?.[0]?.delta?.content ?? '')
    .join('')

describe('an upstream that compresses although the request forbids it', () => {
  for (const name of ['gzip', 'br', 'zstd'] as const) {
    test(`with ${name} is understood, whole and streamed`, async () => {
      const { mine } = await given({ kind: 'encoding', name })
      const whole = await send(relay, path, { key: mine.key, body: chatBody('Two roads diverged.') })
      assert.equal(whole.json.choices[0].message.content, 'Two roads diverged.')
      assert.equal(whole.headers.get('content-encoding'), null)
      const streamed = await send(relay, path, { key: mine.key, body: chatBody('A wood.', { stream: true }) })
      assert.equal(saidIn(streamed.text), 'A wood.')
      assert.match(streamed.text, /data: \[DONE\]/)
    })

    test(`with ${name}, cut into single bytes, is understood as well`, async () => {
      const { mine } = await given({ kind: 'encoding', name }, { kind: 'split', bytes: 1 })
      const streamed = await send(relay, path, { key: mine.key, body: chatBody('A wood.', { stream: true }) })
      assert.equal(saidIn(streamed.text), 'A wood.')
    })

    test(`with ${name} has what it sent before it broke off delivered and charged`, async () => {
      const { mine } = await given({ kind: 'encoding', name }, { kind: 'cut', at: 'after-chunks', afterChunks: 8 })
      const { text } = await send(relay, path, {
        key: mine.key,
        body: chatBody('Please say 60 words.', { stream: true }),
      })
      assert.ok(saidIn(text).length > 0)
      assert.ok(eventsIn(text).at(-1).error)
      const { rows } = await settledBooks(relay, mine)
      assert.ok((rows[0]?.quota ?? 0) > 0)
    })
  }

  test('has its errors and its embeddings read, too', async () => {
    const { mine } = await given({ kind: 'encoding', name: 'gzip' })
    const body = { model: 'text-embedding-3-small', input: 'hello' }
    const vectors = await send(relay, '/v1/embeddings', { key: mine.key, body })
    assert.equal(vectors.json.data.length, 1)
    const refused = await send(relay, path, { key: mine.key, body: chatBody('hi', { temperature: 9 }) })
    assert.equal(refused.status, 400)
    assert.match(refused.json.error.message, /temperature/)
  })

  test('in an unknown encoding that was not requested fails clearly, and is not paid', async () => {
    for (const isStream of [false, true]) {
      const { mine } = await given({ kind: 'encoding', name: 'deflate' })
      const { status, json } = await send(relay, path, { key: mine.key, body: chatBody('hi', { stream: isStream }) })
      assert.equal(status, 502)
      assert.equal(json.error.code, 'bad_response_body')
      assertFree(await booksOf(relay, mine))
    }
  })

  test('to more than the largest allowed response is given up', async (t) => {
    const upstream = await startSteeredUpstream(t)
    const here = relay.place()
    await here.channel({ base_url: upstream.url })
    const mine = await here.key()
    const bomb = zstdCompressSync(Buffer.alloc(80 * 1024 * 1024, ' '))
    for (const [isStream, type] of [
      [false, 'application/json'],
      [true, 'text/event-stream'],
    ] as const) {
      const sending = send(relay, path, { key: mine.key, body: chatBody('hi', { stream: isStream }) })
      const { response } = await upstream.next()
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'zstd' }).end(bomb)
      const { status } = await sending
      assert.equal(status, 502)
    }
    assertFree(await booksOf(relay, mine))
  })
})
