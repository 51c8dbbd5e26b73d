import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { selfApi } from '@turnpike/contract/identity/self'
import { sql } from 'kysely'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import { type FreshDatabase, freshDatabase, openTest } from '../harness/databases.ts'
import { type Client, startTestServer, type TestServer } from '../harness/harness.ts'
import { driftsOf } from '../harness/ledger.ts'
import { startRelay, type TcpRelay } from '../outside/tcp-relay.ts'

const unit = 500_000

/** Somebody with earnings to transfer: each transfer has a reference of its own, so that one done twice would count twice. */
async function givenEarner(server: TestServer): Promise<Client> {
  const id = await server.given.user({ username: 'earner' })
  const reward = {
    user_id: id,
    kind: 'invite_reward',
    reference: 'x',
    amount: 100 * unit,
    at: server.deps.clock(),
  } as const
  await server.deps.store.transaction().execute((transaction) => post(transaction, reward))
  const client = server.client()
  await client.signIn('earner')
  return client
}

const transfer = (client: Client) => client.call(selfApi.affiliateTransfer, { body: { quota: unit } })
const transferredBy = async ({ deps }: TestServer, { userId }: Client) =>
  (await deps.store.selectFrom('users').select('quota').where('id', '=', userId).executeTakeFirstOrThrow()).quota / unit

async function isRefusedForNow(call: ReturnType<typeof transfer>) {
  const { status, headers, response } = await call
  assert.equal(status, 503, JSON.stringify(response))
  assert.equal(headers.get('retry-after'), '5')
  assert.ok(!response.success)
  assert.equal(response.code, 'database_error')
}

describe('faults of PostgreSQL in a console transaction', () => {
  let database: FreshDatabase
  let relay: TcpRelay
  let server: TestServer
  let client: Client
  before(async () => {
    database = await freshDatabase('postgres')
    assert.ok(database.address.kind === 'postgres')
    const url = new URL(database.address.url)
    relay = await startRelay({ hostname: url.hostname, port: Number(url.port) })
    url.port = String(relay.port)
    server = await startTestServer({ kind: 'postgres', url: url.href }, {}, { ledgerLimits: {} })
    client = await givenEarner(server)
    const { store } = server.deps
    // A sequence keeps counting when the transaction that drew from it is rolled back.
    await sql`CREATE SEQUENCE attempts`.execute(store)
    await sql`CREATE TABLE fault (moment TEXT, state TEXT, times BIGINT)`.execute(store)
    await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE planned RECORD;
      BEGIN
        SELECT * INTO planned FROM fault WHERE moment = TG_NAME;
        IF FOUND AND nextval('attempts') <= planned.times THEN
          IF planned.state = '57P01' THEN PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(60); END IF;
          RAISE EXCEPTION 'planned' USING ERRCODE = planned.state;
        END IF;
        RETURN NEW;
      END $$`.execute(store)
    await sql`CREATE TRIGGER statement BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION fail()`.execute(store)
    await sql`CREATE CONSTRAINT TRIGGER commit AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail()`.execute(store)
  })
  after(async () => {
    await server.stop()
    await relay.cut()
    await database.drop()
  })

  const plan = async (moment: 'statement' | 'commit', state: string, times: number) => {
    const { store } = server.deps
    await sql`ALTER SEQUENCE attempts RESTART`.execute(store)
    await sql`DELETE FROM fault`.execute(store)
    await sql`INSERT INTO fault VALUES (${moment}, ${state}, ${times})`.execute(store)
  }
  const attempts = async () => {
    const next = await sql<{ next: number }>`SELECT nextval('attempts') AS next`.execute(server.deps.store)
    return (next.rows[0]?.next ?? 0) - 1
  }

  const passing: ['statement' | 'commit', string][] = [
    ['statement', '40001'],
    ['statement', '40P01'],
    ['statement', '57P01'],
    ['commit', '40001'],
    ['commit', '40P01'],
  ]
  for (const [moment, state] of passing)
    test(`${state} at a ${moment}: it is tried again and done once`, async () => {
      const before = await transferredBy(server, client)
      await plan(moment, state, 2)
      const { response } = await transfer(client)
      assert.ok(response.success, JSON.stringify(response))
      assert.equal(await attempts(), 3)
      assert.equal(await transferredBy(server, client), before + 1)
    })

  for (const state of ['40001', '40P01', '57P01', '55P03', '57014', '25P03', '53300'])
    test(`${state} that does not pass is a refusal for now, and nothing was done`, async () => {
      const before = await transferredBy(server, client)
      await plan('statement', state, 1000)
      await isRefusedForNow(transfer(client))
      assert.ok((await attempts()) <= 5, 'tried so often and no more')
      await plan('statement', state, 0)
      assert.equal(await transferredBy(server, client), before)
    })

  test('a connection that breaks at the commit leaves open whether it was done: it is not tried again', async () => {
    const before = await transferredBy(server, client)
    await plan('commit', '57P01', 1)
    await isRefusedForNow(transfer(client))
    assert.equal(await attempts(), 1)
    await plan('commit', '57P01', 0)
    assert.equal(await transferredBy(server, client), before)

    relay.loseResponseTo('commit')
    await isRefusedForNow(transfer(client))
    assert.equal(await transferredBy(server, client), before + 1, 'it was done, once')
  })

  test('connections that the server ended are not noticed by those who read', async () => {
    const other = await openTest(database.address)
    try {
      for (let round = 0; round < 20; round++) {
        const calls = Array.from({ length: 5 }, () => client.fetch('/api/user/self'))
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(other.store)
        calls.push(client.fetch('/api/user/self'))
        assert.deepEqual(
          (await Promise.all(calls)).map(({ status }) => status),
          calls.map(() => 200),
        )
      }
      assert.deepEqual(await driftsOf(other), [])
    } finally {
      await other.close()
    }
  })
})

test('a SQLite file that another process locks is waited for; where that takes too long, it is a refusal for now', async (t) => {
  const database = await freshDatabase('sqlite')
  assert.ok(database.address.kind === 'sqlite')
  const server = await startTestServer(database.address, {}, { ledgerLimits: {} })
  const other = new DatabaseSync(database.address.path)
  t.after(async () => {
    other.close()
    await server.stop()
    await database.drop()
  })
  const client = await givenEarner(server)
  other.exec('BEGIN IMMEDIATE')
  await isRefusedForNow(transfer(client))
  const waiting = transfer(client)
  other.exec('COMMIT')
  assert.ok((await waiting).response.success)
  assert.equal(await transferredBy(server, client), 1)
  const open = await openTest(database.address)
  assert.deepEqual(await driftsOf(open), [])
  await open.close()
})
