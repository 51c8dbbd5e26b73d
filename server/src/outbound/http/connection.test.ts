import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer as createEncrypted, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { eventually } from '../../../test/harness/eventually.ts'
import { testCertificate } from '../../../test/outside/certificate.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { createAgents, OutboundError, type Resolve } from '../agents.ts'
import { exchange, NotSent, readAll } from '../exchange.ts'
import { direct } from '../proxies.ts'

const patient = { firstByteMs: 20_000, idleMs: 20_000 }
const done = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone'
const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged'

/** A server that writes what it is told for each request, and a client of it. */
async function given(t: TestContext, response: (socket: Socket, request: string) => void) {
  const server = createServer()
  const sockets = accept(server, response)
  return { sockets, ...(await clientOf(t, server, 'http', sockets)) }
}

function accept(server: Server, response: (socket: Socket, request: string) => void, event = 'connection'): Socket[] {
  const sockets: Socket[] = []
  server.on(event, (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => response(socket, bytes.toString()))
  })
  return sockets
}

/** On the first address of `two.example` nobody listens. */
const resolve: Resolve = (host, _, found) => {
  const last = { address: '127.0.0.1', family: 4 }
  found(null, host === 'two.example' ? [{ address: '::1', family: 6 }, last] : [last])
}

