import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { consoleEndpoints } from '../../src/console.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { startTestServer, type TestServer } from '../harness/harness.ts'
import { rawHead, sendRaw } from '../harness/raw-http.ts'

let database: FreshDatabase
let server: TestServer
before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address)
})
after(async () => {
  await server.stop()
  await database.drop()
})

const login = (body: string | Buffer, headers: Record<string, string>) =>
  sendRaw(
    server.url,
    Buffer.concat([Buffer.from(rawHead('POST /api/user/login', headers, Buffer.byteLength(body))), Buffer.from(body)]),
  )
const json = { 'Content-Type': 'application/json' }
const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { code: string }).code

test('a body that is not JSON gets 400 in the envelope', async () => {
  for (const body of [
    '{',
    '{"username":"a",}',
    'username=a',
    '\u0000',
    '{"username":"a","username":"b"}',
    '\xff'.repeat(3),
  ]) {
    const response = await login(body, json)
    assert.equal(response.status, 400, body)
    assert.equal(codeOf(response), 'invalid_json')
  }
})

test('any type but JSON gets 415', async () => {
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
    const response = await login('{"username":"a","password":"b"}', type ? { 'Content-Type': type } : {})
    assert.equal(response.status, 415, type)
    assert.equal(codeOf(response), 'unsupported_media_type')
  }
  for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
    assert.equal((await login('{"username":"a","password":""}', { 'Content-Type': type })).status, 200, type)
})

test('a compressed body gets 415, however it says so', async () => {
  const body = '{"username":"a","password":"b"}'
  const packed = {
    gzip: gzipSync(body),
    br: brotliCompressSync(body),
    deflate: deflateSync(body),
    identity: body,
    zstd: 'x',
  }
  for (const [encoding, bytes] of Object.entries(packed)) {
    const response = await login(bytes, { ...json, 'Content-Encoding': encoding })
    assert.equal(response.status, 415, encoding)
    assert.equal(codeOf(response), 'unsupported_media_type')
  }
  const chunked = `${rawHead('POST /api/user/login', { ...json, 'Transfer-Encoding': 'gzip, chunked' })}2\r\n{}\r\n0\r\n\r\n`
  assert.equal((await sendRaw(server.url, chunked)).status, 415)
})

test('64 KiB may be sent to sign in, and a byte more gets 413', async () => {
  const body = (size: number) => `{"username":"a","password":"${'x'.repeat(size - 30)}"}`
  assert.equal((await login(body(65_536), json)).status, 200)
  const response = await login(body(65_537), json)
  assert.equal(response.status, 413)
  assert.equal(codeOf(response), 'body_too_large')
})

test('a body in chunks is counted while it arrives, and its end is not waited for', async () => {
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
  const response = await sendRaw(
    server.url,
    rawHead('POST /api/user/login', { ...json, 'Transfer-Encoding': 'chunked' }) + chunk.repeat(17),
  )
  assert.equal(response.status, 413)
  assert.equal(codeOf(response), 'body_too_large')
})

test('an announced body that is too large is refused before it arrives', async () => {
  const response = await sendRaw(server.url, rawHead('POST /api/user/login', json, 70_000))
  assert.equal(response.status, 413)
})

test('too many headers, too long an address and too large a head get 400', async () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, '1']))
  assert.equal((await sendRaw(server.url, rawHead('GET /healthz', fields(98)))).status, 200)
  const lineOf = (length: number) => `GET /healthz?${'x'.repeat(length - 9)}`
  assert.equal((await sendRaw(server.url, rawHead(lineOf(8192), {}))).status, 200)
  for (const bytes of [
    rawHead('GET /healthz', fields(99)),
    rawHead('GET /healthz', fields(2000)),
    rawHead(lineOf(8193), {}),
    rawHead('GET /healthz', { 'X-Large': 'x'.repeat(17_000) }),
    rawHead(lineOf(20_000), {}),
  ]) {
    const response = await sendRaw(server.url, bytes)
    assert.equal(response.status, 400)
    assert.equal(codeOf(response), 'request_line_long')
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
  'two hosts': 'Host: turnpike\r\n\r\n',
  'two hosts that differ, in other letters': 'hOST: other\r\n\r\n',
}
for (const [what, rest] of Object.entries(ambiguous))
  test(`${what}: 400, and the connection closes without looking at what follows`, async () => {
    const start = 'POST /api/user/login HTTP/1.1\r\nHost: turnpike\r\nContent-Type: application/json\r\n'
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: turnpike\r\n\r\n'
    const response = await sendRaw(server.url, start + rest + smuggled) // returns only when the server has closed
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('connection'), 'close')
    assert.equal(JSON.parse(response.body).success, false)
    assert.doesNotMatch(response.body, /smuggled/)
  })

