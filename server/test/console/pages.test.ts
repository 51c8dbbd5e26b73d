import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { defaultOptions, optionText } from '@turnpike/contract/options'
import { WebSocket } from 'ws'
import { builtScript, givenPages } from '../harness/built-pages.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { saveOptions, startTestServer, type TestServer } from '../harness/harness.ts'
import { rawHead, sendRaw } from '../harness/raw-http.ts'

const pages = givenPages()
let database: FreshDatabase
let server: TestServer
let other: TestServer
before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address, {}, { pages: pages.folder })
  other = await startTestServer(database.address, {}, { pages: pages.folder })
})
after(async () => {
  await server.stop()
  await other.stop()
  await database.drop()
  pages.remove()
})

const get = (path: string, headers: Record<string, string> = {}, of = server) => fetch(of.url + path, { headers })

const policyOf = async (of = server) => (await get('/any/page', {}, of)).headers.get('content-security-policy') ?? ''
const basePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; media-src 'self' blob: https:; font-src 'self'; " +
  "connect-src 'self'; frame-src https://app.nextchat.dev https://chat-preview.lobehub.com; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

test('pages carry the content policy, and let widgets and the payment site in only while they are used', async () => {
  assert.equal(await policyOf(), basePolicy)
  const { store, vault } = server.deps
  await saveOptions(store, vault, {
    TurnstileCheckEnabled: 'true',
    TelegramOAuthEnabled: 'true',
    PayAddress: 'https://pay.example/pay',
    EpayId: '1001',
    EpayKey: 'merchant-secret',
    Chats: '[]',
    About: 'https://about.example/us',
    DrawingEnabled: 'false',
    TaskEnabled: 'false',
    Logo: 'https://pictures.example/logo.png',
  })
  const open = basePolicy
    .replace("script-src 'self'", "script-src 'self' https://challenges.cloudflare.com")
    .replace(
      /frame-src [^;]*/,
      'frame-src https://challenges.cloudflare.com https://oauth.telegram.org https://about.example',
    )
    .replace("img-src 'self' data: blob: https:", "img-src 'self' data: blob: https://pictures.example")
    .replace("media-src 'self' blob: https:", "media-src 'self' blob:")
    .replace("form-action 'self'", "form-action 'self' https://pay.example https:")
  await eventually('the policy lets them in', async () => (await policyOf()) === open)
  await eventually('on the other instance as well', async () => (await policyOf(other)) === open)
  const page = await get('/any/page', { 'accept-encoding': 'gzip' })
  const sent = page.headers.get('content-security-policy') ?? ''
  assert.ok((await page.text()).includes(`<meta name="content-policy" content="${sent}">`), 'the page knows its policy')
  await saveOptions(store, vault, {
    TurnstileCheckEnabled: 'false',
    TelegramOAuthEnabled: 'false',
    PayAddress: '',
    Chats: optionText('Chats', defaultOptions().Chats),
    About: '',
    DrawingEnabled: 'true',
    TaskEnabled: 'true',
    Logo: '',
  })
  await eventually('the policy is as it was', async () => (await policyOf()) === basePolicy)
})

test('pages come in the default language of the installation', async () => {
  const { store, vault } = server.deps
  const languageOf = async (of = server) =>
    /<html lang="([^"]*)"/.exec(await (await get('/any/page', {}, of)).text())?.[1]
  assert.equal(await languageOf(), 'zh-CN')
  await saveOptions(store, vault, { DefaultLanguage: 'en' })
  await eventually('pages are English', async () => (await languageOf()) === 'en')
  await eventually('on the other instance as well', async () => (await languageOf(other)) === 'en')
  const { data } = (await (await get('/api/status')).json()) as { data: { default_language: string } }
  assert.equal(data.default_language, 'en')
  await saveOptions(store, vault, { DefaultLanguage: 'zh' })
  await eventually('pages are Chinese again', async () => (await languageOf()) === 'zh-CN')
})

