import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { atEnd } from '../harness/at-end.ts'
import { type DatabaseKind, databaseKinds, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { connectTo, rawHead, readResponse, readToEnd } from '../harness/raw-http.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { untilTaken } from '../harness/until-taken.ts'
import { freePort } from '../outside/free-port.ts'
import { startHeldUpstream } from '../relay/held-upstream.ts'
import { assertExactBooks, completedId, expireEverything } from '../relay/killed-processes.ts'
import { chatBody, open, send } from '../relay/send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from '../relay/steered-upstream.ts'
import { type ServerProcess, startHalfway, startProcess } from './server-process.ts'

const path = '/v1/chat/completions'
const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Two workers on a database, and beside them a server that seeds it and looks at the books. */
async function given(t: TestContext, kind: DatabaseKind, env: Record<string, string> = {}) {
  const database = await freshDatabase(kind)
  atEnd(t, database.drop)
  const relay = await startRelay(database.address)
  atEnd(t, relay.stop)
  const workers = {
    ...databaseEnv(database.address),
    SECRET_KEY: secretKey,
    DATA_DIR: join(folder, kind),
    RATE_LIMIT_FACTOR: '100',
    DRAIN_DELAY_SECONDS: '3',
    WORKERS: '2',
    ...env,
  }
  return { database: database.address, relay, workers, start: () => startProcess(t, workers) }
}

const pidsOf = (server: ServerProcess) => server.logged('worker ready').map(({ pid }) => pid as number) // every line has it
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** How many connections the kernel lets wait at a port, whatever a server requests. */
function lineMax(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 128
  }
}
/** Each request on a connection of its own: workers take connections in turns. */
const apart = { headers: { connection: 'close' } }
const metricsOf = async (server: ServerProcess) => (await send(server, '/metrics', apart)).text
const metric = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )

/** Callers that go on until they are told to stop or the test ends; each call is one of these. */
function callers(t: TestContext, count: number, call: (number: number) => Promise<void>) {
  let isOver = false
  t.after(() => {
    isOver = true
  })
  const running = Array.from({ length: count }, async (_, caller) => {
    for (let number = caller; !isOver; number += count) await call(number)
  })
  return async () => {
    isOver = true
    await Promise.all(running)
  }
}
const someBody = (number: number) => chatBody(`Please say ${5 + (number % 40)} words.`, { stream: number % 2 === 0 })

for (const kind of databaseKinds)
  test(`a worker is killed under load: calls go on, another one takes its place, and the books are exact [${kind}]`, async (t) => {
    const { database, relay, start } = await given(t, kind)
    const { key: upstream } = await relay.place().channel({ group: 'default' })
    relay.mock.faults.add({
      match: { key: upstream },
      fault: { kind: 'delay', headersMs: 5, chunkMs: 3, jitterMs: 10 },
    })
    const mine = await relay.key()
    const server = await start()
    const completed = new Set<string>()
    const stop = callers(t, 8, async (number) => {
      const id = await completedId(server, mine, someBody(number))
      if (id) completed.add(id)
    })
    for (let round = 0; round < 2; round++) {
      const before = completed.size
      await eventually('calls complete', () => completed.size > before + 20)
      const pids = pidsOf(server)
      process.kill(pids.filter(isAlive)[0] as number, 'SIGKILL')
      await eventually('another worker is ready', () => pidsOf(server).length > pids.length)
    }
    const before = completed.size
    await eventually('calls complete', () => completed.size > before + 20)
    await stop()
    server.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
    await expireEverything(database)

    await assertExactBooks(database, { completed, sentMax: relay.mock.requests.counters.received, mine, relay })
  })

