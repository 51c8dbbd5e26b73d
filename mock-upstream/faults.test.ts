import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Fault } from './faults/fault.ts'
import {
  bearer,
  claudeKey,
  events,
  eventsIn,
  googleKey,
  parsed,
  post,
  postJson,
  postRaw,
  spoken,
  upstreamFor,
} from './test-client.ts'

const hello = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello there' }] }
const helloStream = { ...hello, stream: true, stream_options: { include_usage: true } }
const chatPath = '/v1/chat/completions'

test('a fault strikes only the key, model and path it names, as often as it says', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({
    match: { key: 'sk-1', model: 'gpt-4o-mini', path: '/v1/chat' },
    times: 2,
    fault: { kind: 'status', status: 500 },
  })
  const as = async (key: string, body: object) =>
    (await post(url + chatPath, body, { authorization: `Bearer ${key}` })).status

  assert.equal(await as('sk-2', hello), 200)
  assert.equal(
    (await post(`${url}/v1/completions`, { ...hello, prompt: 'x' }, { authorization: 'Bearer sk-1' })).status,
    200,
  )
  assert.equal(await as('sk-1', { ...hello, model: 'gpt-4.1' }), 200)
  assert.deepEqual([await as('sk-1', hello), await as('sk-1', hello), await as('sk-1', hello)], [500, 500, 200])
})

test('faults that replace the response take turns, others combine', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ times: 1, fault: { kind: 'status', status: 500 } })
  faults.add({ times: 1, fault: { kind: 'error-in-200' } })
  faults.add({ times: 1, fault: { kind: 'headers', headers: { 'x-odd': 'yes' } } })
  const first = await post(url + chatPath, hello)
  const second = await post(url + chatPath, hello)
  const third = await postJson(url + chatPath, hello)

  assert.equal(first.status, 500)
  assert.equal(first.headers.get('x-odd'), 'yes')
  assert.deepEqual([second.status, second.headers.get('x-odd')], [200, null])
  assert.equal(parsed(await second.text()).error.type, 'server_error')
  assert.equal(third.body.choices[0].message.content, 'hello there')
})

test('a fault can be taken back, and all of them at once', async (t) => {
  const { url, faults } = await upstreamFor(t)
  const takeBack = faults.add({ fault: { kind: 'status', status: 503 } })
  faults.add({ fault: { kind: 'encoding', name: 'gzip' } })
  takeBack()
  assert.equal(faults.list().length, 1)
  faults.clear()
  assert.equal((await post(url + chatPath, hello)).headers.get('content-encoding'), null)
})

test('a status comes with the error body of the vendor, or with the one given, and with headers', async (t) => {
  const { url, urlOf, faults } = await upstreamFor(t)
  faults.add({ times: 3, fault: { kind: 'status', status: 429, headers: { 'retry-after': '7' } } })
  const limited = await post(url + chatPath, hello)
  assert.equal(limited.headers.get('retry-after'), '7')
  assert.equal(parsed(await limited.text()).error.code, 'rate_limit_exceeded')
  assert.equal((await postJson(`${url}/v1/messages`, {}, claudeKey)).body.error.type, 'rate_limit_error')
  assert.equal(
    (await postJson(`${urlOf('gemini')}/v1beta/models/m:generateContent`, {}, googleKey)).body.error.status,
    'RESOURCE_EXHAUSTED',
  )

  faults.add({ times: 1, fault: { kind: 'status', status: 418, body: { teapot: true } } })
  assert.deepEqual(await postJson(url + chatPath, hello), { status: 418, body: { teapot: true } })
  faults.add({ times: 1, fault: { kind: 'status', status: 502, body: '<html>bad gateway</html>' } })
  assert.equal(await (await post(url + chatPath, hello)).text(), '<html>bad gateway</html>')
})

test('a redirect has a location and no content', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'redirect', location: 'http://127.0.0.1:1/elsewhere' } })
  const response = await post(url + chatPath, hello)
  assert.equal(response.status, 302)
  assert.equal(response.headers.get('location'), 'http://127.0.0.1:1/elsewhere')
})

test('a leak repeats the credential in the error message', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'leak' } })
  assert.match((await postJson(url + chatPath, hello)).body.error.message, /Bearer sk-test/)
  assert.match((await postJson(`${url}/v1/messages`, {}, claudeKey)).body.error.message, /sk-ant-test/)
})

