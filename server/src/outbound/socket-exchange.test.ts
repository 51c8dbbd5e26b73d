import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'
import { eventually } from '../../test/harness/eventually.ts'
import { listenForTest } from '../../test/harness/loopback.ts'
import { LightAbortSignal } from '../light/light-abort-signal.ts'
import { createAgents, OutboundError } from './agents.ts'
import type { EgressPolicy } from './egress-policy.ts'
import { type Exchange, type ExchangeLimits, NotSent, readAll, UpstreamTimeout } from './exchange.ts'
import { UnsendableHeader } from './http/request-bytes.ts'
import { direct } from './proxies.ts'
import { exchangeBySocket } from './socket-exchange.ts'

const patient: ExchangeLimits = { firstByteMs: 60_000, idleMs: 60_000 }
const open: EgressPolicy = { allowPrivate: true, allowed: [] }

type CallOptions = { headers?: Record<string, string>; limits?: Partial<ExchangeLimits>; signal?: LightAbortSignal }

/** A server whose handshakes `upgrade` decides about, and a function that calls it. */
async function given(
  t: TestContext,
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
  policy = open,
) {
  const { server } = await listenForTest(t, (_, response) => response.end())
  const connections = new Set<Socket>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  server.on('upgrade', upgrade)
  const agents = createAgents(policy, direct)
  t.after(async () => {
    for (const connection of connections) connection.destroy()
    await agents.close()
  })
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/chat`
  const call = ({ headers = {}, limits = {}, signal = new LightAbortSignal() }: CallOptions = {}) => {
    const request = { method: 'POST' as const, url, headers, body: '{"ask":1}' }
    return exchangeBySocket(agents, request, { ...patient, ...limits }, signal)
  }
  return { call, connections }
}

/** A server that accepts, and talks when it has heard the request. */
async function talking(t: TestContext, talk: (client: WebSocket, heard: string, request: IncomingMessage) => void) {
  const sockets = new WebSocketServer({ noServer: true })
  const server = await given(t, (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.once('message', (message) => talk(client, message.toString(), request))
    }),
  )
  return { ...server, clients: sockets.clients }
}

/** Collects a response; `error` resolves with the error that ends it. */
function collect(exchange: Exchange, hasRoom: () => boolean = () => true) {
  const lines: string[] = []
  const over = Promise.withResolvers<Error | undefined>()
  exchange.pipe({
    data(chunk) {
      lines.push(chunk.toString())
      return hasRoom()
    },
    end: () => over.resolve(undefined),
    error: over.resolve,
  })
  return { lines, over: over.promise }
}

test('the request is the first message, and every message that comes back is one line', async (t) => {
  const heard: string[] = []
  const { call } = await talking(t, (client, message, { headers }) => {
    heard.push(message, String(headers['x-name']), String(headers['content-type']))
    client.send('{"n":1}')
    client.send('{"n":\r\n2}')
    client.send(Buffer.from('{"n":3}'))
    client.close(1000)
  })
  const exchange = await call({ headers: { 'x-name': 'me', 'content-type': 'application/json' } })
  assert.equal(exchange.status, 200)
  assert.equal((await readAll(exchange, 1000)).toString(), '{"n":1}\n{"n": 2}\n{"n":3}\n')
  assert.deepEqual(heard, ['{"ask":1}', 'me', 'undefined'])
})

test('messages that came before anybody took them are not lost', async (t) => {
  const { call, clients } = await talking(t, (client) => {
    for (let number = 0; number < 50; number++) client.send(`${number}`)
    client.close()
  })
  const exchange = await call()
  await eventually('the server is done', () => [...clients].every((client) => client.readyState === client.CLOSING))
  const text = (await readAll(exchange, 1000)).toString()
  assert.equal(text.trim().split('\n').length, 50)
})

test('a refused handshake is a response with its own status and body', async (t) => {
  const { call } = await given(t, (_, socket) => {
    const body = '{"message":"HMAC signature cannot be verified"}'
    socket.end(`HTTP/1.1 401 Unauthorized\r\nx-mark: 7\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  })
  const refusal = await call()
  assert.deepEqual([refusal.status, refusal.headers['x-mark']], [401, '7'])
  assert.equal((await readAll(refusal, 1000)).toString(), '{"message":"HMAC signature cannot be verified"}')
})

test('a redirect is not followed', async (t) => {
  const { call } = await given(t, (_, socket) => {
    socket.end('HTTP/1.1 302 Found\r\nlocation: ws://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n')
  })
  assert.equal((await call()).status, 302)
})

test('a handshake without a response, or refused without end, is given up before anything was sent', async (t) => {
  let sent = Promise.withResolvers<void>()
  const silent = await given(t, () => sent.resolve())
  const endless = await given(t, (_, socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 500 Broken\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 20)
    t.after(() => clearInterval(drip))
    sent.resolve()
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const { call } of [silent, endless]) {
    sent = Promise.withResolvers()
    const refused = assert.rejects(call({ limits: { firstByteMs: 150 } }), NotSent)
    await sent.promise
    t.mock.timers.tick(150) // sooner than handshakes may take at most
    await refused
  }
  t.mock.timers.reset()
  const gone = await given(t, (_, socket) => socket.destroy())
  await assert.rejects(gone.call(), NotSent)
})

