import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { mock, type TestContext, test } from 'node:test'
import { OutboundError } from './agents.ts'
import { type EgressPolicy, parseEgressAllow } from './egress-policy.ts'
import { createOutbound } from './outbound.ts'
import { direct } from './proxies.ts'

const open: EgressPolicy = { allowPrivate: true, allowed: [] }

async function listen(t: TestContext, result: RequestListener): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    result(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

function outboundOf(t: TestContext, policy: EgressPolicy) {
  const outbound = createOutbound(policy, direct)
  t.after(outbound.close)
  return (url: string, timeoutSeconds = 5) => outbound.send(url, { timeoutSeconds })
}

/** Denied, unreachable and malformed must look the same to the caller. */
const unreachable = (error: unknown) =>
  error instanceof OutboundError && error.message === 'the address could not be reached'

/** Lets names resolve to what a test says, as a hostile name server could. */
function resolveTo(t: TestContext, names: Record<string, string[]>) {
  mock.method(dns, 'lookup', ((
    host: string,
    _: unknown,
    callback: (error: Error | null, found: dns.LookupAddress[]) => void,
  ) => {
    const found = (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    process.nextTick(callback, found.length > 0 ? null : new Error('ENOTFOUND'), found)
  }) as never)
  syncBuiltinESMExports()
  t.after(() => {
    mock.restoreAll()
    syncBuiltinESMExports()
  })
}

test('a call brings back status and body, and carries method, headers and body', async (t) => {
  const { port } = await listen(t, async (request, response) => {
    const body = (await request.toArray()).join('')
    response.statusCode = 418
    response.end(
      JSON.stringify({
        method: request.method,
        agent: request.headers['user-agent'],
        own: request.headers['x-own'],
        body,
      }),
    )
  })
  const outbound = createOutbound(open, direct)
  t.after(outbound.close)
  const url = `http://127.0.0.1:${port}/x`
  const result = await outbound.send(url, { method: 'POST', headers: { 'x-own': '1' }, body: 'a=1', timeoutSeconds: 5 })
  assert.equal(result.status, 418)
  assert.deepEqual(JSON.parse(result.body), { method: 'POST', agent: 'turnpike', own: '1', body: 'a=1' })
})

test('no spelling of a metadata or unspecified address gets through', async (t) => {
  const send = outboundOf(t, open)
  const hosts = [
    ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '0xa9.0xfe.0xa9.0xfe', '169.254.43518'],
    ...[
      '[::ffff:169.254.169.254]',
      '[::ffff:a9fe:a9fe]',
      '[::169.254.169.254]',
      '[64:ff9b::169.254.169.254]',
      '[2002:a9fe:a9fe::]',
    ],
    ...[
      '0.0.0.0',
      '0',
      '[::]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '100.100.100.200',
      '169.254.169.254.',
      '１６９.254.169.254',
    ],
  ]
  for (const host of hosts) await assert.rejects(send(`http://${host}/latest/meta-data/`), unreachable, host)
})

test('under a closed policy no spelling of loopback gets through, and the port is never touched', async (t) => {
  const { port, seen } = await listen(t, (_, response) => response.end('inside'))
  const closed = outboundOf(t, { allowPrivate: false, allowed: [] })
  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '017700000001',
      '0x7f.1',
      '127.0.0.1.',
      'localhost',
      'LOCALHOST',
    ],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]'],
  ]
  for (const host of hosts) await assert.rejects(closed(`http://${host}:${port}/`), unreachable, host)
  assert.deepEqual(seen, [])
  assert.equal((await outboundOf(t, open)(`http://2130706433:${port}/`)).body, 'inside', 'the spelling itself works')
})

test('a closed policy lets through what is listed by host and port or by range and port', async (t) => {
  const { port } = await listen(t, (_, response) => response.end('inside'))
  const { port: other } = await listen(t, (_, response) => response.end('other'))
  const byHost = outboundOf(t, { allowPrivate: false, allowed: parseEgressAllow(`localhost:${port}`) })
  assert.equal((await byHost(`http://localhost:${port}/`)).body, 'inside')
  await assert.rejects(byHost(`http://localhost:${other}/`), unreachable)
  await assert.rejects(byHost(`http://127.0.0.1:${port}/`), unreachable, 'the name is listed, not its address')
  const byRange = outboundOf(t, { allowPrivate: false, allowed: parseEgressAllow(`127.0.0.0/8:${port}`) })
  assert.equal((await byRange(`http://127.0.0.1:${port}/`)).body, 'inside')
  assert.equal((await byRange(`http://localhost:${port}/`)).body, 'inside')
  await assert.rejects(byRange(`http://127.0.0.1:${other}/`), unreachable)
})

