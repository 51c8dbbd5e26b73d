import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { saveOptions } from '../../../test/harness/harness.ts'
import { type RelayServer, startRelay } from '../../../test/harness/relay-harness.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatRequest } from '../forms/chat.ts'
import { mediaInliner } from './media-inline.ts'

const gif = Buffer.from('GIF89a\x02\0\x03\0rest of the picture', 'latin1')
const gifUrl = `data:image/gif;base64,${gif.toString('base64')}`
const keepsNone = () => false

const pictureOf = (length: number) => Buffer.concat([gif, Buffer.alloc(length - gif.length)])

const chatOf = (...content: object[]): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: content as { type: string }[] }],
})
const picture = (url: string) => ({ type: 'image_url', image_url: { url, detail: 'low' } })

test('every place of a request that names an address gets its bytes; everything else stays as it is', async () => {
  const loaded: string[] = []
  const types: Record<string, string> = { pdf: 'application/pdf', mp3: 'audio/mpeg', mp4: 'video/mp4', gif: '' }
  const inline = mediaInliner(async (url) => {
    loaded.push(url)
    const end = url.split('.').at(-1) ?? ''
    return { type: types[end] ?? '', bytes: end === 'gif' ? gif : Buffer.from(end) }
  })
  const request = chatOf(
    { type: 'text', text: 'https://a.example/not-media.gif' },
    picture('https://a.example/1.gif'),
    { type: 'image_url', image_url: 'HTTP://a.example/2.gif' },
    picture('data:image/png;base64,AAAA'),
    { type: 'file', file: { filename: 'x', file_url: 'https://a.example/3.pdf' } },
    { type: 'file', file: { file_data: 'https://a.example/4.pdf' } },
    { type: 'input_audio', input_audio: { data: 'https://a.example/5.mp3', format: 'mp3' } },
    { type: 'video_url', video_url: { url: 'https://a.example/6.mp4' } },
    { type: 'file', file: { file_id: 'file-1' } },
  )
  const before = JSON.stringify(request)
  const { messages } = await inline(request, keepsNone)
  const data = (mime: string, text: string) => `data:${mime};base64,${Buffer.from(text).toString('base64')}`
  assert.deepEqual(messages[0]?.content, [
    { type: 'text', text: 'https://a.example/not-media.gif' },
    { type: 'image_url', image_url: { url: gifUrl, detail: 'low' } },
    { type: 'image_url', image_url: { url: gifUrl } },
    picture('data:image/png;base64,AAAA'),
    { type: 'file', file: { filename: 'x', file_data: data('application/pdf', 'pdf') } },
    { type: 'file', file: { file_data: data('application/pdf', 'pdf') } },
    { type: 'input_audio', input_audio: { data: data('audio/mpeg', 'mp3'), format: 'mp3' } },
    { type: 'video_url', video_url: { url: data('video/mp4', 'mp4') } },
    { type: 'file', file: { file_id: 'file-1' } },
  ])
  assert.equal(loaded.length, 6)
  assert.equal(JSON.stringify(request), before, 'another channel may want the addresses')
})

test('an address is loaded once per call, over messages and over tries; what the upstream keeps is not loaded', async () => {
  const loaded: string[] = []
  const inline = mediaInliner(async (url) => {
    loaded.push(url)
    return { type: '', bytes: gif }
  })
  const kept = 'https://youtube.example/watch'
  const request = chatOf(picture('https://a.example/1'), picture('https://a.example/1'), picture(kept))
  const keeps = (url: string) => url === kept
  const { messages } = await inline(request, keeps)
  assert.deepEqual(messages[0]?.content, [picture(gifUrl), picture(gifUrl), picture(kept)])
  await inline(request, keeps)
  assert.deepEqual(loaded, ['https://a.example/1'])
})

test('a request that names nothing is handed back as it is', async () => {
  const inline = mediaInliner(() => assert.fail('nothing to load'))
  const request = chatOf({ type: 'text', text: 'hi' })
  assert.equal(await inline(request, keepsNone), request)
})

const invalid = (error: unknown) =>
  error instanceof Refusal && error.code === 'invalid_image_url' && error.about.param === 'messages'

test('seventeen addresses are too many, and nothing is loaded', async () => {
  const inline = mediaInliner(() => assert.fail('nothing to load'))
  const many = Array.from({ length: 17 }, (_, index) => picture(`https://a.example/${index}`))
  await assert.rejects(inline(chatOf(...many), keepsNone), invalid)
})