async function clientOf(t: TestContext, server: Server, scheme: string, sockets: Socket[], name = '127.0.0.1') {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct, resolve)
  t.after(async () => {
    await agents.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `${scheme}://${name}:${(server.address() as AddressInfo).port}/`
  const send = (body: string | Buffer, user: number | 'none' = 1, isRepeatable = false) => {
    const sender = user === 'none' ? undefined : user
    const request = { method: 'POST' as const, url, headers: {}, body, user: sender, isRepeatable }
    return exchange(agents, request, patient, new LightAbortSignal())
  }
  const call = async (body: string | Buffer = 'x', user?: number | 'none') =>
    (await readAll(await send(body, user), 100_000)).toString()
  return { send, call, connections: agents.destinationOf(url).connections, url, agents }
}

/** The phase of the event loop that comes after it has read from sockets: what is written now is read in its next turn. */
const afterReading = () => new Promise(setImmediate)

test('bytes after a response are not the response to the next request', async (t) => {
  const { call, sockets } = await given(t, (socket) => socket.write(sockets.length === 1 ? done + forged : done))
  assert.equal(await call(), 'done')
  assert.equal(await call(), 'done')
  assert.equal(sockets.length, 2)
})

test('bytes that arrive on an idle connection are not the response to the next request', async (t) => {
  const { call, sockets, connections } = await given(t, (socket) => socket.write(done))
  assert.equal(await call(), 'done')
  await afterReading()
  sockets[0]?.write(forged)
  assert.equal(await call(), 'done') // they have arrived, and nobody has read them yet
  assert.equal(sockets.length, 2)
  sockets[1]?.write(forged)
  await eventually('the connection is gone', () => connections.count === 0)
  assert.equal(await call(), 'done')
})

/** Stops the monotonic clock of this process, and returns what makes it go on by some time. */
function stopClock({ mock }: Pick<TestContext, 'mock'>): (ms: number) => void {
  let now = Math.floor(performance.now())
  mock.method(performance, 'now', () => now)
  return (ms) => {
    now += ms
  }
}

/** The body of a request, as a response with this status. */
function echo(request: string, status = 200): string {
  const body = request.slice(request.indexOf('\r\n\r\n') + 4)
  return `HTTP/1.1 ${status} Any\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

test('a second response that comes after the next request of a connection does not reach another user', async (t) => {
  stopClock(t)
  const echoed = new Map<Socket, string>()
  const { call, sockets } = await given(t, (socket, request) => {
    socket.write((echoed.get(socket) ?? '') + echo(request))
    echoed.set(socket, echo(request))
  })
  assert.equal(await call('of one', 1), 'of one')
  assert.equal(await call('of two', 2), 'of two')
  assert.equal(await call('of none', 'none'), 'of none')
  assert.equal(await call('of none again', 'none'), 'of none again')
  assert.equal(sockets.length, 4)
})

test('a connection that has rested without a byte serves another user', async (t) => {
  const { call, sockets } = await given(t, (socket, request) => socket.write(echo(request)))
  const skip = stopClock(t)
  for (const [user, connections] of [
    [1, 1],
    [1, 1],
    [2, 2],
  ] as const) {
    assert.equal(await call('x', user), 'x')
    assert.equal(sockets.length, connections)
  }
  skip(250)
  for (const user of [3, 4]) assert.equal(await call('x', user), 'x')
  assert.equal(await call('x', 4), 'x')
  assert.equal(sockets.length, 2)
  assert.equal(await call('x', 5), 'x')
  assert.equal(sockets.length, 3)
})

test('a connection on which an upstream has failed serves nobody else', async (t) => {
  const { call, sockets } = await given(t, (socket, request) => socket.write(echo(request, 504)))
  const skip = stopClock(t)
  assert.equal(await call('x', 1), 'x')
  skip(2000)
  assert.equal(await call('x', 1), 'x')
  assert.equal(sockets.length, 1)
  assert.equal(await call('x', 2), 'x')
  assert.equal(sockets.length, 2)
})

test('a request does not use an idle connection that the upstream has just closed', async (t) => {
  const { call: request, sockets } = await given(t, (socket) => socket.write(done))
  for (let call = 0; call < 3; call++) {
    assert.equal(await request(), 'done')
    await afterReading()
    sockets.at(-1)?.end()
  }
  assert.equal(sockets.length, 3)
})

const text = async (sent: ReturnType<typeof exchange>) => (await readAll(await sent, 1000)).toString()
const longBody = Buffer.alloc(100_000, 'x')

for (const [way, close] of Object.entries({
  'ends it': (socket: Socket) => socket.end(),
  'resets it': (socket: Socket) => socket.resetAndDestroy(),
}))
  test(`a repeatable request goes to a new connection if the upstream ${way} as the request arrives`, async (t) => {
    const requests: Socket[] = []
    const { send, call, sockets, connections } = await given(t, (socket, request) => {
      if (!request.startsWith('POST')) return
      requests.push(socket)
      if (requests.length === 2) close(socket)
      else socket.write(done)
    })
    assert.equal(await call(), 'done')
    assert.equal(await text(send(longBody, 1, true)), 'done')
    assert.equal(sockets.length, 2)
    assert.deepEqual(requests, [sockets[0], sockets[0], sockets[1]])
    assert.equal(connections.count, 1)
  })

test('a request is repeated once, and then may have been worked on', async (t) => {
  let requests = 0
  const { send, call, sockets } = await given(t, (socket) => {
    if (++requests === 1) socket.write(done)
    else socket.destroy()
  })
  assert.equal(await call(), 'done')
  await assert.rejects(send('x', 1, true), (error) => error instanceof OutboundError && !(error instanceof NotSent))
  assert.equal(requests, 3)
  assert.equal(sockets.length, 2)
})

test('a request that finds nobody on its second way may have been worked on', async (t) => {
  const server = createServer()
  const sockets = accept(server, (socket, request) => {
    if (request.endsWith('first')) return socket.write(done)
    server.close()
    socket.destroy()
  })
  const { send, call } = await clientOf(t, server, 'http', sockets)
  assert.equal(await call('first'), 'done')
  await assert.rejects(send('x', 1, true), (error) => error instanceof OutboundError && !(error instanceof NotSent))
})

for (const [name, { isRepeatable, isFirst = false, begun = '' }] of Object.entries({
  'that may not be repeated': { isRepeatable: false },
  'that is the first of its connection': { isRepeatable: true, isFirst: true },
  'to which a byte has come back': { isRepeatable: true, begun: 'H' },
}))
  test(`a request ${name} is sent once`, async (t) => {
    let requests = 0
    const { send, call } = await given(t, (socket, request) => {
      if (request.endsWith('first')) return socket.write(done)
      requests++
      socket.end(begun)
    })
    if (!isFirst) assert.equal(await call('first'), 'done')
    await assert.rejects(send('x', 1, isRepeatable), OutboundError)
    assert.equal(requests, 1)
  })

test('a repeatable request that is given up is not sent again', async (t) => {
  let requests = 0
  const { call, connections, url, agents } = await given(t, (socket, request) => {
    if (request.endsWith('first')) socket.write(done)
    else requests++
  })
  assert.equal(await call('first'), 'done')
  const signal = new LightAbortSignal()
  const request = { method: 'POST' as const, url, headers: {}, body: 'x', user: 1, isRepeatable: true }
  const refused = assert.rejects(exchange(agents, request, patient, signal), OutboundError)
  await eventually('the request is there', () => requests === 1)
  signal.abort()
  await refused
  assert.equal(connections.count, 0)
})

test('a response may end with its connection, if nothing else says where it ends', async (t) => {
  const { call, sockets, connections } = await given(t, (socket, request) => {
    socket.end(
      request.endsWith('cut') ? 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf' : 'HTTP/1.1 200 OK\r\n\r\nall',
    )
  })
  assert.equal(await call(), 'all')
  await assert.rejects(call('cut'), { message: 'the provider could not be reached' })
  assert.equal(await call(), 'all')
  assert.equal(sockets.length, 3)
  assert.equal(connections.count, 0)
})

test('a connection that the upstream will close is not used again', async (t) => {
  const closing = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\ndone'
  const { call, connections } = await given(t, (socket) => socket.write(closing))
  assert.equal(await call(), 'done')
  assert.equal(connections.count, 0)
})

test('an idle connection is closed before the upstream closes it', async (t) => {
  const { call, sockets, connections } = await given(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=3\r\nContent-Length: 4\r\n\r\ndone')
  })
  assert.equal(await call(), 'done')
  assert.equal(connections.count, 1)
  const [socket] = sockets
  assert.ok(socket)
  if (!socket.readableEnded) await once(socket, 'end')
  assert.equal(connections.count, 0)
})

test('a connection is not used again if the response came before the request was sent', async (t) => {
  const server = createServer()
  const sockets: Socket[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig')
  })
  const { call, connections } = await clientOf(t, server, 'http', sockets)
  assert.equal(await call(Buffer.alloc(32 * 1024 * 1024)), 'big')
  assert.equal(connections.count, 0)
})

test('what is no response ends the exchange, and its connection', async (t) => {
  const { call, connections } = await given(t, (socket) => socket.write('220 mail.example ESMTP\r\n'))
  await assert.rejects(call(), { message: 'the provider could not be reached' })
  assert.equal(connections.count, 0)
})

test('a connection that paused for the last bytes of a response is read again for the next', async (t) => {
  const { send, call, sockets } = await given(t, (socket, request) => {
    socket.write(request.endsWith('half') ? done.slice(0, -2) : done)
  })
  const response = await send('half')
  const ended = Promise.withResolvers<void>()
  response.pipe({
    data(chunk) {
      if (chunk.toString() === 'do') sockets[0]?.write('ne')
      return chunk.toString() !== 'ne'
    },
    end: ended.resolve,
    error: ended.reject,
  })
  await ended.promise
  assert.equal(await call(), 'done')
  response.resume() // of a response that is over
  assert.equal(await call(), 'done')
  assert.equal(sockets.length, 1)
})

const silent: Resolve = () => {}

test('a request that is given up at once was not sent, and no connection is made for it', async (t) => {
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct, silent)
  t.after(() => agents.close())
  const stop = new LightAbortSignal()
  const sent = exchange(agents, { method: 'POST', url: 'http://upstream.example/', headers: {} }, patient, stop)
  stop.abort()
  await assert.rejects(sent, NotSent)
  await afterReading()
  assert.equal(agents.destinationOf('http://upstream.example/').connections.count, 0)
})

test('when all connections are closed, a request that waits for one was not sent', async (t) => {
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct, silent)
  t.after(() => agents.close())
  const url = 'http://upstream.example/'
  const sent = exchange(agents, { method: 'POST', url, headers: {} }, patient, new LightAbortSignal())
  const refused = assert.rejects(sent, NotSent)
  await agents.close()
  await refused
  await afterReading()
  assert.equal(agents.destinationOf(url).connections.count, 0)
})

test('a request that is given up while its connection is made was not sent', async (t) => {
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct, silent)
  t.after(() => agents.close())
  const stop = new LightAbortSignal()
  const sent = exchange(agents, { method: 'POST', url: 'http://upstream.example/', headers: {} }, patient, stop)
  const { connections } = agents.destinationOf('http://upstream.example/')
  await eventually('it connects', () => connections.count === 1)
  stop.abort()
  await assert.rejects(sent, NotSent)
  assert.equal(connections.count, 0)
})

test('a call connects for ten seconds in all, over all of its requests', async (t) => {
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct, silent)
  t.after(() => agents.close())
  const skip = stopClock(t)
  const call = { connectingMs: 0 }
  const connect = async (url: string, connecting?: typeof call) => {
    const request = { method: 'GET' as const, url, headers: {}, connecting }
    const sent = exchange(agents, request, patient, new LightAbortSignal())
    const refused = assert.rejects(sent, NotSent)
    const { connections } = agents.destinationOf(url)
    await eventually('it connects', () => connections.count === 1)
    return { refused, abort: () => connections.close(), isOver: () => connections.count === 0 }
  }
  const first = await connect('http://one.example/', call)
  skip(6000)
  first.abort()
  await first.refused
  assert.equal(Math.round(call.connectingMs), 6000)
  const [second, other] = [await connect('http://two.example/', call), await connect('http://three.example/')]
  skip(4001)
  await second.refused
  assert.equal(Math.round(call.connectingMs), 10_001)
  assert.equal(other.isOver(), false)
  skip(6000)
  await other.refused
})

/** Makes this process trust the certificate of tests. */
function trustTestCertificate(t: TestContext) {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, testCertificate.cert])
  t.after(() => setDefaultCACertificates(trusted))
}

test('a name whose first address does not respond is reached at the next', async (t) => {
  const server = createServer()
  const sockets = accept(server, (socket) => socket.write(done))
  const { call } = await clientOf(t, server, 'http', sockets, 'two.example')
  assert.equal(await call(), 'done')
})

test('an encrypted connection is made to a name and to an address, and the next one shares its session', async (t) => {
  trustTestCertificate(t)
  for (const name of ['localhost', '127.0.0.1']) {
    const server = createEncrypted(testCertificate)
    const sockets = accept(server, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall'), 'secureConnection')
    const { call } = await clientOf(t, server, 'https', sockets, name)
    assert.equal(await call(), 'all')
    assert.equal(await call(), 'all')
    assert.deepEqual(
      sockets.map((socket) => Boolean((socket as TLSSocket).isSessionReused())),
      [false, true],
    )
  }
})

/** Enough turns of the event loop for further bytes to arrive if the connection were read. */
async function severalTurns() {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

test('a long response is read as fast as it is taken, encrypted or not', async (t) => {
  trustTestCertificate(t)
  const body = Buffer.alloc(8 * 1024 * 1024, 'a response that is longer than all buffers on its way ')
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`
  for (const [scheme, server, event] of [
    ['http', createServer(), 'connection'],
    ['https', createEncrypted(testCertificate), 'secureConnection'],
  ] as const) {
    const sockets = accept(server, (socket) => socket.write(Buffer.concat([Buffer.from(head), body])), event)
    const { send } = await clientOf(t, server, scheme, sockets)
    const response = await send('x')
    const taken: Buffer[] = []
    let unread = 0
    let unreadMost = 0
    const ended = Promise.withResolvers<void>()
    response.pipe({
      data(chunk) {
        taken.push(chunk)
        unread += chunk.length
        unreadMost = Math.max(unread, unreadMost)
        void severalTurns().then(() => {
          unread = 0
          response.resume()
        })
        return false
      },
      end: ended.resolve,
      error: ended.reject,
    })
    await ended.promise
    assert.ok(Buffer.concat(taken).equals(body), scheme)
    // What was read in one go comes together, an encrypted piece in several.
    assert.ok(unreadMost <= 256 * 1024, `${scheme}: ${unreadMost} bytes came while reading was paused`)
  }
})

test('an upstream whose certificate nobody vouches for is not sent anything', async (t) => {
  const server = createEncrypted(testCertificate)
  let requests = 0
  const sockets = accept(server, () => requests++, 'secureConnection')
  server.on('tlsClientError', () => {})
  const { call } = await clientOf(t, server, 'https', sockets)
  await assert.rejects(call(), NotSent)
  assert.equal(requests, 0)
})
