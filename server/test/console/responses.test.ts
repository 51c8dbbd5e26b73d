import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { consoleEndpoints } from '../../src/console.ts'
import { givenPages } from '../harness/built-pages.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestServer, type TestServer } from '../harness/harness.ts'
import { rawHead, sendRaw } from '../harness/raw-http.ts'

const pages = givenPages()
const metricsToken = 'metrics-token-0123456789'
let database: FreshDatabase
/** Without proxies, and behind one; the third has a token for its figures. */
let server: TestServer
let proxied: TestServer
let metered: TestServer
before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address, {}, { pages: pages.folder })
  proxied = await startTestServer(database.address, { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
  metered = await startTestServer(database.address, { METRICS_TOKEN: metricsToken })
})
after(async () => {
  for (const one of [server, proxied, metered]) await one.stop()
  await database.drop()
  pages.remove()
})

const get = (path: string, headers: Record<string, string> = {}, of = server) =>
  fetch(of.url + path, { headers, redirect: 'manual' })

const everyKind = [
  '/',
  '/robots.txt',
  '/api/status',
  '/api/user/self',
  '/api/nothing',
  '/healthz',
  '/readyz',
  '/metrics',
  '/%zz',
  '/api/docs',
]

test('every response has a request id of its own, whatever the request', async () => {
  const ids = new Set<string>()
  for (const path of [...everyKind, ...everyKind]) {
    const id =
      (await get(path, { 'x-oneapi-request-id': 'chosen-by-the-caller' })).headers.get('x-oneapi-request-id') ?? ''
    assert.match(id, /^\d{23}[A-Za-z0-9]{8}$/, path)
    ids.add(id)
  }
  assert.equal(ids.size, 2 * everyKind.length)
})

test('every response forbids sniffing and keeps addresses from other sites', async () => {
  for (const path of everyKind) {
    const { headers } = await get(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin', path)
    assert.equal(headers.get('server'), null)
    assert.equal(headers.get('x-powered-by'), null)
  }
})

test('nothing under /api is stored by anyone, refusals included', async () => {
  for (const { path } of consoleEndpoints)
    assert.equal((await get(path)).headers.get('cache-control'), 'no-store', path)
  assert.equal(
    (
      await sendRaw(server.url, `${rawHead('POST /api/user/login', { 'Content-Type': 'application/json' }, 1)}{`)
    ).headers.get('cache-control'),
    'no-store',
  )
  assert.equal(
    (await sendRaw(server.url, `${rawHead('POST /api/user/login', {}, 2)}{}`)).headers.get('cache-control'),
    'no-store',
  )
  assert.equal(
    (await sendRaw(server.url, rawHead(`GET /api/status?${'x'.repeat(9000)}`, {}))).headers.get('cache-control'),
    'no-store',
  )
})

test('other origins get no permission anywhere under /api, not even for a preflight request', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'new-api-user',
  }
  for (const { path, method } of consoleEndpoints.filter(({ anyOrigin }) => !anyOrigin)) {
    for (const sent of [method, 'OPTIONS']) {
      const response = await fetch(server.url + path, { method: sent, headers })
      const granted = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(granted, [], `${sent} ${path}`)
    }
  }
})

test('pages of any origin may look up the usage of a key, and read refusals', async () => {
  const open = consoleEndpoints.filter(({ anyOrigin }) => anyOrigin)
  assert.deepEqual(open.map(({ path }) => path).sort(), ['/api/log/token', '/api/usage/token'])
  for (const { path, method, access } of open) {
    assert.equal(access, 'public', path)
    const origin = 'https://tool.example'
    const sent = await fetch(server.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
    })
    assert.equal(sent.status, 204)
    assert.match(sent.headers.get('access-control-allow-headers') ?? '', /^Authorization,/)
    for (const response of [sent, await fetch(server.url + path, { method, headers: { origin } })]) {
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path)
      assert.equal(response.headers.get('access-control-allow-credentials'), null, path)
    }
  }
})