test('workers are replaced one by one while clients call: no connection is refused and no call breaks', async (t) => {
  const { relay, start } = await given(t, 'sqlite')
  await relay.channel()
  const { key } = await relay.key()
  const server = await start()
  const old = pidsOf(server)
  const wrong: unknown[] = []
  let calls = 0
  const stop = callers(t, 6, async (number) => {
    try {
      const { status, text } = await untilTaken(() => send(server, path, { key, body: someBody(number) }))
      if (status !== 200 || !/\[DONE\]|^\{/.test(text)) wrong.push([status, text])
      const { json } = await send(server, '/readyz')
      if (json.status !== 'ready' && json.reason !== 'database') wrong.push(json) // a busy machine's database may be slow
    } catch (error) {
      wrong.push((error as Error).cause ?? error)
    }
    calls++
  })
  const goOn = async () => {
    const before = calls
    await eventually('calls complete', () => calls > before + 20)
  }
  await goOn()
  for (const times of [1, 2]) {
    server.kill('SIGHUP')
    await eventually('all are replaced', () => server.logged('all workers restarted').length === times)
    await goOn()
  }
  await stop()
  assert.deepEqual(wrong, [])
  assert.equal(pidsOf(server).length, 6)
  assert.deepEqual(old.filter(isAlive), [])
})

test('two workers never let in more calls than one process', async (t) => {
  const { relay, start } = await given(t, 'sqlite')
  const upstream = await startHeldUpstream()
  atEnd(t, upstream.stop)
  await relay.channel({ base_url: upstream.url })
  const mine = await relay.key()
  const server = await start()
  for (let round = 0; round < 2; round++) {
    let refused = 0
    const sent = Array.from({ length: 130 }, () => send(server, path, { key: mine.key, body: chatBody() }))
    for (const each of sent)
      void each.then(
        ({ status, json }) => (refused += status === 429 && json.error.code === 'too_many_in_flight' ? 1 : 0),
      )
    await eventually('all are decided', () => upstream.waiting() + refused === 130)
    const running = upstream.waiting()
    // 100 on a quiet machine. A worker that is too busy to respond to a recall in time keeps units that it does not use.
    assert.ok(running <= 100 && running > 30, `${running} run, ${refused} were refused`)
    const metrics = await metricsOf(server)
    assert.equal(metric(metrics, 'turnpike_relay_in_flight'), running)
    upstream.release()
    await Promise.all(sent)
    await eventually('all are over', async () => metric(await metricsOf(server), 'turnpike_relay_in_flight') === 0)
  }
})

test('a worker that hangs takes no connection; one that is killed ends its own; while all hang, connections wait in line', async (t) => {
  const { relay, start } = await given(t, 'sqlite')
  const upstream = await startHeldUpstream()
  atEnd(t, upstream.stop)
  await relay.channel({ base_url: upstream.url })
  const { key } = await relay.key()
  const server = await start()
  await eventually('both are ready', () => pidsOf(server).length === 2)
  const calls = Array.from({ length: 8 }, () =>
    send(server, path, { key, body: chatBody(), ...apart }).then(
      ({ status }) => status,
      () => 'cut off' as const,
    ),
  )
  await eventually('all calls wait', () => upstream.waiting() === 8)
  const [hung = 0, other = 0] = pidsOf(server)
  atEnd(t, () => {
    for (const pid of pidsOf(server).filter(isAlive)) process.kill(pid, 'SIGKILL') // one that stands still ends by nothing else
  })
  process.kill(hung, 'SIGSTOP')
  for (let request = 0; request < 20; request++) assert.equal((await send(server, '/healthz', apart)).status, 200)
  process.kill(hung, 'SIGKILL')
  upstream.release()
  for (const outcome of await Promise.all(calls)) assert.ok(outcome === 200 || outcome === 'cut off', `${outcome}`)
  await eventually('another worker is ready', () => pidsOf(server).length === 3)

  const workers = [other, pidsOf(server)[2] as number]
  for (const worker of workers) process.kill(worker, 'SIGSTOP')
  let connected = 0
  const sockets = Array.from({ length: Math.min(600, lineMax()) }, () => connectTo(server.url))
  for (const socket of sockets) socket.on('connect', () => connected++).write(rawHead('GET /healthz'))
  const responses = sockets.map(readToEnd)
  await eventually('all are in line', () => connected === sockets.length)
  for (const worker of workers) process.kill(worker, 'SIGCONT')
  for (const response of responses) assert.equal(readResponse(await response).status, 200)
})

test('metrics are those of the whole, and no counter falls when a worker ends', async (t) => {
  const { start } = await given(t, 'sqlite')
  const server = await start()
  const name = 'turnpike_http_requests_total{method="GET",route="/healthz",status="200"}'
  for (let request = 0; request < 10; request++) await send(server, '/healthz', apart)
  for (let look = 0; look < 2; look++) {
    const text = await metricsOf(server)
    assert.deepEqual([metric(text, name), metric(text, 'turnpike_workers_running')], [10, 2])
  }
  const [first] = pidsOf(server)
  process.kill(first as number, 'SIGKILL')
  await eventually('another worker is ready', () => pidsOf(server).length === 3)
  assert.equal(metric(await metricsOf(server), name), 10)
  for (let request = 0; request < 4; request++) await send(server, '/healthz', apart)
  server.kill('SIGHUP')
  await eventually('all are replaced', () => server.logged('all workers restarted').length === 1)
  const text = await metricsOf(server)
  assert.deepEqual([metric(text, name), metric(text, 'turnpike_worker_ends_total')], [14, 1])
})

test('told to stop, all workers finish their calls; told nothing more, because the supervisor was killed, too', async (t) => {
  const { relay, start } = await given(t, 'sqlite', { DRAIN_SECONDS: '600' })
  const upstream = await startSteeredUpstream(t)
  await relay.channel({ base_url: upstream.url })
  const { key, user_id } = await relay.key()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const server = await start()
    const pids = pidsOf(server)
    const streams: { received: Response; response: Awaited<ReturnType<typeof upstream.next>>['response'] }[] = []
    for (let number = 0; number < 4; number++) {
      const sent = open(server, path, { key, body: chatBody('hello', { stream: true }) })
      const { response } = await upstream.next()
      openEvents(response)
      response.write(chatChunk({ content: 'first' }))
      streams.push({ received: await sent, response })
    }
    server.kill(signal)
    await eventually('no new connections', () =>
      open(server, '/healthz').then(
        () => false,
        () => true,
      ),
    )
    for (const { response } of streams)
      response.end(`${chatChunk({ content: 'last' }, 'stop', usageOf(10, 5))}data: [DONE]\n\n`)
    for (const { received } of streams) assert.match(await received.text(), /first.*last.*\[DONE\]/s)
    if (signal === 'SIGTERM') assert.equal((await server.ended).code, 0)
    await eventually('all workers have ended', () => !pids.some(isAlive))
  }
  const { held, request_count } = await relay.balance(user_id)
  assert.deepEqual([held, request_count], [0, 8])
})

