import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { saveOptions } from '../src/domain/options/options.rules.ts'
import { served } from '../src/served.ts'
import { type FreshDatabase, freshDatabase } from './databases.ts'
import { eventually } from './eventually.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { sendRaw } from './raw-http.ts'

const pages = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
const script = `console.log(${JSON.stringify('x'.repeat(5000))})`
mkdirSync(join(pages, 'assets'))
writeFileSync(join(pages, 'index.html'), `<!doctype html><title>Turnpike</title>${' '.repeat(2000)}`)
writeFileSync(join(pages, 'assets', 'app-1a2b3c.js'), script)
writeFileSync(join(pages, 'robots.txt'), 'User-agent: *')
writeFileSync(join(pages, 'logo.png'), Buffer.alloc(3000))
writeFileSync(join(pages, '.built'), 'hidden')

const metricsToken = 'metrics-token-0123456789'
let database: FreshDatabase
/** Without proxies, and behind one; the third has a token for its figures. */
let server: TestServer
let proxied: TestServer
let metered: TestServer
before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address, {}, { pages })
  proxied = await startTestServer(database.address, { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }, { pages })
  metered = await startTestServer(database.address, { METRICS_TOKEN: metricsToken })
})
after(async () => {
  for (const one of [server, proxied, metered]) await one.stop()
  await database.drop()
  rmSync(pages, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, of = server) =>
  fetch(of.url + path, { headers, redirect: 'manual' })
const login = (body: string | Buffer | undefined, headers: Record<string, string>) =>
  sendRaw(
    server.url,
    Buffer.concat([
      Buffer.from(head('POST /api/user/login', headers, Buffer.byteLength(body ?? ''))),
      Buffer.from(body ?? ''),
    ]),
  )
const head = (line: string, headers: Record<string, string>, length?: number) =>
  [
    `${line} HTTP/1.1`,
    'Host: turnpike',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
    '\r\n',
  ].join('\r\n')
const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { code: string }).code
const json = { 'Content-Type': 'application/json' }

test('a body that is not JSON is answered with 400 in the envelope', async () => {
  for (const body of [
    '{',
    '{"username":"a",}',
    'username=a',
    '\u0000',
    '{"username":"a","username":"b"}',
    '\xff'.repeat(3),
  ]) {
    const reply = await login(body, json)
    assert.equal(reply.status, 400, body)
    assert.equal(codeOf(reply), 'invalid_json')
  }
})

test('any type but JSON is answered with 415', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    'application/xml',
    'nonsense',
    '',
  ]
  for (const type of types) {
    const reply = await login('{"username":"a","password":"b"}', type ? { 'Content-Type': type } : {})
    assert.equal(reply.status, 415, type)
    assert.equal(codeOf(reply), 'unsupported_media_type')
  }
  for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
    assert.equal((await login('{"username":"a","password":""}', { 'Content-Type': type })).status, 200, type)
})

test('a compressed body is answered with 415, however it says so', async () => {
  const body = '{"username":"a","password":"b"}'
  const packed = {
    gzip: gzipSync(body),
    br: brotliCompressSync(body),
    deflate: deflateSync(body),
    identity: body,
    zstd: 'x',
  }
  for (const [encoding, bytes] of Object.entries(packed)) {
    const reply = await login(bytes, { ...json, 'Content-Encoding': encoding })
    assert.equal(reply.status, 415, encoding)
    assert.equal(codeOf(reply), 'unsupported_media_type')
  }
  const chunked = `${head('POST /api/user/login', { ...json, 'Transfer-Encoding': 'gzip, chunked' })}2\r\n{}\r\n0\r\n\r\n`
  assert.equal((await sendRaw(server.url, chunked)).status, 415)
})

test('64 KiB may be sent to sign in, and a byte more is answered with 413', async () => {
  const body = (size: number) => `{"username":"a","password":"${'x'.repeat(size - 30)}"}`
  assert.equal((await login(body(65_536), json)).status, 200)
  const reply = await login(body(65_537), json)
  assert.equal(reply.status, 413)
  assert.equal(codeOf(reply), 'body_too_large')
})

