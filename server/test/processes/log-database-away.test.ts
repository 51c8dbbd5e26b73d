import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/store/store.ts'
import { atEnd } from '../harness/at-end.ts'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { startRelay as startWire } from '../outside/tcp-relay.ts'
import { chatBody, send } from '../relay/send.ts'

const countIn = async (store: Store) => (await store.selectFrom('logs').select('id').execute()).length

test('a server that starts while its log database is away serves calls; their rows move when it is back, as on a running one', async (t) => {
  const [main, logs] = [await freshDatabase('sqlite'), await freshDatabase('postgres', { migrated: false })]
  for (const { drop } of [main, logs]) atEnd(t, drop)
  assert.ok(logs.address.kind === 'postgres')
  const url = new URL(logs.address.url)
  const wire = await startWire({ hostname: url.hostname, port: Number(url.port) })
  atEnd(t, wire.cut)
  url.port = String(wire.port)
  await wire.cut()
  const server = await startRelay(main.address, { LOG_SQL_DSN: url.href })
  atEnd(t, server.stop)
  const { store, logStore } = server.deps
  await server.channel()
  const { key, user_id } = await server.key()
  const call = async () => (await send(server, '/v1/chat/completions', { key, body: chatBody() })).status
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status
  const isMoved = async (rows: number) => (await countIn(store)) === 0 && (await countIn(logStore)) === rows

  assert.equal(await call(), 200)
  assert.equal(await countIn(store), 1)
  assert.equal((await server.balance(user_id)).request_count, 1)
  assert.equal(await readiness(), 200, 'calls are served and charged')
  await wire.restore()
  await eventually('the log database is migrated, and has the row', () => isMoved(1).catch(() => false))
  assert.equal(await readiness(), 200)

  await wire.cut()
  assert.equal(await call(), 200)
  assert.equal(await readiness(), 200)
  await wire.restore()
  await eventually('the second row has moved', () => isMoved(2).catch(() => false))
})