test('a host that cannot be one gets 400 on every route', async () => {
  const call = (host: string, path = '/api/status') =>
    sendRaw(server.url, `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
  const good = [
    'turnpike',
    'a_b.example.com:3000',
    'LOCALHOST:',
    '127.0.0.1:1',
    '[::1]',
    '[2001:db8::1]:65535',
    'xn--a.b.',
  ]
  for (const host of good) assert.equal((await call(`Host: ${host}\r\n`)).status, 200, host)
  const bad = [
    '',
    'a b',
    'a/b',
    'user@host',
    'http://host',
    'a,b',
    'a:b',
    'a:1:2',
    'a:123456',
    '::1',
    '[::1',
    '[]',
    '[g]',
    'a\\b',
    'a?b',
    'é',
  ]
  for (const host of bad) {
    const response = await call(`Host: ${host}\r\n`)
    assert.equal(response.status, 400, host)
    assert.equal(codeOf(response), 'host_invalid', host)
    assert.equal(response.headers.get('connection'), 'close', host)
  }
  assert.equal((await call('')).status, 400, 'none at all')
  assert.equal((await sendRaw(server.url, 'GET /api/status HTTP/1.0\r\n\r\n')).status, 200, 'HTTP/1.0 needs none')
  for (const path of ['/', '/healthz', '/v1/models', '/nothing'])
    assert.equal((await call('Host: a b\r\n', path)).status, 400, path)
})

test('what is no HTTP at all gets 400 and a closed connection', async () => {
  for (const bytes of [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'GET /healthz HTTP/1.1\nHost: x\n\n',
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ]) {
    const response = await sendRaw(server.url, bytes)
    assert.equal(response.status, 400)
    assert.ok(response.headers.get('x-oneapi-request-id'))
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('every served endpoint responds with and without a slash at the end, and never redirects', async () => {
  for (const { method, path } of consoleEndpoints) {
    const plain = path.replace(/\{\w+\}/g, '1').replace(/\/$/, '')
    const [one, other] = await Promise.all(
      [plain, `${plain}/`].map((url) => fetch(server.url + url, { method, redirect: 'manual' })),
    )
    assert.ok(one && other)
    assert.equal(one.status, other.status, path)
    assert.notEqual(one.status, 404, path)
    assert.equal((await one.text()).slice(0, 30), (await other.text()).slice(0, 30))
  }
})

test("an unknown address under /api gets 404 in the console's envelope, for every method", async () => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/status'],
    ['PATCH', '/api/user/self'],
    ['OPTIONS', '/api/user/self'],
    ['DELETE', '/api/nothing?key=secret'],
    ['GET', '/api/%zz'],
  ] as const) {
    const response = await fetch(server.url + path, { method, headers: { 'accept-language': 'en' } })
    assert.equal(response.status, 404, path)
    const params = { method, path: path.split('?')[0] }
    const message = `There is no such endpoint: ${method} ${params.path}`
    assert.deepEqual(await response.json(), { success: false, message, code: 'path_unknown', params })
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})

test('an unknown address of the relay or of a file gets 404 in the format of OpenAI', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['POST', '/pg/nothing'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/apinothing.txt'],
  ] as const) {
    const response = await fetch(server.url + path, { method })
    assert.equal(response.status, 404, path)
    const message = `Invalid URL (${method} ${path})`
    assert.deepEqual(await response.json(), { error: { message, type: 'invalid_request_error', param: '', code: '' } })
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})
