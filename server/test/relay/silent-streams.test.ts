import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'
import { chatBody, eventsIn, open } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'

const streamOf = (text: string) =>
  [chatChunk({ content: text }), chatChunk({}, 'stop', usageOf(9, 1)), 'data: [DONE]\n\n'].join('')

/** Reads a response until its text so far matches. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, pattern: RegExp): Promise<string> {
  let text = ''
  while (!pattern.test(text)) {
    const { done, value } = await reader.read()
    assert.ok(!done, `ended after ${JSON.stringify(text)}`)
    text += Buffer.from(value).toString()
  }
  return text
}

describe('an upstream that has sent status 200 and no output yet', () => {
  const relay = useRelay('sqlite', { STREAM_PING_SECONDS: '0.05' })

  async function given(t: Parameters<typeof startSteeredUpstream>[0], more: object = {}) {
    const upstream = await startSteeredUpstream(t)
    const here = relay.place()
    await here.channel({ base_url: upstream.url, ...more })
    return { upstream, here, mine: await here.key() }
  }

  test('does not keep the client waiting for its head: keep-alives come, then the response', async (t) => {
    const { upstream, mine } = await given(t)
    const opening = open(relay, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
    const { response } = await upstream.next()
    openEvents(response)
    const result = await opening
    assert.equal(result.status, 200)
    const reader = result.body?.getReader()
    assert.ok(reader)
    await readUntil(reader, /: PING\n\n.*: PING\n\n/s)
    response.end(streamOf('sun'))
    const rest = await readUntil(reader, /\[DONE\]/)
    assert.match(rest, /sun/)
    assert.equal((await settledBooks(relay, mine)).rows[0]?.completion_tokens, 1)
  })

  test('is disconnected when the call fails for another reason before anything is delivered', async (t) => {
    const { upstream, mine } = await given(t)
    t.mock.method(relay.deps.attemptLog, 'note', () => {
      throw new Error('broken')
    })
    const opening = open(relay, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
    const { response } = await upstream.next()
    const closed = once(response, 'close')
    openEvents(response)
    response.write(chatChunk({ content: 'sun' }))
    await closed
    await (await opening).text()
    assertFree(await booksOf(relay, mine))
  })

  test('sends pings that Anthropic clients know', async (t) => {
    const { upstream, mine } = await given(t)
    const body = { ...chatBody('hi', { stream: true }), max_tokens: 9 }
    const opening = open(relay, '/v1/messages', { key: mine.key, body })
    const { response } = await upstream.next()
    openEvents(response)
    const reader = (await opening).body?.getReader()
    assert.ok(reader)
    assert.match(await readUntil(reader, /ping/), /^event: ping\ndata: \{"type":"ping"\}\n\n/)
    response.end(streamOf('sun'))
    assert.match(await readUntil(reader, /message_stop/), /message_start.*sun/s)
  })

  test('may still be replaced by another channel, and only the channel that served the call is charged', async (t) => {
    await relay.options({ RetryTimes: '1' })
    const { upstream, here, mine } = await given(t, { priority: 9 })
    const second = await startSteeredUpstream(t)
    await here.channel({ base_url: second.url, priority: 1 })
    const opening = open(relay, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
    const first = await upstream.next()
    openEvents(first.response)
    const reader = (await opening).body?.getReader()
    assert.ok(reader)
    await readUntil(reader, /PING/)
    first.response.destroy()
    const { response } = await second.next()
    openEvents(response)
    response.end(streamOf('sea'))
    assert.match(await readUntil(reader, /\[DONE\]/), /sea/)
    const { rows, charges } = await settledBooks(relay, mine)
    assert.deepEqual([rows.length, charges.length], [1, 1])
  })

  test('and then fails ends the stream with an error of the dialect, free of charge, and no socket stays open', async (t) => {
    await relay.options({ RetryTimes: '0' })
    for (const [address, more, isError] of [
      [path, {}, (text: string) => eventsIn(text).at(-1).error.message],
      ['/v1/messages', { max_tokens: 9 }, (text: string) => /event: error/.test(text)],
      ['/v1/responses', { input: 'hi' }, (text: string) => /event: error|response\.failed/.test(text)],
    ] as const) {
      const { upstream, mine } = await given(t)
      const opening = open(relay, address, { key: mine.key, body: { ...chatBody('hi', { stream: true }), ...more } })
      const { response } = await upstream.next()
      openEvents(response)
      const result = await opening // with keep-alives alone, since nothing else was sent
      response.destroy()
      const text = await result.text()
      assert.equal(result.status, 200)
      assert.ok(isError(text), text)
      assertFree(await booksOf(relay, mine))
    }
  })
})

describe('an upstream that takes its time', () => {
  const relay = useRelay('sqlite', { UPSTREAM_FIRST_BYTE_SECONDS: '0.2', UPSTREAM_ANSWER_SECONDS: '30' })

  test('may take longer for a whole response than for the first token of a stream', async (t) => {
    const upstream = await startSteeredUpstream(t)
    const here = relay.place()
    await here.channel({ base_url: upstream.url })
    const mine = await here.key()
    const whole = open(relay, path, { key: mine.key, body: chatBody() })
    const { response } = await upstream.next()
    // The stream is requested later and given up first. By then the whole response has waited longer.
    const streamed = await open(relay, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
    assert.equal(streamed.status, 504)
    const result = { choices: [{ index: 0, message: { role: 'assistant', content: 'sun' }, finish_reason: 'stop' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...result, ...usageOf(9, 1) }))
    assert.equal((await whole).status, 200)
  })
})