test('a silent response has headers and then nothing, until the client gives up', async (t) => {
  const { url, faults, requests } = await upstreamFor(t)
  faults.add({ times: 1, fault: { kind: 'silent' } })
  const patience = new AbortController()
  const response = await post(url + chatPath, helloStream, bearer, patience.signal)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const given = requests.nextAbort()
  patience.abort()
  await assert.rejects(response.text())
  const { abortedAt = 0, receivedAt } = await given
  assert.ok(abortedAt >= receivedAt)

  faults.add({ times: 1, fault: { kind: 'silent', how: 'empty' } })
  const empty = await post(url + chatPath, hello)
  assert.deepEqual([empty.status, await empty.text()], [200, ''])
})

test('a connection is cut before the headers, inside a body, or after so many chunks', async (t) => {
  const { url, faults, requests } = await upstreamFor(t)
  const cut = (fault: Omit<Extract<Fault, { kind: 'cut' }>, 'kind'>) =>
    faults.add({ times: 1, fault: { kind: 'cut', ...fault } })

  cut({ at: 'before-headers' })
  await assert.rejects(post(url + chatPath, hello))
  cut({ at: 'before-headers', how: 'reset' })
  await assert.rejects(post(url + chatPath, hello))

  const whole = (await (await post(url + chatPath, hello)).text()).length
  cut({ at: 'inside' })
  const torn = (await readUntilBroken(await post(url + chatPath, hello))).length
  assert.ok(torn > 0 && torn < whole)

  cut({ at: 'after-chunks', afterChunks: 2 })
  const broken = await readUntilBroken(await post(url + chatPath, helloStream))
  assert.equal(eventsIn(broken).length, 2)
  assert.equal(requests.counters.aborted, 0, 'the client did not do it')

  cut({ at: 'after-chunks', afterChunks: 3, how: 'end' })
  const short = await events(url + chatPath, helloStream)
  assert.equal(short.length, 3)
  assert.notEqual(short.at(-1)?.data, '[DONE]')
})

/** What arrives before the line breaks; that it breaks is asserted. */
async function readUntilBroken(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  await assert.rejects(async () => {
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true })
  })
  return text
}

test('an error event comes first or in the middle, in the form of each stream', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'error-event', afterChunks: 0, status: 529 } })
  const [chat] = await events(url + chatPath, helloStream)
  assert.equal(chat?.data.error.type, 'server_error')
  const claude = { model: 'claude-opus-4-5', max_tokens: 9, stream: true, messages: hello.messages }
  const [message, ...rest] = await events(`${url}/v1/messages`, claude, claudeKey)
  assert.deepEqual([message?.event, message?.data.error.type, rest.length], ['error', 'overloaded_error', 0])
  const [response] = await events(`${url}/v1/responses`, { model: 'gpt-4.1', input: 'hi', stream: true })
  assert.deepEqual([response?.event, response?.data.type], ['error', 'error'])
  const contents = [{ parts: [{ text: 'hi' }] }]
  const [gemini] = await events(
    `${url}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`,
    { contents },
    googleKey,
  )
  assert.equal(gemini?.data.error.code, 529)
  const ollama = await (await post(`${url}/api/chat`, { model: 'llama3.2', messages: hello.messages })).text()
  assert.match(ollama, /^{"error":"/)

  faults.clear()
  faults.add({
    times: 1,
    fault: { kind: 'error-event', afterChunks: 2, body: { error: { message: 'mine' } }, carryOn: true },
  })
  const middle = await events(url + chatPath, helloStream)
  assert.equal(middle[2]?.data.error.message, 'mine')
  assert.equal(middle.at(-1)?.data, '[DONE]')
})

const bentUsages: [Extract<Fault, { kind: 'usage' }>, unknown][] = [
  [{ kind: 'usage', how: 'zero' }, 0],
  [{ kind: 'usage', how: 'negative' }, -4],
  [{ kind: 'usage', how: 'fractional' }, 3.5],
  [{ kind: 'usage', how: 'string' }, '3'],
  [{ kind: 'usage', how: 'huge' }, Number.MAX_SAFE_INTEGER * 1000],
  [{ kind: 'usage', counts: { input: 1234 } }, 1234],
  [{ kind: 'usage', fields: { prompt_tokens: 'many' } }, 'many'],
]
for (const [fault, expected] of bentUsages) {
  test(`usage can be told wrong: ${JSON.stringify(fault)}`, async (t) => {
    const { url, faults } = await upstreamFor(t)
    faults.add({ fault })
    assert.equal((await postJson(url + chatPath, hello)).body.usage.prompt_tokens, expected)
    const streamed = await events(url + chatPath, helloStream)
    assert.equal(streamed.at(-2)?.data.usage.prompt_tokens, expected)
  })
}