test('a call that ends before the handshake is not sent, and one that ends later closes the connection', async (t) => {
  const aborted = new LightAbortSignal()
  aborted.abort()
  const { call, connections } = await talking(t, (client) => client.send('first'))
  await assert.rejects(call({ signal: aborted }), NotSent)
  assert.equal(connections.size, 0)

  const waiting = new LightAbortSignal()
  const silent = await given(t, (_, socket) => {
    socket.on('end', () => socket.end()).resume()
    waiting.abort()
  })
  await assert.rejects(silent.call({ signal: waiting }), NotSent)
  await eventually('the connection is closed', () => silent.connections.size === 0)

  const late = new LightAbortSignal()
  const { lines, over } = collect(await call({ signal: late }))
  await eventually('the first message', () => lines.length === 1)
  late.abort()
  assert.ok((await over) instanceof OutboundError)
  await eventually('the connection is closed', () => connections.size === 0)
})

test('an exchange that was given up before it was read says so when it is', async (t) => {
  const { call, connections } = await talking(t, (client) => client.send('first'))
  const exchange = await call()
  exchange.abort()
  await eventually('the connection is closed', () => connections.size === 0)
  assert.ok((await collect(exchange).over) instanceof OutboundError)
})

test('an upstream that says nothing, falls silent or never ends is given up', async (t) => {
  const { call } = await talking(t, () => {})
  assert.ok((await collect(await call({ limits: { firstByteMs: 150 } })).over) instanceof UpstreamTimeout)

  const falling = await talking(t, (client) => client.send('first'))
  const { lines, over } = collect(await falling.call({ limits: { idleMs: 150 } }))
  assert.ok((await over) instanceof UpstreamTimeout)
  assert.deepEqual(lines, ['first\n'])

  const lively = await talking(t, (client) => {
    const drip = setInterval(() => client.send('piece'), 20)
    t.after(() => clearInterval(drip))
  })
  assert.ok(
    (await collect(await lively.call({ limits: { idleMs: 5000, totalMs: 300 } })).over) instanceof UpstreamTimeout,
  )
})

test('while a slow sink has no room, nothing is read and the upstream is not late', async (t) => {
  const first = Promise.withResolvers<void>()
  const { call } = await talking(t, async (client) => {
    client.send('first')
    await first.promise
    client.send('last')
    client.close()
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const exchange = await call({ limits: { idleMs: 50 } })
  const { lines, over } = collect(exchange, () => {
    first.resolve()
    return false
  })
  await first.promise
  t.mock.timers.tick(patient.firstByteMs) // longer than the upstream may be silent, before its first message too
  t.mock.timers.reset()
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate) // enough for messages to be read
  assert.deepEqual(lines, ['first\n'])
  exchange.resume()
  await eventually('the next message', () => lines.length === 2)
  exchange.resume()
  assert.equal(await over, undefined)
  assert.deepEqual(lines, ['first\n', 'last\n'])
})

test('a throw of its sink is the error of this response alone, and closes the connection', async (t) => {
  for (const where of ['data', 'end'] as const) {
    const { call, connections } = await talking(t, (client) => {
      client.send('first')
      if (where === 'end') client.close()
    })
    const failed = Promise.withResolvers<Error>()
    const broken = () => {
      throw new Error(`broken ${where}`)
    }
    const exchange = await call()
    exchange.pipe({ data: () => true, end: () => {}, error: failed.resolve, [where]: broken })
    assert.equal((await failed.promise).message, `broken ${where}`)
    await eventually('the connection is closed', () => connections.size === 0)
  }
})

test('a connection that breaks, or is closed because of an error, is no end', async (t) => {
  const cut = await talking(t, (client) => client.send('first', () => client.terminate()))
  const broken = collect(await cut.call())
  assert.ok((await broken.over) instanceof OutboundError)
  assert.deepEqual(broken.lines, ['first\n'])
  const failing = await talking(t, (client) => client.close(1011, 'broken'))
  assert.ok((await collect(await failing.call()).over) instanceof OutboundError)
})

test('targets that the policy denies are not reached, and headers that cannot be sent are named', async (t) => {
  let sent = 0
  const { call } = await given(t, () => void sent++, { allowPrivate: false, allowed: [] })
  await assert.rejects(call(), OutboundError)
  assert.equal(sent, 0)
  const allowed = await talking(t, () => {})
  const unsendable = allowed.call({ headers: { authorization: 'Bearer a\nb' } })
  await assert.rejects(unsendable, (error) => error instanceof UnsendableHeader && error.message === 'authorization')
})

test('a name that leads to a denied address is not reached', async (t) => {
  const { server } = await listenForTest(t, (_, response) => response.end())
  let sent = 0
  server.on('upgrade', () => void sent++)
  const agents = createAgents({ allowPrivate: false, allowed: [] }, direct, (_, __, found) =>
    found(null, [{ address: '127.0.0.1', family: 4 }]),
  )
  t.after(() => agents.close())
  const url = `ws://upstream.example:${(server.address() as AddressInfo).port}/`
  const request = { method: 'POST' as const, url, headers: {} }
  await assert.rejects(exchangeBySocket(agents, request, patient, new LightAbortSignal()), NotSent)
  assert.equal(sent, 0)
})
