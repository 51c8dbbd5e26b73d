import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { WebSocket } from 'ws'
import { eventually } from '../../../test/harness/eventually.ts'
import { startLines } from '../../../test/harness/realtime-harness.ts'
import { clientErrorOf } from '../entry/errors/client-error.ts'
import { errorEvent } from './event.ts'
import { RealtimeSession, type SessionLimits } from './session.ts'

type Pair = { near: WebSocket; far: WebSocket }

/** Both ends of a WebSocket: `near` belongs to the session, `far` to the test. */
async function pairOf(t: TestContext, options: { autoPong?: boolean } = {}): Promise<Pair> {
  const accepted = Promise.withResolvers<WebSocket>()
  const url = await startLines(t, accepted.resolve)
  const far = new WebSocket(url.replace('http', 'ws'), ['realtime'], options)
  far.on('error', () => {})
  await once(far, 'open')
  return { near: await accepted.promise, far }
}

const minutes = 60_000
/** Timers of a socket must end under the clock they began under. */
const isClosed = async (socket: WebSocket) => socket.readyState === WebSocket.CLOSED || once(socket, 'close')
const calm: SessionLimits = { idleMs: 120 * minutes, totalMs: 120 * minutes, heartbeatMs: 60 * minutes }

async function sessionOf(t: TestContext, limits: Partial<SessionLimits> = {}, options: { client?: object } = {}) {
  const client = await pairOf(t, options.client)
  const upstream = await pairOf(t)
  const session = new RealtimeSession({
    client: client.near,
    upstream: upstream.near,
    onClientEvent: () => undefined,
    onServerEvent: () => undefined,
    errorEventOf: (error) => errorEvent(clientErrorOf(error, 'id', 'en')),
    onUnexpectedError: (error) => assert.fail(String(error)),
    limits: { ...calm, ...limits },
  })
  return { session, client, upstream }
}

const event = (number: number, padding = '') => JSON.stringify({ type: 'x', number, padding })

for (const [slow, fast] of [
  ['client', 'upstream'],
  ['upstream', 'client'],
] as const)
  test(`while the ${slow} does not read, the ${fast} is not read either; then everything arrives, in order`, async (t) => {
    const { session, ...sides } = await sessionOf(t)
    const [reader, writer] = [sides[slow], sides[fast]]
    const count = 80
    const padding = 'x'.repeat(256 * 1024)
    const numbers: number[] = []
    reader.far.on('message', (data) => numbers.push(JSON.parse(String(data)).number))
    reader.far.pause()
    for (let number = 0; number < count; number++) writer.far.send(event(number, padding))
    await eventually('the line is paused', () => writer.near.isPaused)
    assert.ok(reader.near.bufferedAmount < 4 * 1024 * 1024, 'little is kept in between')
    reader.far.resume()
    await eventually('everything', () => numbers.length === count)
    assert.deepEqual(
      numbers,
      Array.from({ length: count }, (_, number) => number),
    )
    session.stop({ reason: 'done', by: 'us', code: 1000 })
    await isClosed(sides.upstream.near)
  })

const usual: SessionLimits = { idleMs: 10 * minutes, totalMs: 60 * minutes, heartbeatMs: 5 * minutes }

/** Time passes while both sides send events. */
async function passBusy(t: TestContext, { client, upstream }: { client: Pair; upstream: Pair }, times: number) {
  for (let count = 0; count < times; count++) {
    for (const [from, to] of [
      [client.far, upstream.far],
      [upstream.far, client.far],
    ] as const) {
      const received = once(to, 'message')
      from.send(event(count))
      await received
    }
    t.mock.timers.tick(5 * minutes)
  }
}

test('a session that nobody uses for ten minutes ends, and says why', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { session, client, upstream } = await sessionOf(t, usual)
  await passBusy(t, { client, upstream }, 4)
  assert.equal(client.near.readyState, WebSocket.OPEN, 'both sides kept it alive')
  t.mock.timers.tick(5 * minutes)
  const end = await session.ended
  assert.deepEqual([end.reason, end.by], ['timeout', 'us'])
  await once(upstream.far, 'close')
  const received = once(client.far, 'message')
  session.close(end)
  const [data] = await received
  const { type, event_id, error } = JSON.parse(String(data))
  assert.deepEqual([type, event_id, error.code], ['error', 'evt_id', 'session_expired'])
  const [code] = await once(client.far, 'close')
  assert.equal(code, 1001)
  await isClosed(client.near)
})

test('a session that is used does not last for ever', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { session, client, upstream } = await sessionOf(t, usual)
  await passBusy(t, { client, upstream }, 12)
  assert.equal((await session.ended).reason, 'timeout')
  await isClosed(upstream.near)
})

test('a side that does not respond to pings is gone', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { session, upstream } = await sessionOf(t, { heartbeatMs: minutes }, { client: { autoPong: false } })
  const pong = once(upstream.near, 'pong')
  t.mock.timers.tick(minutes)
  await pong
  t.mock.timers.tick(minutes)
  const end = await session.ended
  assert.deepEqual([end.reason, end.by], ['client_gone', 'client'])
  await isClosed(upstream.near)
})

test('a side that responds to pings stays', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { session, client, upstream } = await sessionOf(t, { heartbeatMs: minutes })
  for (let count = 0; count < 5; count++) {
    const pongs = [once(client.near, 'pong'), once(upstream.near, 'pong')]
    t.mock.timers.tick(minutes)
    await Promise.race([Promise.all(pongs), session.ended.then(({ reason }) => assert.fail(reason))])
  }
  assert.equal(client.near.readyState, WebSocket.OPEN)
  session.stop({ reason: 'done', by: 'us', code: 1000 })
  await isClosed(upstream.near)
})

test('both lines close when either does, and the session ends once', async (t) => {
  const first = await sessionOf(t)
  first.client.far.close(1000)
  assert.deepEqual(await first.session.ended, { reason: 'done', by: 'client', code: 1000 })
  assert.equal((await once(first.upstream.far, 'close'))[0], 1000)
  first.session.stop({ reason: 'stopped', by: 'us', code: 1012 })
  assert.equal((await first.session.ended).reason, 'done')

  const ends: [code: number, reason: string, shown: number][] = [
    [1000, 'done', 1000],
    [4001, 'failed', 4001],
    [1011, 'failed', 1011],
  ]
  for (const [code, reason, shown] of ends) {
    const { session, client, upstream } = await sessionOf(t)
    upstream.far.close(code)
    const end = await session.ended
    assert.deepEqual([end.reason, end.by, end.code], [reason, 'upstream', shown])
    session.close(end)
    assert.equal((await once(client.far, 'close'))[0], shown)
  }
})

test('a line that was lost before the session began ends it at once', async (t) => {
  const client = await pairOf(t)
  const upstream = await pairOf(t)
  client.far.terminate()
  await once(client.near, 'close')
  const session = new RealtimeSession({
    client: client.near,
    upstream: upstream.near,
    onClientEvent: () => undefined,
    onServerEvent: () => undefined,
    errorEventOf: () => '',
    onUnexpectedError: () => {},
  })
  assert.equal((await session.ended).by, 'client')
  await once(upstream.far, 'close')
})
