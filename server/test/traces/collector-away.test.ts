import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../harness/at-end.ts'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { startTraceCollector } from '../outside/trace-collector.ts'
import { startProcess } from '../processes/server-process.ts'
import { chatBody, send } from '../relay/send.ts'

const path = '/v1/chat/completions'
type Env = Record<string, string>

async function givenRelay(t: TestContext, env: Env = {}) {
  const database = await freshDatabase('sqlite')
  atEnd(t, database.drop)
  const relay = await startRelay(database.address, env)
  atEnd(t, relay.stop)
  await relay.channel()
  const mine = await relay.key()
  const call = (server: Pick<RelayServer, 'url'> = relay) =>
    send(server, path, { key: mine.key, body: chatBody(), headers: { connection: 'close' } })
  return { relay, database, mine, call }
}

async function givenCollector(t: TestContext) {
  const collector = await startTraceCollector()
  atEnd(t, collector.stop)
  return collector
}

const spansOf = async ({ url }: { url: string }) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return (outcome: string) =>
    Number(new RegExp(`turnpike_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

/** An address at which nobody listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('a collector that cannot be reached fails no call, and the server still stops', async (t) => {
  const url = await closedAddress()
  const { relay, call: request } = await givenRelay(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_BSP_MAX_QUEUE_SIZE: '4',
  })
  for (let call = 0; call < 10; call++) assert.equal((await request()).status, 200)
  const count = await spansOf(relay)
  assert.ok(count('dropped') > 0, 'the queue has a bound')
  assert.equal(count('sent'), 0)
  await relay.stop() // a deadline that did not hold would fail this test by its own
})

test('a collector that accepts requests and never responds delays no call; spans that find the queue full are dropped', async (t) => {
  const collector = await givenCollector(t)
  collector.fallSilent()
  const { relay, call: request } = await givenRelay(t, { ...collector.env, OTEL_BSP_MAX_QUEUE_SIZE: '6' })
  assert.equal((await request()).status, 200)
  await eventually('the collector has a request without a response', () => collector.requests.length > 0)
  for (let call = 0; call < 10; call++) assert.equal((await request()).status, 200)
  assert.ok((await spansOf(relay))('dropped') > 0)
})

test('spans that a collector refuses are counted, and the log says so once, without what the collector said', async (t) => {
  const collector = await givenCollector(t)
  collector.refuse('the request was: secret things')
  const { relay, call: request } = await givenRelay(t, collector.env)
  for (let call = 0; call < 3; call++) {
    assert.equal((await request()).status, 200)
    const wanted = 2 * (call + 1)
    await eventually('its spans have failed', async () => (await spansOf(relay))('failed') === wanted)
  }
  const said = relay.lines.filter((line) => line.includes('traces not sent'))
  assert.equal(said.length, 1)
  assert.doesNotMatch(relay.lines.join('\n'), /secret things/)
})

test('with a sampler that takes nothing, nothing is sent', async (t) => {
  const collector = await givenCollector(t)
  const { relay, call } = await givenRelay(t, { ...collector.env, OTEL_TRACES_SAMPLER: 'always_off' })
  assert.equal((await call()).status, 200)
  await relay.stop() // what was queued would be sent now
  assert.deepEqual(collector.requests, [])
})

for (const [name, env] of Object.entries<Env>({
  'switched off': { OTEL_SDK_DISABLED: 'true' },
  'without an exporter': { OTEL_TRACES_EXPORTER: 'none' },
}))
  test(`${name}, a collector that is named is not used`, async (t) => {
    const collector = await givenCollector(t)
    const { relay, call } = await givenRelay(t, { ...collector.env, ...env })
    assert.equal(relay.deps.traces, undefined)
    assert.equal((await call()).status, 200)
    await relay.stop()
    assert.deepEqual(collector.requests, [])
  })

test('every worker sends its traces, and what is queued when the server stops is sent first', async (t) => {
  const collector = await givenCollector(t)
  const { database, call: request } = await givenRelay(t)
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  const workers = await startProcess(t, {
    ...databaseEnv(database.address),
    SECRET_KEY: secretKey,
    DATA_DIR: folder,
    WORKERS: '2',
    DRAIN_DELAY_SECONDS: '0',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/of/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '3600000', // until then the end alone sends
  })
  // Workers take connections in turns.
  for (let call = 0; call < 6; call++) assert.equal((await request(workers)).status, 200)
  assert.equal(collector.requests.length, 0)
  workers.kill('SIGTERM')
  await workers.ended
  assert.ok(collector.requests.every(({ path: sent }) => sent === '/of/traces'))
  const servers = collector.spans.filter(({ kind }) => kind === 'server')
  assert.equal(servers.length, 6)
  assert.equal(new Set(servers.map(({ resource }) => resource['service.instance.id'])).size, 2)
  assert.ok(servers.every(({ resource }) => resource['service.name'] === 'turnpike'))
})
