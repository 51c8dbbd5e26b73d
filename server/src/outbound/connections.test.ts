import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../test/harness/eventually.ts'
import { listenForTest } from '../../test/harness/loopback.ts'
import { LightAbortSignal } from '../light/light-abort-signal.ts'
import { createAgents } from './agents.ts'
import { exchange, readAll } from './exchange.ts'
import { direct } from './proxies.ts'

const limits = { firstByteMs: 5000, idleMs: 5000 }

/** A server that counts its connections, and responds at once unless it is told to wait. */
async function given(t: TestContext) {
  const waiting: ServerResponse[] = []
  const state = { connections: 0, isSlow: false }
  const { server, url } = await listenForTest(t, (_, response) => {
    if (state.isSlow) waiting.push(response)
    else response.end('done')
  })
  server.on('connection', () => state.connections++)
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct)
  t.after(() => agents.close())
  const call = async (signal = new LightAbortSignal()) => {
    const response = await exchange(agents, { method: 'POST', url, headers: {}, body: 'x', user: 1 }, limits, signal)
    return (await readAll(response, 1000)).toString()
  }
  return { server, state, waiting, call, connections: agents.destinationOf(url).connections }
}

test('calls one after the other share a connection, calls at once have one each', async (t) => {
  const { state, waiting, call: request, connections } = await given(t)
  for (let call = 0; call < 3; call++) assert.equal(await request(), 'done')
  assert.equal(state.connections, 1)
  state.isSlow = true
  const calls = [request(), request(), request()]
  await eventually('all of them are there', () => waiting.length === 3)
  for (const response of waiting) response.end('done')
  assert.deepEqual(await Promise.all(calls), ['done', 'done', 'done'])
  state.isSlow = false
  await request()
  assert.equal(state.connections, 3)
  assert.equal(connections.count, 3)
})

test('a connection that the other side closes while it rests is forgotten, and the next call opens one', async (t) => {
  const { server, call, connections } = await given(t)
  await call()
  server.closeIdleConnections()
  await eventually('nothing is kept', () => connections.count === 0)
  assert.equal(await call(), 'done')
})

test('a call that is given up takes its connection with it, and nobody else’s', async (t) => {
  const { state, waiting, call, connections } = await given(t)
  await call()
  state.isSlow = true
  const stop = new LightAbortSignal()
  const [gone, stays] = [call(stop), call()]
  await eventually('both are there', () => waiting.length === 2)
  stop.abort()
  await assert.rejects(gone)
  assert.equal(connections.count, 1)
  for (const response of waiting) response.end('done')
  assert.equal(await stays, 'done')
})

test('an encrypted connection offers HTTP/1.1 and not HTTP/2', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct)
  t.after(() => agents.close())
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = exchange(agents, { method: 'GET', url, headers: {} }, limits, new LightAbortSignal())
  const refused = assert.rejects(call)
  const [socket] = await once(server, 'connection')
  const [greeting] = await once(socket, 'data')
  socket.destroy()
  await refused
  assert.ok(greeting.includes('\x08http/1.1'))
  assert.ok(!greeting.includes('\x02h2'))
})