test('while the other workers start, a restart waits for them, and an end lets the calls of the first finish', async (t) => {
  const { relay, workers } = await given(t, 'sqlite', { DRAIN_DELAY_SECONDS: '1' })
  const upstream = await startSteeredUpstream(t)
  await relay.channel({ base_url: upstream.url })
  const { key } = await relay.key()

  const restarted = await startHalfway(t, workers, 'worker ready')
  restarted.kill('SIGHUP')
  await eventually('all are replaced', () => restarted.logged('all workers restarted').length === 1)
  assert.equal(restarted.logged('ready').length, 1)
  assert.equal(restarted.logged('worker ready').length, 4)
  restarted.kill('SIGTERM')
  assert.equal((await restarted.ended).code, 0)

  const port = await freePort()
  const ended = await startHalfway(t, { ...workers, PORT: String(port) }, 'worker ready')
  const sent = open({ url: `http://127.0.0.1:${port}` }, path, { key, body: chatBody('hello', { stream: true }) })
  const { response } = await upstream.next()
  openEvents(response)
  response.write(chatChunk({ content: 'first' }))
  const result = await sent
  ended.kill('SIGTERM')
  await eventually('it is stopping', () => ended.logged('stopping').length === 1)
  response.end(`${chatChunk({ content: 'last' }, 'stop', usageOf(10, 5))}data: [DONE]\n\n`)
  assert.match(await result.text(), /first.*last.*\[DONE\]/s)
  assert.equal((await ended.ended).code, 0)
})

test('a worker that is starting ends when its supervisor is killed', async (t) => {
  const { database, workers } = await given(t, 'sqlite')
  assert.ok(database.kind === 'sqlite')
  const { path: file } = database
  const server = await startHalfway(t, workers, 'worker ready')
  const [first] = server.logged('worker ready')
  const hasOpened = (pid: number) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === file
      } catch {
        return false // closed meanwhile
      }
    })
  const starting = await eventually('another worker has opened the database', () =>
    readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
      .find((pid) => pid !== first?.pid && hasOpened(pid)),
  )
  atEnd(t, () => isAlive(starting) && process.kill(starting, 'SIGKILL'))
  server.kill('SIGKILL')
  await eventually('it has ended', () => !isAlive(starting))
})