test('a name is judged by every address it resolves to', async (t) => {
  const { port, seen } = await listen(t, (_, response) => response.end('inside'))
  resolveTo(t, {
    'inward.example': ['169.254.169.254'],
    'mixed.example': ['127.0.0.1', '169.254.169.254'],
    'mapped.example': ['::ffff:169.254.169.254'],
    'local.example': ['127.0.0.1'],
  })
  const send = outboundOf(t, open)
  for (const name of ['inward.example', 'mixed.example', 'mapped.example', 'nowhere.example'])
    await assert.rejects(send(`http://${name}:${port}/`), unreachable, name)
  assert.deepEqual(seen, [])
  assert.equal((await send(`http://local.example:${port}/`)).body, 'inside')
  await assert.rejects(
    outboundOf(t, { allowPrivate: false, allowed: [] })(`http://local.example:${port}/`),
    unreachable,
  )
})

test('user names, other schemes and nonsense are refused without a connection', async (t) => {
  const { port, seen } = await listen(t, (_, response) => response.end())
  const send = outboundOf(t, open)
  const urls = [
    ...[`http://user:pass@127.0.0.1:${port}/`, `http://user@127.0.0.1:${port}/`, `http://:pass@127.0.0.1:${port}/`],
    ...[`ftp://127.0.0.1:${port}/`, 'file:///etc/passwd', 'data:,x', 'javascript:1', 'unix:///var/run/docker.sock'],
    ...['', 'nonsense', '/relative', 'http://', 'http://[::1', 'http://exa mple/'],
  ]
  for (const url of urls) await assert.rejects(send(url), unreachable, url)
  assert.deepEqual(seen, [])
})

test('a redirect is brought back as it is, and not followed', async (t) => {
  const { port: inner, seen } = await listen(t, (_, response) => response.end('secret'))
  const { port } = await listen(t, (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end('moved'),
  )
  assert.deepEqual(await outboundOf(t, open)(`http://127.0.0.1:${port}/`), { status: 302, body: 'moved' })
  assert.deepEqual(seen, [])
})

test('a response beyond a megabyte is refused, announced or not', async (t) => {
  const limit = 1024 * 1024
  const { port } = await listen(t, (request, response) => {
    const size = Number(request.url?.slice(2))
    if (request.url?.startsWith('/a')) response.setHeader('content-length', size)
    response.end(Buffer.alloc(size, 'x'))
  })
  const send = outboundOf(t, open)
  for (const way of ['a', 'c']) {
    assert.equal((await send(`http://127.0.0.1:${port}/${way}${limit}`)).body.length, limit)
    await assert.rejects(send(`http://127.0.0.1:${port}/${way}${limit + 1}`), unreachable)
  }
})

test('a server that does not respond in time, or stops halfway, is given up', async (t) => {
  const { port } = await listen(t, (request, response) => {
    if (request.url === '/halfway') response.writeHead(200, { 'content-length': 10 }).write('half')
  })
  const send = outboundOf(t, open)
  await assert.rejects(send(`http://127.0.0.1:${port}/silent`, 0.2), unreachable)
  await assert.rejects(send(`http://127.0.0.1:${port}/halfway`, 0.2), unreachable)
})

test('nobody listening looks like everything else', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await assert.rejects(outboundOf(t, open)(`http://127.0.0.1:${port}/`), unreachable)
})

test('closing does not wait for a response that never comes', async (t) => {
  const { port, seen } = await listen(t, () => {})
  const outbound = createOutbound(open, direct)
  const hanging = assert.rejects(outbound.send(`http://127.0.0.1:${port}/`, { timeoutSeconds: 600 }), unreachable)
  while (seen.length === 0) await new Promise(setImmediate)
  await outbound.close()
  await hanging
})
