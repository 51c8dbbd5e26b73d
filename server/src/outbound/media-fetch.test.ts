import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createAgents, OutboundError, type Resolve } from './agents.ts'
import { parseEgressAllow, userEgress } from './egress-policy.ts'
import { ResponseTooLarge } from './exchange.ts'
import { fetchMedia, type MediaFetch, mediaLimits } from './media-fetch.ts'
import { direct } from './proxies.ts'

type MediaServer = { port: number; seen: IncomingMessage[] }

async function listen(t: TestContext, result: RequestListener): Promise<MediaServer> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    result(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

/** Names resolve to what a test says, as those of a hostile name server could. */
const resolveTo =
  (names: Record<string, string[]>): Resolve =>
  (host, _, found) => {
    const addresses = (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    process.nextTick(found, addresses.length > 0 ? null : new Error('ENOTFOUND'), addresses)
  }

const get = (url: string, allow = '', about: Partial<MediaFetch> = {}) =>
  fetchMedia(url, {
    policy: userEgress(parseEgressAllow(allow)),
    proxies: direct,
    signal: new AbortController().signal,
    ...about,
  })

/** Denied, unreachable and malformed must look the same to the caller. */
const unreachable = (error: unknown) =>
  error instanceof OutboundError && error.message === 'the address could not be reached'

test('a listed target gives its bytes and their type, and is told nothing of us but a name', async (t) => {
  const { port, seen } = await listen(t, (_, response) => {
    response.setHeader('content-type', 'Image/PNG; charset=binary')
    response.end('bytes')
  })
  const media = await get(`http://127.0.0.1:${port}/a?b=c#d`, `127.0.0.1:${port}`)
  assert.deepEqual([media.type, media.bytes.toString()], ['image/png', 'bytes'])
  const [request] = seen
  assert.equal(request?.url, '/a?b=c')
  assert.deepEqual(Object.keys(request?.headers ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

const inward = {
  'loopback, in every spelling': [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', 'localhost', '127.0.0.1.', '[::1]'],
    ...['[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]'],
  ],
  private: ['10.0.0.1', '172.16.0.1', '192.168.0.1', '[fd12::1]', '[::ffff:10.0.0.1]', '[64:ff9b::a00:1]'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  'link-local and metadata': ['169.254.169.254', '[fe80::1]', '100.100.100.200', '[fd00:ec2::254]', '0xa9fea9fe'],
  'unspecified and this network': ['0.0.0.0', '0', '0.1.2.3', '[::]'],
  'reserved, documentation and benchmarks': [
    ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '240.0.0.1', '255.255.255.255', '192.0.0.1'],
    ...['[2001:db8::1]', '[100::1]'],
  ],
  multicast: ['224.0.0.1', '239.1.2.3', '[ff02::1]'],
  'NAT64, 6to4 and Teredo around them': ['[64:ff9b:1::a9fe:a9fe]', '[2002:a00:1::1]', '[2001:0:a9fe:a9fe::1]'],
} satisfies Record<string, string[]>

for (const [kind, hosts] of Object.entries(inward))
  test(`an address that is ${kind} is denied to every caller`, async () => {
    for (const host of hosts) await assert.rejects(get(`http://${host}/`), unreachable, host)
  })

test('a name that resolves inward is denied, also when only one of its addresses does', async (t) => {
  const { port, seen } = await listen(t, (_, response) => response.end('inside'))
  const resolve = resolveTo({
    'inward.example': ['127.0.0.1'],
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'half.example': ['127.0.0.1', '10.0.0.1'],
  })
  for (const name of ['inward.example', 'mixed.example', 'mapped.example', 'metadata.example', 'nowhere.example']) {
    await assert.rejects(get(`http://${name}/`, '', { resolve }), unreachable, name)
    await assert.rejects(get(`http://${name}:${port}/`, '', { resolve }), unreachable, name)
  }
  await assert.rejects(get(`http://half.example:${port}/`, `127.0.0.1:${port}`, { resolve }), unreachable)
  assert.deepEqual(seen, [])
})

test('a target opens by its name or by its range, at its port and nowhere else', async (t) => {
  const { port } = await listen(t, (_, response) => response.end('inside'))
  const { port: other, seen } = await listen(t, (_, response) => response.end('other'))
  const resolve = resolveTo({ 'media.example': ['127.0.0.1'], 'else.example': ['127.0.0.1'] })
  const byName = (url: string) => get(url, `media.example:${port}`, { resolve })
  assert.equal((await byName(`http://media.example:${port}/`)).bytes.toString(), 'inside')
  await assert.rejects(byName(`http://media.example:${other}/`), unreachable)
  await assert.rejects(byName(`http://else.example:${port}/`), unreachable)
  await assert.rejects(byName(`http://127.0.0.1:${port}/`), unreachable)
  const byRange = (url: string) => get(url, `127.0.0.0/8:${port}`, { resolve })
  assert.equal((await byRange(`http://else.example:${port}/`)).bytes.toString(), 'inside')
  await assert.rejects(byRange(`http://else.example:${other}/`), unreachable)
  await assert.rejects(get('http://169.254.169.254/', '169.254.0.0/16:80'), unreachable, 'not even when listed')
  assert.deepEqual(seen, [])
})

test('the rest of the world is reached at the ports of the web only', async () => {
  let sent = 0
  const resolve: Resolve = (_, __, found) => {
    sent++
    found(new Error('ENOTFOUND'), [])
  }
  for (const port of [80, 443, 8080, 8443]) await assert.rejects(get(`http://a.example:${port}/`, '', { resolve }))
  assert.equal(sent, 4, 'these are looked up')
  for (const port of [21, 22, 25, 3306, 6379, 8081, 65535])
    await assert.rejects(get(`http://a.example:${port}/`, '', { resolve }), unreachable)
  await assert.rejects(get('http://93.184.216.34:22/', '', { resolve }), unreachable)
  assert.equal(sent, 4, 'and these are not')
})

test('user names, other schemes and nonsense are refused without a connection', async (t) => {
  const { port, seen } = await listen(t, (_, response) => response.end())
  const urls = [
    ...[`http://user:pass@127.0.0.1:${port}/`, `http://user@127.0.0.1:${port}/`, `ftp://127.0.0.1:${port}/`],
    ...[`ws://127.0.0.1:${port}/`, 'file:///etc/passwd', 'gopher://127.0.0.1/', 'nonsense', '', '//127.0.0.1'],
  ]
  for (const url of urls) await assert.rejects(get(url, `127.0.0.1:${port}`), unreachable, url)
  assert.deepEqual(seen, [])
})

test('redirects are followed five times, relative ones too, and every target is judged anew', async (t) => {
  const { port: inner, seen: within } = await listen(t, (_, response) => response.end('secret'))
  const { port, seen } = await listen(t, ({ url = '' }, response) => {
    const left = Number(url.slice(1))
    if (url === '/in') response.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end()
    else if (url === '/metadata') response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
    else if (url === '/file') response.writeHead(301, { location: 'file:///etc/passwd' }).end()
    else if (url === '/user') response.writeHead(308, { location: `http://a:b@127.0.0.1:${port}/0` }).end()
    else if (url === '/nowhere') response.writeHead(302).end()
    else if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end('moved')
    else response.end('arrived')
  })
  const at = (path: string) => get(`http://127.0.0.1:${port}${path}`, `127.0.0.1:${port}`)
  assert.equal((await at('/5')).bytes.toString(), 'arrived')
  assert.equal(seen.length, 6)
  await assert.rejects(at('/6'), unreachable)
  for (const path of ['/in', '/metadata', '/file', '/user', '/nowhere'])
    await assert.rejects(at(path), unreachable, path)
  assert.deepEqual(within, [])
})

test('what is too large is given up, announced or not', async (t) => {
  const { port } = await listen(t, ({ url }, response) => {
    if (url === '/announced') response.setHeader('content-length', 2000)
    response.end(Buffer.alloc(url === '/fits' ? 1000 : 2000))
  })
  const limits = { ...mediaLimits, bytesMax: 1000 }
  const at = (path: string) => get(`http://127.0.0.1:${port}${path}`, `127.0.0.1:${port}`, { limits })
  assert.equal((await at('/fits')).bytes.length, 1000)
  for (const path of ['/announced', '/chunked']) await assert.rejects(at(path), ResponseTooLarge, path)
})

test('a server that does not respond in time, trickles, or stops halfway is given up', async (t) => {
  const { port } = await listen(t, ({ url }, response) => {
    if (url === '/silent') return
    response.writeHead(200, { 'content-length': 1000 })
    response.write('.')
    if (url === '/trickle')
      t.after(
        clearInterval.bind(
          null,
          setInterval(() => response.write('.'), 20),
        ),
      )
    if (url === '/cut') response.destroy()
  })
  const limits = { ...mediaLimits, timeoutMs: 200 }
  for (const path of ['/silent', '/trickle', '/halfway', '/cut'])
    await assert.rejects(get(`http://127.0.0.1:${port}${path}`, `127.0.0.1:${port}`, { limits }), unreachable, path)
})

test('a download ends when nobody wants it any more', async (t) => {
  const gone = new AbortController()
  const { port, seen } = await listen(t, () => gone.abort())
  const at = `http://127.0.0.1:${port}/`
  await assert.rejects(get(at, `127.0.0.1:${port}`, { signal: gone.signal }), unreachable)
  assert.equal(seen.length, 1)
  await assert.rejects(get(at, `127.0.0.1:${port}`, { signal: gone.signal }), unreachable)
  assert.equal(seen.length, 1, 'and does not begin')
})

test('packed bytes and other statuses are refused: nothing is unpacked for a stranger', async (t) => {
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024))
  const { port } = await listen(t, ({ url }, response) => {
    if (url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    else response.writeHead(Number(url?.slice(1))).end('sorry')
  })
  for (const path of ['/packed', '/204', '/206', '/404', '/500'])
    await assert.rejects(get(`http://127.0.0.1:${port}${path}`, `127.0.0.1:${port}`), unreachable, path)
})

test('a worker downloads in our place: it is given address and key, and only what is encrypted', async (t) => {
  const bodies: unknown[] = []
  const { port } = await listen(t, async (request, response) => {
    bodies.push([request.method, request.url, JSON.parse((await request.toArray()).join(''))])
    response.writeHead(200, { 'content-type': 'image/gif' }).end('from the worker')
  })
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct)
  t.after(agents.close)
  const worker = { url: `http://127.0.0.1:${port}/fetch`, key: 'a "quoted" key', agents }
  const media = await get('https://pictures.example/a "b".png', '', { worker })
  assert.deepEqual([media.type, media.bytes.toString()], ['image/gif', 'from the worker'])
  const sent = { url: 'https://pictures.example/a%20%22b%22.png', key: 'a "quoted" key' }
  assert.deepEqual(bodies, [['POST', '/fetch', sent]])
  for (const url of [
    'http://pictures.example/',
    'https://127.0.0.1/',
    'https://a:b@pictures.example/',
    'https://a.example:22/',
  ])
    await assert.rejects(get(url, '', { worker }), unreachable, url)
  assert.equal(bodies.length, 1)
})