test('addresses that are together too large are refused, and the others are given up', async () => {
  let running = 0
  const inline = mediaInliner(async (url, signal, take) => {
    if (!url.endsWith('slow')) {
      await take(20 * 1024 * 1024)
      return { type: '', bytes: gif }
    }
    running++
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        running--
        reject(signal.reason)
      }),
    )
  })
  const urls = ['a', 'b', 'c', 'd', 'slow'].map((name) => picture(`https://a.example/${name}`))
  await assert.rejects(inline(chatOf(...urls), keepsNone), invalid)
  assert.equal(running, 0)
})

describe('a call with addresses', () => {
  let database: FreshDatabase
  let relay: RelayServer
  let media: { url: string; seen: string[] }
  let stopMedia: () => void
  /** Responses that have begun, and end when their test says so. */
  const begun: ServerResponse[] = []
  const result: RequestListener = ({ url }, response) => {
    const length = Number(/\d+$/.exec(url ?? '')?.[0] ?? 0)
    if (url?.startsWith('/announced/')) {
      begun.push(response.writeHead(200, { 'content-type': 'image/gif', 'content-length': length }))
      response.flushHeaders()
    } else if (url?.startsWith('/growing/')) {
      begun.push(response.writeHead(200, { 'content-type': 'image/gif' }))
      response.write(pictureOf(length))
    } else if (url === '/missing') response.writeHead(404).end()
    else if (url === '/page') response.writeHead(200, { 'content-type': 'image/gif' }).end('<html>')
    else response.writeHead(200, { 'content-type': 'image/gif' }).end(gif)
  }
  before(async () => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      result(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    stopMedia = () => {
      server.closeAllConnections()
      server.close()
    }
    media = { url: `http://127.0.0.1:${port}`, seen }
    database = await freshDatabase('sqlite')
    // A user may have 4 MiB in flight.
    const memory = { CALL_MEMORY_MB: '16', MAX_REQUEST_BODY_MB: '2' }
    relay = await startRelay(database.address, { MEDIA_FETCH_ALLOW: `127.0.0.1:${port}`, ...memory })
    await relay.channel({ type: 4, models: 'llava', base_url: relay.mock.urlOf('ollama') })
    await relay.channel({ type: 1, models: 'gpt-4o' })
    await setOptions(relay, { ModelRatio: JSON.stringify({ llava: 1 }) })
  })
  after(async () => {
    await relay.stop()
    await database.drop()
    stopMedia()
  })

  async function chat(key: string, model: string, ...urls: string[]) {
    media.seen.length = 0
    relay.mock.requests.clear()
    const response = await fetch(`${relay.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...chatOf({ type: 'text', text: 'what is this?' }, ...urls.map(picture)), model }),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }

  test('to an upstream that takes bytes only carries them, loaded once', async () => {
    const { key } = await relay.key()
    const { status } = await chat(key, 'llava', `${media.url}/a`, `${media.url}/a`)
    assert.equal(status, 200)
    const messages = relay.mock.requests.last()?.body.messages as { images: string[] }[] | undefined
    assert.deepEqual(messages?.[0]?.images, [gif.toString('base64'), gif.toString('base64')])
    assert.deepEqual(media.seen, ['GET /a'])
  })

  test('to an upstream that fetches for itself leaves them alone', async () => {
    const { key } = await relay.key()
    assert.equal((await chat(key, 'gpt-4o', `${media.url}/a`)).status, 200)
    assert.deepEqual(media.seen, [])
    const messages = relay.mock.requests.last()?.body.messages as { content: object[] }[] | undefined
    assert.deepEqual(messages?.[0]?.content[1], picture(`${media.url}/a`))
  })

  test('is loaded once over retries', async () => {
    await relay.channel({ type: 4, models: 'llava', base_url: relay.mock.urlOf('ollama') })
    await setOptions(relay, { RetryTimes: '1' })
    const { key } = await relay.key()
    relay.mock.faults.add({ match: { path: '/ollama' }, times: 1, fault: { kind: 'status', status: 500 } })
    assert.equal((await chat(key, 'llava', `${media.url}/a`)).status, 200)
    assert.equal(relay.mock.requests.list().length, 2)
    assert.deepEqual(media.seen, ['GET /a'])
  })

  test('that cannot be had is refused the same whether denied or missing; nobody upstream hears of it and it costs nothing', async () => {
    const { key, user_id } = await relay.key()
    const responses = []
    const { port } = new URL(media.url)
    for (const url of [
      `${media.url}/missing`,
      'http://127.0.0.1:1/',
      `http://user@127.0.0.1:${port}/a`,
      'http://169.254.169.254/latest/meta-data/',
      'http://name.invalid/',
    ]) {
      const { status, body } = await chat(key, 'llava', url)
      const { message, ...error } = body.error
      responses.push(JSON.stringify({ status, ...error, message: message.replace(/ \(request id: \w+\)$/, '') }))
      assert.deepEqual(relay.mock.requests.list(), [], url)
    }
    assert.equal(new Set(responses).size, 1)
    assert.deepEqual(JSON.parse(responses[0] ?? ''), {
      status: 400,
      type: 'invalid_request_error',
      code: 'invalid_image_url',
      param: 'messages',
      message: 'Media named by address could not be fetched',
    })
    assert.deepEqual(await relay.balance(user_id), { quota: 100_000_000, held: 0, used_quota: 0, request_count: 0 })
  })

  test('that is no picture is refused as what it is', async () => {
    const { key, user_id } = await relay.key()
    const { status, body } = await chat(key, 'llava', `${media.url}/page`)
    assert.deepEqual([status, body.error.code], [400, 'invalid_image_url'])
    assert.equal((await relay.balance(user_id)).held, 0)
  })

  const inFlight = () => (relay.deps as RelayServer['deps'] & RelayDeps).inFlight // the test server has both
  const isIdle = () => eventually('nothing is in flight', () => inFlight().count() === 0 && inFlight().bytes() === 0)
  const kilobyte = 1024
  /** The bytes, their base64, and the request that carries it. */
  const copies = 1 + 4 / 3 + 4 / 3

  for (const way of ['announced', 'growing'])
    test(`counts every copy of a picture before it is read, ${way}; what does not fit is refused`, async () => {
      const { key, user_id } = await relay.key()
      begun.length = 0
      const first = chat(key, 'llava', `${media.url}/${way}/${600 * kilobyte}`)
      const counted = () => inFlight().bytes() >= 600 * kilobyte * copies
      await eventually('the first picture counts', counted)
      const [response] = begun
      const refused = await chat(key, 'llava', `${media.url}/${way}/${600 * kilobyte}`)
      assert.deepEqual([refused.status, refused.body.error.code], [429, 'too_many_bytes'])
      assert.deepEqual(relay.mock.requests.list(), [])
      await eventually('the second download is given up', () => begun.length === 2 && begun[1]?.closed)
      response?.end(way === 'announced' ? pictureOf(600 * kilobyte) : '')
      assert.equal((await first).status, 200)
      await isIdle()
      assert.equal((await relay.balance(user_id)).request_count, 1)
    })

  test('is refused by the announced lengths where its media could never fit', async () => {
    const { key } = await relay.key()
    for (const url of [`${media.url}/announced/${1200 * kilobyte}`, `${media.url}/growing/${1200 * kilobyte}`]) {
      const { status, body } = await chat(key, 'llava', url)
      assert.deepEqual([status, body.error.code], [400, 'invalid_image_url'])
      assert.match(body.error.message, /too large taken together/)
    }
    const two = [1, 2].map((name) => `${media.url}/announced/${name}/${600 * kilobyte}`)
    assert.equal((await chat(key, 'llava', ...two)).status, 400)
    await isIdle()
  })

  test('goes through the worker where the administrator set one', async () => {
    await setOptions(relay, { WorkerUrl: `${media.url}/worker`, WorkerValidKey: 'worker-key' })
    const { key } = await relay.key()
    assert.equal((await chat(key, 'llava', 'https://pictures.example/a.gif')).status, 200)
    assert.deepEqual(media.seen, ['POST /worker'])
    assert.equal((await chat(key, 'llava', `${media.url}/a`)).status, 400, 'encrypted targets only')
    assert.deepEqual(media.seen, [])
  })
})

async function setOptions({ deps }: RelayServer, options: Parameters<typeof saveOptions>[2]): Promise<void> {
  await saveOptions(deps.store, deps.vault, options)
  await deps.reload()
}