test('every page address gets the app, and files have their own content type', async () => {
  for (const path of ['/', '/index.html', '/console/tokens', '/login?next=%2F', '/apiary', '/robots', '/midjourney']) {
    const response = await get(path)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', path)
    assert.equal(response.headers.get('cache-control'), 'no-cache', path)
    assert.ok(response.headers.get('content-security-policy'))
  }
  for (const path of ['/api/nothing', '/v1/nothing', '/mj/nothing', '/fast/mj/nothing', '/slow/mj/task/1/fetch'])
    assert.equal((await get(path)).status, 404, path)
  for (const path of ['/v1beta/x', '/v1alpha/x', '/v2/rerank', '/ws/x', '/upload/x', '/download/x', '/v1', '/v1beta']) {
    const response = await get(path)
    assert.equal(response.status, 404, path)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/, path)
  }
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/login`)
  const [, refused] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  assert.equal(refused.statusCode, 404, 'a page is no WebSocket')
  refused.resume()
  for (const path of [
    '/favicon.ico',
    '/unknown.png',
    '/console/tokens.json',
    '/wp-login.php',
    '/.env',
    '/a.b/c.JS?x=1',
  ]) {
    const response = await get(path)
    assert.equal(response.status, 404, path)
    assert.doesNotMatch(response.headers.get('content-type') ?? '', /html/, path)
  }
  assert.equal((await get('/a.b/page')).status, 200, 'only the end of an address is an extension')
  assert.equal(await (await get('/robots.txt')).text(), 'User-agent: *')
  assert.equal((await get('/logo.png')).headers.get('content-type'), 'image/png')
  assert.equal((await get('/logo.png')).headers.get('cache-control'), 'public, max-age=604800')
})

test('a page names the files of its route, as the app will request them; an unknown path gets the plain page', async () => {
  const linked = async (path: string) =>
    [...(await (await get(path)).text()).matchAll(/<link rel="([^"]+)"[^>]*href="([^"]+)">/g)].map(
      ([, rel, href]) => `${rel} ${href}`,
    )
  assert.deepEqual(await linked('/channel?p=2'), [
    'modulepreload /assets/frame-2.js',
    'modulepreload /assets/channels-3.js',
    'preload /assets/channels-4.css',
  ])
  assert.deepEqual(await linked('/'), ['modulepreload /assets/home-1.js'])
  for (const path of ['/channel/edit/7', '/channel/edit/7/'])
    assert.deepEqual(await linked(path), ['modulepreload /assets/editor-5.js'], path)
  for (const path of ['/chat', '/chat/3'])
    assert.deepEqual(await linked(path), ['modulepreload /assets/chat-6.js'], path)
  for (const path of ['/nowhere', '/channel/edit', '/channel/edit/7/8', '/chat/3/4', '/channels'])
    assert.deepEqual(await linked(path), [], path)
  const compressed = await get('/channel', { 'accept-encoding': 'br' })
  assert.equal(compressed.headers.get('content-encoding'), 'br')
  assert.equal(compressed.headers.get('cache-control'), 'no-cache')
  assert.ok(compressed.headers.get('content-security-policy'))
  assert.match(await compressed.text(), /channels-3/)
})

test('a file with a hash in its name may be kept for ever, compressed for those who accept it', async () => {
  const compressedByBuild = '/assets/page-4d5e6f.js'
  for (const path of ['/assets/app-1a2b3c.js', compressedByBuild])
    for (const [accepted, encoding] of [
      ['identity', null],
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['brotli, gzipped', null],
    ] as const) {
      const response = await get(path, { 'accept-encoding': accepted })
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/)
      assert.equal(response.headers.get('content-encoding'), encoding, accepted)
      assert.equal(await response.text(), builtScript)
    }
  assert.equal((await get(`${compressedByBuild}.br`)).status, 404, 'it has no address of its own')
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
    '/.route-files.json',
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
    const { status, body, headers } = await sendRaw(server.url, rawHead(`GET ${path}`, {}))
    const isPage =
      status === 200 && headers.get('content-type') === 'text/html; charset=utf-8' && body.startsWith('<!doctype html>')
    assert.ok(isPage || status === 404, `${path}: ${status} ${body.slice(0, 80)}`)
    assert.doesNotMatch(body, /workspaces|root:|hidden|"files"/)
  }
})
