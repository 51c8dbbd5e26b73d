import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createEncrypted } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { eventually } from '../../../test/harness/eventually.ts'
import { testCertificate } from '../../../test/outside/certificate.ts'
import {
  connecting,
  established,
  join,
  type Manner,
  type OwnProxy,
  socks,
  startOwnProxy,
} from '../../../test/outside/own-proxy.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { createChannelAgents, OutboundError, type Resolve } from '../agents.ts'
import { operatorEgress, parseEgressAllow, userEgress } from '../egress-policy.ts'
import { exchange, NotSent, readAll } from '../exchange.ts'
import { fetchMedia } from '../media-fetch.ts'
import { direct, proxiesOfChannel } from '../proxies.ts'
import { type ChannelProxy, parseProxy } from '../proxy.ts'
import { ProxyFailure } from './proxy-failure.ts'

const patient = { firstByteMs: 20_000, idleMs: 20_000 }
const anywhere = operatorEgress(true, [])
/** Only `inside.example`, which is private, and `outside.example`, which is public, have addresses. */
const resolve: Resolve = (host, _, found) => {
  const address = { 'inside.example': '10.1.2.3', 'outside.example': '93.184.215.14', localhost: '127.0.0.1' }[host]
  process.nextTick(found, address ? null : new Error('ENOTFOUND'), address ? [{ address, family: 4 }] : [])
}