test('usage can be missing or null, from whole responses and from streams, whatever the vendor', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ times: 4, fault: { kind: 'usage', how: 'missing' } })
  assert.equal('usage' in (await postJson(url + chatPath, hello)).body, false)
  assert.ok((await events(url + chatPath, helloStream)).every(({ data }) => !data.usage))
  const claude = { model: 'claude-opus-4-5', max_tokens: 9, messages: hello.messages }
  assert.equal('usage' in (await postJson(`${url}/v1/messages`, claude, claudeKey)).body, false)
  const contents = [{ parts: [{ text: 'hi' }] }]
  assert.equal(
    'usageMetadata' in (await postJson(`${url}/v1beta/models/m:generateContent`, { contents }, googleKey)).body,
    false,
  )
  faults.add({ times: 1, fault: { kind: 'usage', how: 'null' } })
  assert.equal((await postJson(url + chatPath, hello)).body.usage, null)
})

test('a giant line is as long as the fault says, in streams and in whole responses', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'giant-line', mebibytes: 2, afterChunks: 1 } })
  const streamed = await events(url + chatPath, helloStream)
  assert.equal(streamed[1]?.data.padding.length, 2 * 1024 * 1024)
  assert.equal(spoken(streamed), 'hello there')
  const whole = await postJson(url + chatPath, hello)
  assert.equal(whole.body.padding.length, 2 * 1024 * 1024)
  assert.equal(whole.body.choices[0].message.content, 'hello there')
})

test('a split stream arrives byte by byte, in the middle of characters too, and means the same', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'split' } })
  const { pieces } = await postRaw(url + chatPath, { ...helloStream, messages: [{ role: 'user', content: '你好 🙂' }] })
  assert.ok(pieces.every(({ length }) => length === 1))
  assert.equal(spoken(eventsIn(Buffer.concat(pieces).toString())), '你好 🙂')
})

test('a slow drip sends so many bytes at a time', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'split', bytes: 100, everyMs: 1 } })
  const { pieces } = await postRaw(url + chatPath, hello)
  assert.ok(pieces.length > 3)
  assert.equal(JSON.parse(Buffer.concat(pieces).toString()).choices[0].message.content, 'hello there')
})

test('lines can end with CRLF and comments can stand between events', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'crlf' } })
  faults.add({ fault: { kind: 'comments', text: 'ping' } })
  const text = await (await post(url + chatPath, helloStream)).text()
  assert.equal(/[^\r]\n/.test(text), false)
  assert.ok(text.startsWith(': ping\r\n\r\ndata: '))
  assert.equal(spoken(eventsIn(text)), 'hello there')
})

test('the content type and other headers can be wrong', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'content-type', value: 'text/html' } })
  faults.add({ fault: { kind: 'headers', headers: { 'set-cookie': 'a=b' } } })
  const response = await post(url + chatPath, hello)
  assert.equal(response.headers.get('content-type'), 'text/html')
  assert.equal(response.headers.get('set-cookie'), 'a=b')
})

test('an endless stream goes on until the client leaves, and that is noticed', async (t) => {
  const { url, faults, requests } = await upstreamFor(t)
  faults.add({ fault: { kind: 'endless' } })
  for (const body of [helloStream, hello]) {
    const response = await post(url + chatPath, body)
    const aborted = requests.nextAbort()
    let bytes = 0
    for await (const piece of response.body ?? []) {
      bytes += piece.length
      if (bytes > 8000) break
    }
    assert.equal((await aborted).path, chatPath)
  }
  assert.equal(requests.counters.aborted, 2)
})

test('responses can come compressed', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'encoding', name: 'gzip' } })
  const whole = await postRaw(url + chatPath, hello)
  assert.equal(whole.headers['content-encoding'], 'gzip')
  assert.match(gunzipSync(Buffer.concat(whole.pieces)).toString(), /hello there/)
  const streamed = await postRaw(url + chatPath, helloStream)
  assert.equal(spoken(eventsIn(gunzipSync(Buffer.concat(streamed.pieces)).toString())), 'hello there')
})