test('a body in chunks is counted while it arrives, and its end is not waited for', async () => {
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
  const reply = await sendRaw(
    server.url,
    head('POST /api/user/login', { ...json, 'Transfer-Encoding': 'chunked' }) + chunk.repeat(17),
  )
  assert.equal(reply.status, 413)
  assert.equal(codeOf(reply), 'body_too_large')
})

test('an announced body that is too large is refused before it arrives', async () => {
  const reply = await sendRaw(server.url, head('POST /api/user/login', json, 70_000))
  assert.equal(reply.status, 413)
})

test('too many headers, too long an address and too large a head are answered with 400', async () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, '1']))
  assert.equal((await sendRaw(server.url, head('GET /healthz', fields(98)))).status, 200)
  const lineOf = (length: number) => `GET /healthz?${'x'.repeat(length - 9)}`
  assert.equal((await sendRaw(server.url, head(lineOf(8192), {}))).status, 200)
  for (const bytes of [
    head('GET /healthz', fields(99)),
    head('GET /healthz', fields(2000)),
    head(lineOf(8193), {}),
    head('GET /healthz', { 'X-Large': 'x'.repeat(17_000) }),
    head(lineOf(20_000), {}),
  ]) {
    const reply = await sendRaw(server.url, bytes)
    assert.equal(reply.status, 400)
    assert.equal(codeOf(reply), 'request_line_long')
  }
})

const ambiguous: Record<string, string> = {
  'a length and a transfer coding': 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a transfer coding and a length': 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
  'two lengths': 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}',
  'two lengths that differ': 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'a length that is none': 'Content-Length: 2x\r\n\r\n{}',
  'a negative length': 'Content-Length: -2\r\n\r\n{}',
  'chunked not being the last coding': 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'chunked twice': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n',
  'a folded header': 'X-Folded: one\r\n two\r\n\r\n',
  'a header folded with a tab': 'X-Folded: one\r\n\ttwo\r\n\r\n',
  'a space before the colon': 'Content-Length : 2\r\n\r\n{}',
  'bare line feeds between headers': 'X-One: 1\nX-Two: 2\r\n\r\n',
  'a bare line feed at the end of the head': 'X-One: 1\r\n\n',
  'bare carriage returns': 'X-One: 1\rX-Two: 2\r\n\r\n',
  'bare line feeds between chunks': 'Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n',
  'a chunk size that is none': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'a NUL in a header': 'X-Null: a\0b\r\n\r\n',
}
for (const [what, rest] of Object.entries(ambiguous))
  test(`${what}: 400, and the connection closes without looking at what follows`, async () => {
    const start = 'POST /api/user/login HTTP/1.1\r\nHost: turnpike\r\nContent-Type: application/json\r\n'
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: turnpike\r\n\r\n'
    const reply = await sendRaw(server.url, start + rest + smuggled) // returns only when the server has closed
    assert.equal(reply.status, 400)
    assert.equal(reply.headers.get('connection'), 'close')
    assert.equal(JSON.parse(reply.body).success, false)
    assert.doesNotMatch(reply.body, /smuggled/)
  })