describe('a tunnel', () => {
  /** The upstream, and the addresses that its requests came from. */
  let plain = 0
  let encrypted = 0
  const sources: (string | undefined)[] = []
  const respond: Parameters<typeof createServer>[1] = (request, response) => {
    sources.push(request.socket.remoteAddress)
    request.resume().on('end', () => response.end(`${request.headers.host} ${request.url}`))
  }
  const servers = [createServer(respond), createEncrypted(testCertificate, respond)]
  const trusted = getCACertificates()
  before(async () => {
    setDefaultCACertificates([...trusted, testCertificate.cert])
    for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
    ;[plain = 0, encrypted = 0] = servers.map((server) => (server.address() as AddressInfo).port)
  })
  after(() => {
    setDefaultCACertificates(trusted)
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function given(t: TestContext, manner: (proxy: OwnProxy) => Manner, isEncrypted = false) {
    const proxy = await startOwnProxy(manner, isEncrypted)
    const agents = createChannelAgents(anywhere, { of: () => undefined, policy: anywhere }, resolve)
    t.after(async () => {
      await agents.close()
      await proxy.stop()
    })
    const send = (
      through: ChannelProxy,
      url: string,
      signal = new LightAbortSignal(),
      connecting = { connectingMs: 0 },
    ) => exchange(agents.through(through), { method: 'POST', url, headers: {}, body: 'x', connecting }, patient, signal)
    const call = async (through: ChannelProxy, url: string) =>
      (await readAll(await send(through, url), 10_000)).toString()
    /** The proxy as its protocol and user name it. */
    const at = (prefix: string) => parseProxy(`${prefix}127.0.0.1:${proxy.port}`)
    return { proxy, agents, send, call, at }
  }

  for (const prefix of ['http://', 'http://ann:se%3Acret@', 'socks5h://', 'socks5h://ann:secret@']) {
    const isHttp = prefix.startsWith('http')
    test(`through ${prefix} leads to an upstream whose name the proxy resolves, with TLS and without`, async (t) => {
      const [toPlain, toEncrypted] = isHttp
        ? [connecting(() => plain, prefix.includes('@') ? 'ann:se:cret' : ''), connecting(() => encrypted)]
        : [socks(() => plain), socks(() => encrypted)]
      const one = await given(t, toPlain)
      sources.length = 0
      assert.equal(await one.call(one.at(prefix), 'http://unknown.example/a?b'), 'unknown.example /a?b')
      const other = await given(t, toEncrypted)
      assert.equal(await other.call(other.at(prefix), 'https://localhost:8443/c'), 'localhost:8443 /c')
      assert.deepEqual(one.proxy.targets, [isHttp ? 'unknown.example:80' : '3:unknown.example:80'])
      assert.deepEqual(other.proxy.targets, [isHttp ? 'localhost:8443' : '3:localhost:8443'])
      assert.deepEqual(sources, ['127.0.0.2', '127.0.0.2'])
    })
  }

  test('through a proxy with TLS has TLS within TLS', async (t) => {
    const { call, at } = await given(
      t,
      connecting(() => encrypted),
      true,
    )
    assert.equal(await call(at('https://'), 'https://localhost/'), 'localhost /')
    const { call: callPlain, at: plainAt } = await given(
      t,
      connecting(() => plain),
      true,
    )
    assert.equal(await callPlain(plainAt('https://'), 'http://unknown.example/'), 'unknown.example /')
  })

  test('through socks5 leads to an address, because the name is resolved here', async (t) => {
    const { call, at, proxy } = await given(
      t,
      socks(() => plain),
    )
    assert.equal(await call(at('socks5://'), 'http://outside.example/'), 'outside.example /')
    assert.deepEqual(proxy.targets, ['1:93.184.215.14:80'])
    await assert.rejects(call(at('socks5://'), 'http://unknown.example/'), NotSent)
    assert.deepEqual(proxy.targets.length, 1)
  })

  test('leads only to an upstream whose certificate is for its name', async (t) => {
    const { call, at } = await given(
      t,
      connecting(() => encrypted),
    )
    await assert.rejects(call(at('http://'), 'https://unknown.example/'), NotSent)
    const { call: throughOther, at: otherAt } = await given(
      t,
      socks(() => encrypted),
    )
    await assert.rejects(throughOther(otherAt('socks5h://'), 'https://127.0.0.2/'), NotSent)
  })

  test('is kept for the next request, but never for another proxy, user name or password', async (t) => {
    const { call, at, proxy } = await given(
      t,
      connecting(() => plain),
    )
    const now = performance.now.bind(performance)
    let skippedMs = 0
    t.mock.method(performance, 'now', () => now() + skippedMs)
    const callRested = (prefix: string) => {
      skippedMs += 300 // every kept connection has rested
      return call(at(prefix), 'http://unknown.example/')
    }
    await callRested('http://')
    await callRested('http://')
    assert.equal(proxy.connected, 1)
    await callRested('http://ann:one@')
    await callRested('http://ann:two@')
    assert.equal(proxy.connected, 3)
  })

  test('of a proxy that cannot be used is none, and nothing is sent directly', async (t) => {
    const { call, agents } = await given(
      t,
      connecting(() => plain),
    )
    sources.length = 0
    await assert.rejects(call('unusable', `http://127.0.0.1:${plain}/`), proxyFailed(/cannot be used/))
    await assert.rejects(call('unusable', `http://127.0.0.1:${plain}/`), proxyFailed(/cannot be used/))
    await assert.rejects(
      agents.through('unusable').tunnelTo(new URL('http://h/'))?.opened ?? assert.fail(),
      ProxyFailure,
    )
    assert.deepEqual(sources, [])
  })

  const proxyFailed = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof NotSent, String(error))
    assert.ok(error.cause instanceof ProxyFailure, String(error.cause))
    assert.match(error.cause.message, reason)
    assert.doesNotMatch(JSON.stringify([error.cause.message, { ...error.cause }, String(error.cause.cause)]), /secret/)
    return true
  }

  /** Once per connection, whatever the client sends. */
  const says =
    (...texts: string[]) =>
    (): Manner => {
      const unsaid = [...texts]
      return (client) => {
        for (const text of unsaid.splice(0)) client.write(text, 'latin1')
      }
    }
  const ends = (text: string) => (): Manner => (client) => client.end(text, 'latin1')

  const failing: Record<string, [manner: (proxy: OwnProxy) => Manner, reason: RegExp]> = {
    'refuses the connection': [ends('HTTP/1.1 403 Filtered\r\n\r\n'), /status 403/],
    'cannot reach the upstream': [ends('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\nno'), /status 502/],
    'refuses the password': [connecting(() => plain, 'ann:another'), /refused the user name or password/],
    'closes the connection at once': [ends(''), /closed the connection/],
    'closes the connection inside its response': [ends('HTTP/1.1 200 OK\r\nServ'), /closed the connection/],
    'resets the connection': [() => (client) => client.resetAndDestroy(), /closed the connection/],
    'speaks another protocol': [says('SSH-2.0-OpenSSH_9\r\n'), /cannot be read/],
    redirects: [says('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n'), /status 302/],
    'switches protocols': [says('HTTP/1.1 101 Switching Protocols\r\n\r\n'), /cannot be read/],
    'sends a body with its 200': [says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), /cannot be read/],
    'sends garbage after its 200': [says(`${established}\x16\x03\x01garbage`), /cannot be read/],
    'forges a response': [says(`${established}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged`), /cannot be read/],
    'sends a head of 64 kB': [says('HTTP/1.1 200 OK\r\n', 'a: b\r\n'.repeat(11_000)), /cannot be read/],
    'sends lines without CR': [says('HTTP/1.1 200 OK\n\n'), /cannot be read/],
  }
  for (const [what, [manner, reason]] of Object.entries(failing))
    for (const url of ['http://unknown.example/', 'https://localhost/'])
      test(`${new URL(url).protocol} through an HTTP proxy that ${what} fails before anything is sent`, async (t) => {
        const { send, at, proxy } = await given(t, manner)
        sources.length = 0
        await assert.rejects(send(at('http://ann:secret@'), url), proxyFailed(reason))
        await eventually('the connection is closed', () => proxy.open.size === 0)
        assert.deepEqual(sources, [])
      })

  const failingSocks: Record<string, [manner: (proxy: OwnProxy) => Manner, reason: RegExp]> = {
    'accepts no way to sign in': [socks(0, { method: Buffer.from([5, 0xff]) }), /refused the user name or password/],
    'wants an unknown way to sign in': [socks(0, { method: Buffer.from([5, 1]) }), /refused the user name or password/],
    'refuses the password': [socks(0, { status: Buffer.from([1, 1]) }), /refused the user name or password/],
    'is no SOCKS5 proxy': [socks(0, { method: Buffer.from([4, 0]) }), /does not speak SOCKS5/],
    'is an HTTP proxy': [says('HTTP/1.1 400 Bad Request\r\n\r\n'), /does not speak SOCKS5/],
    'refuses the connection': [socks(0, { reply: Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]) }), /could not connect/],
    'cannot reach the upstream': [
      socks(0, { reply: Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]) }),
      /could not connect/,
    ],
    'closes the connection at once': [ends(''), /closed the connection/],
    'closes the connection inside its reply': [ends('\x05'), /closed the connection/],
    'resets the connection': [() => (client) => client.resetAndDestroy(), /closed the connection/],
    'sends bytes with its reply': [
      socks(0, { reply: Buffer.from('\x05\0\0\x01\0\0\0\0\0\0HTTP/1.1 200 OK\r\n\r\n', 'latin1') }),
      /bytes before/,
    ],
  }
  for (const [what, [manner, reason]] of Object.entries(failingSocks))
    for (const url of ['http://unknown.example/', 'https://localhost/'])
      test(`${new URL(url).protocol} through a SOCKS proxy that ${what} fails before anything is sent`, async (t) => {
        const { send, at, proxy } = await given(t, manner)
        sources.length = 0
        await assert.rejects(send(at('socks5h://ann:secret@'), url), proxyFailed(reason))
        await eventually('the connection is closed', () => proxy.open.size === 0)
        assert.deepEqual(sources, [])
      })

  test('through a proxy that is away fails, as does one whose certificate cannot be trusted', async (t) => {
    const { send, at, proxy } = await given(t, says(''), true)
    setDefaultCACertificates(trusted)
    t.after(() => setDefaultCACertificates([...trusted, testCertificate.cert]))
    await assert.rejects(send(at('https://'), 'http://h/'), proxyFailed(/no TLS connection/))
    const away = at('http://')
    await proxy.stop()
    await assert.rejects(send(away, 'http://h/'), proxyFailed(/could not be reached/))
    await assert.rejects(send(parseProxy('http://unknown.example'), 'http://h/'), proxyFailed(/could not be reached/))
  })

  for (const [what, manner, protocol] of [
    ['is silent', says(), 'http://'],
    ['is silent', says(), 'socks5h://'],
    ['is silent', says(), 'https://'],
    ['stops within its response', says('HTTP/1.1 200 OK\r\n'), 'http://'],
    ['stops within its reply', says('\x05'), 'socks5h://'],
    ['opens a tunnel to a silent upstream', says(established), 'http://'],
  ] as const) {
    test(`through a proxy (${protocol}) that ${what} ends at the deadline for connecting, and with its request`, async (t) => {
      const { send, at, proxy } = await given(t, manner)
      const now = performance.now.bind(performance)
      let skippedMs = 0
      t.mock.method(performance, 'now', () => now() + skippedMs)
      const spent = { connectingMs: 0 }
      const sent = send(at(protocol), 'https://localhost/', new LightAbortSignal(), spent)
      await eventually('it connects', () => proxy.open.size === 1)
      skippedMs = 10_001
      await assert.rejects(sent, NotSent)
      assert.ok(spent.connectingMs > 10_000)
      await eventually('the connection is closed', () => proxy.open.size === 0)

      const gone = new LightAbortSignal()
      const abandoned = send(at(protocol), 'https://localhost/', gone)
      await eventually('it connects again', () => proxy.open.size === 1)
      gone.abort()
      await assert.rejects(abandoned, NotSent)
      await eventually('the connection is closed', () => proxy.open.size === 0)
    })
  }

  for (const protocol of ['http://', 'socks5h://'])
    test(`through a silent proxy (${protocol}) fails in time for another channel`, async (t) => {
      const reached = Promise.withResolvers<void>()
      const { send, at, proxy } = await given(t, () => () => reached.resolve())
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const sent = send(at(protocol), 'https://localhost/')
      await reached.promise
      t.mock.timers.tick(5000)
      t.mock.timers.reset()
      await assert.rejects(sent, proxyFailed(/took too long/))
      await eventually('the connection is closed', () => proxy.open.size === 0)
    })

  test('that a proxy closes after the request was sent is no longer unsent', async (t) => {
    const { send, at } = await given(t, ({ targets }) => (client, bytes) => {
      targets.push(bytes.toString())
      if (targets.length === 1) client.write(established)
      else client.destroy()
    })
    await assert.rejects(
      send(at('http://'), 'http://unknown.example/'),
      (error) => error instanceof OutboundError && !(error instanceof NotSent),
    )
  })

  test('a length that a proxy announces for its tunnel counts for nothing', async (t) => {
    const { call, at } = await given(t, () => (client) => {
      join(client, plain, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n')
    })
    assert.equal(await call(at('http://'), 'http://unknown.example/'), 'unknown.example /')
  })

  test('to a denied address is refused before the proxy is reached, and by name where it is resolved here', async (t) => {
    const { call, at, proxy } = await given(
      t,
      connecting(() => plain),
    )
    for (const protocol of ['http://', 'socks5h://', 'socks5://'])
      for (const url of ['http://169.254.169.254/', 'http://[fd00:ec2::254]/', 'http://100.100.100.200/'])
        await assert.rejects(call(at(protocol), url), OutboundError)
    const fenced = createChannelAgents(operatorEgress(false, []), { of: () => undefined, policy: anywhere }, resolve)
    t.after(() => fenced.close())
    const request = { method: 'GET' as const, url: 'http://inside.example/', headers: {} }
    const through = fenced.through(at('socks5://'))
    await assert.rejects(exchange(through, request, patient, new LightAbortSignal()), NotSent)
    assert.deepEqual(proxy.targets, [])
  })

  test('through a proxy at a denied address is refused', async (t) => {
    const { proxy } = await given(
      t,
      connecting(() => plain),
    )
    const closed = operatorEgress(false, [])
    const agents = createChannelAgents(closed, { of: () => undefined, policy: closed }, resolve)
    t.after(() => agents.close())
    const request = { method: 'GET' as const, url: 'http://outside.example/', headers: {} }
    for (const host of [`127.0.0.1:${proxy.port}`, `localhost:${proxy.port}`, 'inside.example', '169.254.169.254'])
      await assert.rejects(
        exchange(agents.through(parseProxy(`http://${host}`)), request, patient, new LightAbortSignal()),
        proxyFailed(/could not be reached/),
      )
    assert.equal(proxy.connected, 0)
  })

  test('for an address that a user named leads to the checked address, never to the name', async (t) => {
    const { proxy, at } = await given(
      t,
      connecting(() => plain),
    )
    const proxies = proxiesOfChannel(at('http://'), { ...direct, policy: anywhere })
    const fetch = (url: string) =>
      fetchMedia(url, {
        policy: userEgress(parseEgressAllow('')),
        proxies,
        signal: new AbortController().signal,
        resolve,
      })
    const { bytes } = await fetch('http://outside.example/picture')
    assert.equal(bytes.toString(), 'outside.example /picture')
    assert.deepEqual(proxy.targets, ['93.184.215.14:80'])
    for (const url of ['http://inside.example/', 'http://unknown.example/', 'http://127.0.0.1/', 'http://10.0.0.1/'])
      await assert.rejects(fetch(url), OutboundError)
    assert.deepEqual(proxy.targets.length, 1)
  })
})