test('an informational status comes before the response', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ times: 1, fault: { kind: 'informational', status: 103 } })
  const { informational, status } = await postRaw(url + chatPath, hello)
  assert.deepEqual([informational, status], [[103], 200])
})

test('an informational status alone is all that ever comes', async (t) => {
  const { url, faults, requests } = await upstreamFor(t)
  faults.add({ times: 1, fault: { kind: 'informational', only: true } })
  const patience = new AbortController()
  const received = requests.nextRequest()
  const response = post(url + chatPath, hello, bearer, patience.signal)
  await received
  const aborted = requests.nextAbort()
  patience.abort()
  await assert.rejects(response)
  assert.equal((await aborted).respondedAt, undefined)
})

test('JSON can be broken in whole responses and in one event of a stream', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'invalid-json', afterChunks: 1 } })
  const whole = await (await post(url + chatPath, hello)).text()
  assert.throws(() => JSON.parse(whole))
  const streamed = await events(url + chatPath, helloStream)
  assert.equal(typeof streamed[1]?.data, 'string')
  assert.equal(typeof streamed[2]?.data, 'object')
})

test('the event that ends a stream can come twice or not at all', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ times: 1, fault: { kind: 'terminal', copies: 2 } })
  assert.deepEqual(
    (await events(url + chatPath, helloStream)).slice(-2).map(({ data }) => data),
    ['[DONE]', '[DONE]'],
  )
  faults.add({ times: 1, fault: { kind: 'terminal', copies: 0 } })
  assert.ok((await events(url + chatPath, helloStream)).every(({ data }) => data !== '[DONE]'))
})

test('garbage can follow the end', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'trailing-garbage', text: '!!' } })
  assert.ok((await (await post(url + chatPath, hello)).text()).endsWith('}!!'))
  assert.ok((await (await post(url + chatPath, helloStream)).text()).endsWith('[DONE]\n\n!!'))
})

test('a delayed call is overtaken by one that is not, before its headers, before its first chunk or behind it', async (t) => {
  const { url, faults, requests } = await upstreamFor(t)
  for (const fault of [{ headersMs: 60_000 }, { firstChunkMs: 60_000 }, { chunkMs: 60_000 }]) {
    faults.clear()
    faults.add({ match: { key: 'slow' }, fault: { kind: 'delay', ...fault } })
    const leaving = new AbortController()
    const received = requests.nextRequest()
    const slow = post(url + chatPath, helloStream, { authorization: 'Bearer slow' }, leaving.signal)
    const slowText = slow.then((response) => response.text())
    await received
    await (await post(url + chatPath, helloStream)).text()
    leaving.abort()
    await assert.rejects(slowText)
  }
})

test('a delay ends', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'delay', headersMs: 1, firstChunkMs: 1, chunkMs: 1 } })
  assert.equal(spoken(await events(url + chatPath, helloStream)), 'hello there')
})

test('jitter comes on top of a delay', async (t) => {
  const { url, faults, requests } = await upstreamFor(t, { random: () => 1 })
  faults.add({ match: { key: 'slow' }, fault: { kind: 'delay', headersMs: 0, jitterMs: 60_000 } })
  const patience = new AbortController()
  const received = requests.nextRequest()
  const slow = post(url + chatPath, hello, { authorization: 'Bearer slow' }, patience.signal)
  await received
  for (let call = 0; call < 5; call++) await postJson(url + chatPath, hello)
  const aborted = requests.nextAbort()
  patience.abort()
  await assert.rejects(slow)
  assert.equal((await aborted).key, 'slow')
})

test('a delay before the first chunk lets the headers through', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'delay', firstChunkMs: 60_000 } })
  assert.equal((await post(url + chatPath, helloStream)).status, 200)
})

test('a call whose client leaves during a delay is given up at once', async (t) => {
  const { url, faults, requests } = await upstreamFor(t)
  faults.add({ fault: { kind: 'delay', headersMs: 60_000 } })
  const patience = new AbortController()
  const received = requests.nextRequest()
  const response = post(url + chatPath, hello, bearer, patience.signal)
  await received
  const aborted = requests.nextAbort()
  patience.abort()
  await assert.rejects(response)
  assert.ok((await aborted).abortedAt)
})
