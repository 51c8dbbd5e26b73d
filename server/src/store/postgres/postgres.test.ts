import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../../test/harness/at-end.ts'
import { givenStore, openTest } from '../../../test/harness/databases.ts'
import { startRelay } from '../../../test/outside/tcp-relay.ts'
import { type OpenStore, openStore } from '../store.ts'

/** A query may still get a connection whose end has not arrived here yet. */
async function untilItResponds(open: OpenStore) {
  for (let attempt = 0; attempt < 10; attempt++) await open.ping().catch(() => {})
  await open.ping()
}

test('int8 and numeric are exact integers or errors', async (t) => {
  const { store } = await givenStore(t, 'postgres')
  const value = async (text: string) =>
    (await sql<{ value: number }>`select ${sql.raw(text)} as value`.execute(store)).rows[0]?.value
  assert.equal(await value('9007199254740991::bigint'), Number.MAX_SAFE_INTEGER)
  assert.equal(await value('12::numeric'), 12)
  assert.equal(await value('0.5::float8'), 0.5)
  await assert.rejects(value('9007199254740992::bigint'), RangeError)
  await assert.rejects(value('1.5::numeric'), RangeError)
  assert.equal(await value('1'), 1, 'and the connection still works')
})

test('the server knows who we are, and ends what runs away, waits for a lock or keeps one for too long', async (t) => {
  const { store } = await givenStore(t, 'postgres')
  const setting = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(store)).rows[0]?.value
  assert.equal(await setting('application_name'), 'turnpike')
  assert.equal(await setting('statement_timeout'), '30s')
  assert.equal(await setting('lock_timeout'), '5s')
  assert.equal(await setting('idle_in_transaction_session_timeout'), '5s')
})

test('losing idle connections does not end the process, and later queries open new ones', async (t) => {
  const open = await givenStore(t, 'postgres')
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(open.store)))
  const other = await openTest(open.main)
  atEnd(t, other.close)
  const { rows } = await sql<{ ended: number }>`select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.store)
  assert.equal(rows[0]?.ended, 5)
  await untilItResponds(open)
})

test('after one connection is lost, those opened before it are not used: a read meets no second lost one', async (t) => {
  const { main } = await givenStore(t, 'postgres')
  assert.ok(main.kind === 'postgres')
  const url = new URL(main.url)
  const wire = await startRelay({ hostname: url.hostname, port: Number(url.port) })
  atEnd(t, wire.cut)
  url.port = String(wire.port)
  const poolSize = 12 // more than the attempts of a read
  const open = await openStore({ main: { kind: 'postgres', url: url.href }, synchronous: 'FULL', poolSize })
  atEnd(t, open.close)
  const isOccupied = Promise.withResolvers<void>()
  let occupied = 0
  await Promise.all(
    Array.from({ length: poolSize }, () =>
      open.store.connection().execute(async () => {
        if (++occupied === poolSize) isOccupied.resolve()
        await isOccupied.promise
      }),
    ),
  )
  wire.doom()
  assert.deepEqual(await open.store.selectFrom('users').select('id').execute(), [])
})

test('losing the connection under a running query fails that query and nothing else', async (t) => {
  const open = await givenStore(t, 'postgres')
  const other = await openTest(open.main)
  atEnd(t, other.close)
  const running = open.store.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await Promise.all([
      sql`select pg_sleep(60)`.execute(connection),
      sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.store),
    ])
  })
  await assert.rejects(running)
  await untilItResponds(open)
})

test('a server that accepts and stays silent is given up', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  atEnd(t, () => silent.close())
  await once(silent, 'listening')
  const address = silent.address()
  assert.ok(address && typeof address === 'object')
  const url = `postgres://x@127.0.0.1:${address.port}/x`
  await assert.rejects(openStore({ main: { kind: 'postgres', url }, synchronous: 'FULL', poolSize: 2 }), /timeout/)
})