test('responses under HTTPS require strict transport; only a trusted proxy can say that a request came by HTTPS', async () => {
  const https = { 'x-forwarded-proto': 'https' }
  const hsts = async (headers: Record<string, string>, of: TestServer) =>
    (await get('/api/status', headers, of)).headers.get('strict-transport-security')
  assert.equal(await hsts(https, server), null)
  assert.equal(await hsts({}, proxied), null)
  assert.equal(await hsts({ 'x-forwarded-proto': 'http' }, proxied), null)
  assert.equal(await hsts({ 'x-forwarded-proto': 'https, http' }, proxied), null, 'the nearest proxy speaks last')
  assert.match((await hsts(https, proxied)) ?? '', /^max-age=\d{7,}/)
})

test('a large response is compressed for clients that accept it and for no others', async () => {
  const path = '/api/docs/openapi.json'
  const plain = await sendRaw(server.url, rawHead(`GET ${path}`, {}))
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.ok(JSON.parse(plain.body).paths)
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, br;q=0', 'gzip'],
  ] as const) {
    const response = await get(path, { 'accept-encoding': accepted })
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.match(response.headers.get('vary') ?? '', /accept-encoding/i)
    assert.deepEqual(await response.json(), JSON.parse(plain.body))
  }
  assert.equal((await get(path, { 'accept-encoding': 'identity' })).headers.get('content-encoding'), null)
  assert.equal(
    (await get('/api/notice', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
    null,
    'small responses stay as they are',
  )
})

test('HEAD tells what GET would, without a body', async () => {
  for (const path of ['/', '/assets/app-1a2b3c.js', '/api/status', '/healthz', '/api/nothing']) {
    const [sent, got] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(server.url + path, { method, headers: { 'accept-encoding': 'identity' } })),
    )
    assert.ok(sent && got)
    assert.equal(sent.status, got.status, path)
    assert.equal(sent.headers.get('content-type'), got.headers.get('content-type'), path)
    assert.equal(await sent.text(), '')
  }
})

test('the figures are for this machine and its network, as far as one can tell', async () => {
  const metrics = await get('/metrics')
  assert.equal(metrics.status, 200)
  assert.match(await metrics.text(), /^turnpike_http_requests_total\{.*route="\/api\/status".*\} \d+$/m)
  assert.equal((await get('/metrics', {}, proxied)).status, 200)
  assert.equal((await get('/metrics', { 'x-forwarded-for': '10.9.9.9' }, proxied)).status, 200)
  assert.equal((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' }, proxied)).status, 404)
  assert.equal((await get('/metrics', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, proxied)).status, 404)
  assert.equal((await get('/metrics', { 'x-real-ip': '203.0.113.9' }, proxied)).status, 404)
  assert.equal((await get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status, 404, 'passed on by a stranger')
})

test('with a token the figures are for whoever shows it, and for nobody else', async () => {
  assert.equal((await get('/metrics', { authorization: `Bearer ${metricsToken}` }, metered)).status, 200)
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${metricsToken}x`,
    `Bearer ${metricsToken.slice(1)}`,
    'Bearer null',
  ])
    assert.equal((await get('/metrics', authorization ? { authorization } : {}, metered)).status, 404, authorization)
})

test('an address is counted as the trusted proxy gives it, read from the right', async () => {
  const seen = async (forwarded: string, of: TestServer) => {
    const response = await get('/api/status', { 'x-forwarded-for': forwarded }, of)
    const id = response.headers.get('x-oneapi-request-id')
    const line = await eventually('the response is logged', () => of.lines.find((one) => one.includes(`"${id}"`)))
    return (JSON.parse(line) as { address: string }).address
  }
  assert.equal(await seen('198.51.100.1', server), '127.0.0.1', 'nobody is trusted')
  assert.equal(await seen('198.51.100.1', proxied), '198.51.100.1')
  assert.equal(await seen('6.6.6.6, 198.51.100.1', proxied), '198.51.100.1', 'what stands to the left may be made up')
  assert.equal(await seen('6.6.6.6, 198.51.100.1, 10.0.0.7', proxied), '198.51.100.1', 'two trusted proxies in a row')
})