test('what is no HTTP at all is answered with 400 and closed', async () => {
  for (const bytes of [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'GET /healthz HTTP/1.1\nHost: x\n\n',
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    const reply = await sendRaw(server.url, bytes)
    assert.equal(reply.status, 400)
    assert.ok(reply.headers.get('x-oneapi-request-id'))
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('every served endpoint answers with and without a slash at the end, and never redirects', async () => {
  for (const { method, path } of served) {
    const plain = path.replace(/\{\w+\}/g, '1').replace(/\/$/, '')
    const [one, other] = await Promise.all(
      [plain, `${plain}/`].map((url) => fetch(server.url + url, { method, redirect: 'manual' })),
    )
    assert.ok(one && other)
    assert.equal(one.status, other.status, path)
    assert.notEqual(one.status, 404, path)
    assert.equal((await one.text()).slice(0, 50), (await other.text()).slice(0, 50))
  }
})

test('an unknown address under /api is answered with 404 in the form clients expect, for every method', async () => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/status'],
    ['DELETE', '/api/nothing?key=secret'],
    ['GET', '/v1/nothing'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/api/%zz'],
  ] as const) {
    const response = await fetch(server.url + path, { method })
    assert.equal(response.status, 404, path)
    const message = `Invalid URL (${method} ${path.split('?')[0]})`
    assert.deepEqual(await response.json(), { error: { message, type: 'invalid_request_error', param: '', code: '' } })
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})

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

test('every answer has a request id of its own, whatever was asked', async () => {
  const ids = new Set<string>()
  for (const path of [...everyKind, ...everyKind]) {
    const id =
      (await get(path, { 'x-oneapi-request-id': 'chosen-by-the-caller' })).headers.get('x-oneapi-request-id') ?? ''
    assert.match(id, /^\d{23}[A-Za-z0-9]{8}$/, path)
    ids.add(id)
  }
  assert.equal(ids.size, 2 * everyKind.length)
})

test('every answer forbids sniffing and keeps addresses from other sites', async () => {
  for (const path of everyKind) {
    const { headers } = await get(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin', path)
    assert.equal(headers.get('server'), null)
    assert.equal(headers.get('x-powered-by'), null)
  }
})

test('nothing under /api is stored by anyone, refusals included', async () => {
  for (const { path } of served) assert.equal((await get(path)).headers.get('cache-control'), 'no-store', path)
  assert.equal((await login('{', json)).headers.get('cache-control'), 'no-store')
  assert.equal((await login('{}', {})).headers.get('cache-control'), 'no-store')
  assert.equal(
    (await sendRaw(server.url, head(`GET /api/status?${'x'.repeat(9000)}`, {}))).headers.get('cache-control'),
    'no-store',
  )
})

test('other origins get no permission anywhere under /api, not even for asking first', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'new-api-user',
  }
  const usageByKey = '/api/log/token' // for pages of other people: the key in its address is all it looks at
  for (const { path, method } of served.filter((endpoint) => endpoint.path !== usageByKey)) {
    for (const asked of [method, 'OPTIONS']) {
      const response = await fetch(server.url + path, { method: asked, headers })
      const granted = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(granted, [], `${asked} ${path}`)
    }
  }
})

const policyOf = async (of = server) => (await get('/any/page', {}, of)).headers.get('content-security-policy') ?? ''
const basePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; frame-src https:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

test('pages carry the content policy, and let widgets and the payment site in only while they are used', async () => {
  assert.equal(await policyOf(), basePolicy)
  const { store, vault } = server.deps
  await saveOptions(store, vault, {
    TurnstileCheckEnabled: 'true',
    TelegramOAuthEnabled: 'true',
    PayAddress: 'https://pay.example/pay',
  })
  const open = basePolicy
    .replace("script-src 'self'", "script-src 'self' https://challenges.cloudflare.com https://telegram.org")
    .replace("form-action 'self'", "form-action 'self' https://pay.example")
  await eventually('the policy lets them in', async () => (await policyOf()) === open)
  await eventually('on the other instance as well', async () => (await policyOf(proxied)) === open)
  await saveOptions(store, vault, { TurnstileCheckEnabled: 'false', TelegramOAuthEnabled: 'false', PayAddress: '' })
  await eventually('the policy is as it was', async () => (await policyOf()) === basePolicy)
})

test('strict transport is asked for under HTTPS, which only a trusted proxy can vouch for', async () => {
  const https = { 'x-forwarded-proto': 'https' }
  const hsts = async (headers: Record<string, string>, of: TestServer) =>
    (await get('/api/status', headers, of)).headers.get('strict-transport-security')
  assert.equal(await hsts(https, server), null)
  assert.equal(await hsts({}, proxied), null)
  assert.equal(await hsts({ 'x-forwarded-proto': 'http' }, proxied), null)
  assert.equal(await hsts({ 'x-forwarded-proto': 'https, http' }, proxied), null, 'the nearest proxy speaks last')
  assert.match((await hsts(https, proxied)) ?? '', /^max-age=\d{7,}/)
})

test('a large answer is compressed for those who accept it and for nobody else', async () => {
  const path = '/api/docs/openapi.json'
  const plain = await sendRaw(server.url, head(`GET ${path}`, {}))
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
    'small answers stay as they are',
  )
})

test('HEAD tells what GET would, without a body', async () => {
  for (const path of ['/', '/assets/app-1a2b3c.js', '/api/status', '/healthz', '/api/nothing']) {
    const [asked, got] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(server.url + path, { method, headers: { 'accept-encoding': 'identity' } })),
    )
    assert.ok(asked && got)
    assert.equal(asked.status, got.status, path)
    assert.equal(asked.headers.get('content-type'), got.headers.get('content-type'), path)
    assert.equal(await asked.text(), '')
  }
})

