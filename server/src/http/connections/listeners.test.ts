import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import Fastify from 'fastify'
import { eventually } from '../../../test/harness/eventually.ts'
import { giveLocalhost } from '../../../test/harness/loopback.ts'
import { readResponse, readToEnd } from '../../../test/harness/raw-http.ts'
import { createLog } from '../../log.ts'
import { installDrain } from './drain.ts'
import { createListeners } from './listeners.ts'

const loopback = ['127.0.0.1', '::1']

/** An app at every address that `localhost` is made to have. */
async function listening(t: TestContext, addresses = loopback) {
  giveLocalhost(t, addresses)
  const app = Fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (_, socket) => void socket.end('HTTP/1.1 400 Ours\r\n\r\n'),
  })
  installDrain(app)
  app.server.maxHeadersCount = 3
  const gate = Promise.withResolvers<void>()
  app.get('/quick', async () => 'text')
  let begun = 0
  app.get('/slow', async () => {
    begun++
    return gate.promise.then(() => 'text')
  })
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const listeners = createListeners(app, {}, log)
  const accepted = new Set<number | undefined>()
  const note = (message: unknown) => accepted.add((message as { socket: Socket }).socket.remotePort)
  subscribe('net.server.socket', note)
  t.after(() => unsubscribe('net.server.socket', note))
  const port = await listeners.listen('localhost', 0)
  t.after(async () => {
    gate.resolve()
    listeners.closeAllConnections()
    await listeners.close()
  })
  /** A connection that the server has accepted. */
  const connected = async (address: string) => {
    const socket = connect(port, address)
    await once(socket, 'connect')
    await eventually('it is accepted', () => accepted.has(socket.localPort))
    return socket
  }
  const call = async (address: string, path: string) => {
    const socket = await connected(address)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return socket
  }
  /** One request per address, whose response waits until the gate opens. */
  const sendSlowly = async () => {
    const sockets = await Promise.all(addresses.map((address) => call(address, '/slow')))
    await eventually('all have begun', () => begun === addresses.length)
    return sockets
  }
  return { app, listeners, lines, gate, port, connected, call, sendSlowly }
}

test('every address of localhost is served, and refuses, alike', async (t) => {
  const { connected } = await listening(t)
  const refused = {
    'no request': 'nonsense\r\n\r\n',
    'too many headers': 'GET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\na: 1\r\nb: 2\r\n\r\n',
  }
  for (const address of loopback)
    for (const [what, bytes] of Object.entries(refused)) {
      const socket = await connected(address)
      socket.write(bytes)
      assert.match(await readToEnd(socket), /^HTTP\/1\.1 400 Ours/, `${what} at ${address}`)
    }
})

test('an address that is not there is left out, and named in the log', async (t) => {
  const { lines, call } = await listening(t, ['127.0.0.1', '192.0.2.1'])
  const named = lines.map((line) => JSON.parse(line)).map(({ msg, address }) => [msg, address])
  assert.deepEqual(named, [['address not served', '192.0.2.1']])
  assert.equal(readResponse(await readToEnd(await call('127.0.0.1', '/quick'))).status, 200)
})

test('a connection that was accepted in time is served, though it brings its first request later', async (t) => {
  const { app, listeners, port, connected } = await listening(t)
  const early = await Promise.all(loopback.map(connected))
  app.drain.begin({ staysReady: true, graceMs: 0 })
  listeners.stopAccepting()
  for (const address of loopback)
    await assert.rejects(once(connect(port, address), 'connect'), { code: 'ECONNREFUSED' })
  for (const socket of early) {
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.equal(readResponse(await readToEnd(socket)).status, 200)
  }
  await listeners.close()
})

for (const stopsBefore of [false, true])
  test(`closing waits for every response${stopsBefore ? ', also when accepting had stopped before' : ''}`, async (t) => {
    const { listeners, gate, connected, sendSlowly } = await listening(t)
    const idle = await Promise.all(loopback.map(connected))
    const ended = Promise.all(idle.map((socket) => once(socket.resume(), 'close')))
    const responses = Promise.all((await sendSlowly()).map(readToEnd))
    if (stopsBefore) listeners.stopAccepting()
    let isClosed = false
    const closed = listeners.close().then(() => {
      isClosed = true
    })
    await ended
    await later()
    assert.equal(isClosed, false)
    gate.resolve()
    for (const response of await responses) assert.match(response, /text$/)
    await closed
  })

test('a client that hung up is not waited for', async (t) => {
  const { listeners, sendSlowly } = await listening(t)
  for (const socket of await sendSlowly()) socket.destroy()
  await listeners.close()
})
