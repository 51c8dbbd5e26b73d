import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import type { Fault } from '../../../../mock-upstream/faults/fault.ts'
import { eventually } from '../../harness/eventually.ts'
import { connectTo } from '../../harness/raw-http.ts'
import { type RelayServer, useRelay } from '../../harness/relay-harness.ts'
import { assertFree, booksOf, settledBooks } from '../books.ts'
import { startEndlessUpstream } from '../endless-upstream.ts'
import { chatBody, eventsIn, open, send } from '../send.ts'
import { chatFormats } from './chat-formats.ts'
import { arrival, beginCall } from './client-call.ts'
import { chatCases } from './wire-cases.ts'

const relay = useRelay('sqlite')
const path = '/v1/chat/completions'

async function given(server: RelayServer, ...faults: Fault[]) {
  const here = server.place()
  const { key: upstream } = await here.channel()
  for (const fault of faults) server.mock.faults.add({ match: { key: upstream }, fault })
  return { here, upstream, mine: await here.key() }
}

/** A Gemini client that requests no events. */
async function listOf(name: string, ...faults: Fault[]) {
  const chat = chatCases.find((each) => each.name === name)?.named('gpt-4o')
  assert.ok(chat, name)
  const here = relay.place()
  const { key: upstream } = await here.channel(chat.channel(relay.mock))
  for (const fault of faults) relay.mock.faults.add({ match: { key: upstream }, fault })
  const mine = await here.key()
  return send(relay, '/v1beta/models/gpt-4o:streamGenerateContent', {
    headers: chat.format.headers(mine.key),
    body: chat.format.body('gpt-4o', 'Please say 60 words.', true),
  })
}