test('the app answers every page address itself, and files are sent as what they are', async () => {
  for (const path of ['/', '/index.html', '/console/tokens', '/login?next=%2F', '/apiary', '/robots']) {
    const response = await get(path)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', path)
    assert.equal(response.headers.get('cache-control'), 'no-cache', path)
    assert.ok(response.headers.get('content-security-policy'))
  }
  assert.equal(await (await get('/robots.txt')).text(), 'User-agent: *')
  assert.equal((await get('/logo.png')).headers.get('content-type'), 'image/png')
  assert.equal((await get('/logo.png')).headers.get('cache-control'), 'public, max-age=604800')
})

test('a file with a hash in its name may be kept for ever, compressed for those who accept it', async () => {
  const path = '/assets/app-1a2b3c.js'
  for (const [accepted, encoding] of [
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['brotli, gzipped', null],
  ] as const) {
    const response = await get(path, { 'accept-encoding': accepted })
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('content-encoding'), encoding, accepted)
    assert.equal(await response.text(), script)
  }
  assert.equal(
    (await get('/logo.png', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
    null,
    'pictures are small already',
  )
})

test('no spelling of a path leads out of the built pages or to hidden files', async () => {
  const outside = [
    '/../package.json',
    '/../../etc/passwd',
    '/assets/../../package.json',
    '/.built',
    '/./.built',
    '/assets/../.built',
    '//etc/passwd',
  ]
  const spellings = outside.flatMap((path) => [
    path,
    path.replaceAll('..', '%2e%2e'),
    path.replaceAll('.', '%2E'),
    path.replaceAll('/', '%2f').replace('%2f', '/'),
    path.replaceAll('/', '\\').replace('\\', '/'),
    `${path}%00.png`,
    path.replaceAll('..', '..;'),
  ])
  for (const path of spellings) {
    const { status, body, headers } = await sendRaw(server.url, head(`GET ${path}`, {}))
    const isPage =
      status === 200 && headers.get('content-type') === 'text/html; charset=utf-8' && body.startsWith('<!doctype html>')
    assert.ok(isPage || status === 404, `${path}: ${status} ${body.slice(0, 80)}`)
    assert.doesNotMatch(body, /workspaces|root:|hidden/)
  }
})

test('the figures are for this machine and its network, as far as one can tell', async () => {
  const metrics = await get('/metrics')
  assert.equal(metrics.status, 200)
  assert.match(await metrics.text(), /^http_requests_total\{.*route="\/api\/status".*\} \d+$/m)
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
    const line = await eventually('the answer is logged', () => of.lines.find((one) => one.includes(`"${id}"`)))
    return (JSON.parse(line) as { address: string }).address
  }
  assert.equal(await seen('198.51.100.1', server), '127.0.0.1', 'nobody is trusted')
  assert.equal(await seen('198.51.100.1', proxied), '198.51.100.1')
  assert.equal(await seen('6.6.6.6, 198.51.100.1', proxied), '198.51.100.1', 'what stands to the left may be made up')
  assert.equal(await seen('6.6.6.6, 198.51.100.1, 10.0.0.7', proxied), '198.51.100.1', 'two trusted proxies in a row')
})