describe('a client that hangs up', () => {
  test('before its call reached anyone pays nothing', async (t) => {
    // Someone who takes connections and never greets: behind TLS nothing can be sent to them.
    const silent = createServer().listen(0, '127.0.0.1')
    t.after(() => silent.close())
    await once(silent, 'listening')
    const here = relay.place()
    await here.channel({ base_url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}` })
    const mine = await here.key()
    const leaving = new AbortController()
    const sent = open(relay, path, { key: mine.key, body: chatBody(), signal: leaving.signal })
    const [connection] = (await once(silent, 'connection')) as [Socket]
    t.after(() => connection.destroy())
    leaving.abort()
    await assert.rejects(sent)
    await eventually('released', async () => (await relay.balance(mine.user_id)).held === 0)
    assertFree(await booksOf(relay, mine))
  })
})

describe('a Gemini client without events', () => {
  for (const name of ['Gemini → OpenAI', 'Gemini → Google Gemini']) {
    test(`gets one list, piece by piece: ${name}`, async () => {
      const { json, headers, text } = await listOf(name)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.ok(Array.isArray(json) && json.length > 2, text)
      assert.match(chatFormats.gemini.streamedText(json), /^sun sky sea/)
    })

    test(`gets a list that can be read from an upstream that fails in the middle: ${name}`, async () => {
      const { json, text } = await listOf(name, { kind: 'cut', at: 'after-chunks', afterChunks: 6 })
      assert.ok(Array.isArray(json), text)
      assert.ok(json.at(-1).error, text)
    })
  }
})

describe('limits of time', () => {
  const limited = useRelay('sqlite', {
    UPSTREAM_FIRST_BYTE_SECONDS: '0.4',
    UPSTREAM_ANSWER_SECONDS: '0.4',
    STREAMING_TIMEOUT: '0.4',
    RELAY_TIMEOUT: '4',
    STREAM_PING_SECONDS: '0.05',
  })
  const call = (key: string, more: object = {}) =>
    send(limited, path, { key, body: chatBody('Please say 20 words.', more) })

  test('an upstream that does not begin in time is given up, and no other upstream gets a request', async () => {
    await limited.options({ RetryTimes: '2' })
    for (const stream of [false, true]) {
      const { here, mine } = await given(limited, { kind: 'delay', headersMs: 5000 })
      await here.channel({ priority: -1 })
      const { status, json } = await call(mine.key, { stream })
      assert.deepEqual([status, json.error.code], [504, 'upstream_timeout'])
      assert.equal(here.sent().length, 1)
      assertFree(await booksOf(limited, mine))
    }
  })

  test('a whole response that stops half way is given up', async () => {
    const { mine } = await given(limited, { kind: 'split', bytes: 200, everyMs: 3000 })
    assert.equal((await call(mine.key)).status, 504)
    assertFree(await booksOf(limited, mine))
  })

  test('a stream that falls silent ends with an error, and is charged for what came', async () => {
    const here = limited.place()
    const base_url = limited.mock.urlOf('gemini') // whose first event has words in it
    const { key } = await here.channel({ type: 24, models: 'gemini-2.0-flash', base_url })
    limited.mock.faults.add({ match: { key }, fault: { kind: 'delay', chunkMs: 5000 } })
    const mine = await here.key()
    const { status, text } = await call(mine.key, { model: 'gemini-2.0-flash', stream: true })
    assert.equal(status, 200)
    assert.match(eventsIn(text).at(-1).error.message, /took too long/)
    const { rows } = await settledBooks(limited, mine)
    assert.equal(rows[0]?.other.stream_status.end_reason, 'timeout')
    assert.ok((rows[0]?.completion_tokens ?? 0) > 0)
  })

  test('nothing lasts for ever, not even what never falls silent', async () => {
    const { mine } = await given(limited, { kind: 'endless', everyMs: 20 })
    const { text } = await call(mine.key, { stream: true })
    assert.match(eventsIn(text).at(-1).error.message, /took too long/)
    const whole = await given(limited, { kind: 'endless', everyMs: 20 })
    assert.equal((await call(whole.mine.key)).status, 504)
    assertFree(await booksOf(limited, whole.mine))
  })

  test('a client that takes nothing at all is let go, and pays for what was sent', async (t) => {
    const upstream = await startEndlessUpstream(t)
    await limited.options(endlessPrice)
    const here = limited.place()
    await here.channel({ base_url: upstream.url, models: endless })
    const mine = await here.key({ quota: 1_000_000_000 })
    beginStream(t, limited, mine.key)
    await eventually('the upstream is let go', () => upstream.isGone)
    const { rows } = await settledBooks(limited, mine)
    assert.equal(rows[0]?.other.stream_status.end_reason, 'client_gone')
    assert.ok((rows[0]?.completion_tokens ?? 0) > 0)
  })

  test('a stream that is silent for a while is kept open with comments, where clients understand them', async () => {
    const { mine, upstream } = await given(limited)
    const held = limited.mock.holdResponse({ key: upstream })
    const client = beginCall(limited, path, { key: mine.key, body: chatBody('Please say 20 words.', { stream: true }) })
    await arrival(held, client)
    await held.release(2)
    await client.until('a comment', () => client.text().includes(': PING\n\n'))
    await held.end()
    assert.equal(await client.over, 'ended')
    assert.match(client.text(), /\[DONE\]/)
  })
})

/** A model whose responses have no known limit. */
const endless = 'gpt-endless'
const endlessPrice = { ModelRatio: JSON.stringify({ [endless]: 0.001 }) }

/** A stream whose client has not begun to read. */
function beginStream(t: TestContext, { url }: RelayServer, key: string): Socket {
  const socket = connectTo(url)
  t.after(() => socket.destroy())
  const body = JSON.stringify(chatBody('hello', { model: endless, stream: true }))
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`, 'content-type: application/json']
  socket.write([...head, `content-length: ${body.length}`, '', body].join('\r\n'))
  return socket
}

describe('a client that reads slowly', () => {
  test('slows the upstream down, little waits in between, and it goes on when the client does', async (t) => {
    const upstream = await startEndlessUpstream(t)
    await relay.options(endlessPrice)
    const here = relay.place()
    await here.channel({ base_url: upstream.url, models: endless })
    const mine = await here.key({ quota: 1_000_000_000 })
    const socket = beginStream(t, relay, mine.key)
    await once(socket, 'readable')
    const standsStill = async () => {
      let looks = 0
      let seen = -1
      await eventually('the line stands still', () => {
        looks = upstream.written === seen ? looks + 1 : 0
        seen = upstream.written
        return looks > 20 && seen > 0
      })
      return seen
    }
    const stood = await standsStill()
    assert.ok(stood < 32 * 1024 * 1024, `${stood} bytes are on their way`)
    let heard = 0
    socket.on('data', (bytes) => {
      heard += bytes.length
      if (heard > stood * 2) socket.pause()
    })
    await eventually('it goes on', () => upstream.written > stood * 2)
    socket.destroy()
    await eventually('the upstream is let go', () => upstream.isGone)
    await settledBooks(relay, mine)
  })
})

describe('a stream that outgrows its hold', () => {
  const words = 4000

  test('is paid from the balance as it grows, and all of it arrives', async () => {
    await relay.options({ ModelRatio: JSON.stringify({ 'gpt-short': 1 }), DefaultOutputTokens: '500' })
    const here = relay.place()
    const { key: upstream } = await here.channel({ models: 'gpt-short', model_mapping: { 'gpt-short': 'gpt-4o' } })
    relay.mock.faults.add({ match: { key: upstream }, fault: { kind: 'delay', chunkMs: 1 } })
    const rich = await here.key({ quota: 20_000 })
    const body = chatBody(`Please say ${words} words.`, { model: 'gpt-short', stream: true })
    const sent = send(relay, path, { key: rich.key, body })
    const held = async () => (await relay.balance(rich.user_id)).held
    const first = await eventually('held', held)
    await eventually('held more', async () => (await held()) > first * 2)
    assert.match((await sent).text, /\[DONE\]/)
    assert.equal(await held(), 0)
  })

  test('ends with an error once nothing is left, and what was delivered is paid', async () => {
    await relay.options({ ModelRatio: JSON.stringify({ 'gpt-short': 1 }), DefaultOutputTokens: '500' })
    const here = relay.place()
    const { key: upstream } = await here.channel({ models: 'gpt-short', model_mapping: { 'gpt-short': 'gpt-4o' } })
    relay.mock.faults.add({ match: { key: upstream }, fault: { kind: 'delay', chunkMs: 1 } })
    const poor = await here.key({ quota: 2_000 })
    const body = chatBody(`Please say ${words} words.`, { model: 'gpt-short', stream: true })
    const { text } = await send(relay, path, { key: poor.key, body })
    const last = eventsIn(text).at(-1)
    assert.equal(last.error?.code, 'insufficient_quota', text.slice(-300))
    const { rows, holds } = await settledBooks(relay, poor)
    assert.deepEqual(holds, [])
    assert.equal(rows[0]?.other.stream_status.end_reason, 'out_of_quota')
    const { quota, held } = await relay.balance(poor.user_id)
    assert.equal(held, 0)
    assert.ok(quota > -900, `${quota}: stopped soon after the money was gone`)
    assert.ok((rows[0]?.completion_tokens ?? 0) < words)
  })
})

test('the client’s socket is closed at the end of a stream only if it wants to be', async () => {
  const { mine } = await given(relay)
  const socket = connectTo(relay.url)
  const body = JSON.stringify(chatBody('hello', { stream: true }))
  const call = (connection: string) =>
    [
      `POST ${path} HTTP/1.1`,
      'host: x',
      `connection: ${connection}`,
      `authorization: Bearer ${mine.key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.write(call('keep-alive'))
  await eventually('the first response', () => heard.includes('[DONE]'))
  socket.write(call('close'))
  await once(socket, 'close')
  assert.equal(heard.split('[DONE]').length, 3)
})
