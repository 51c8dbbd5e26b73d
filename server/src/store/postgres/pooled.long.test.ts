import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { type FreshDatabase, freshDatabase, openTest } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { silent } from '../../../test/harness/ledger.ts'
import { type PgBouncer, startPgBouncer } from '../../../test/outside/pgbouncer.ts'
import { createLedger } from '../../domain/money/wallet/ledger/ledger.ts'
import { migrate } from '../migrate.ts'
import { bumpRevision, watchRevision } from '../revision.ts'
import { type OpenStore, openStore } from '../store.ts'
import { isPooled } from './library.ts'

async function asClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * One connection to the server, which all clients share in turns: the next client finds the state that the previous one
 * leaves.
 */
describe('behind PgBouncer in transaction mode', () => {
  let database: FreshDatabase
  let bouncer: PgBouncer
  let direct: string
  let pooled: string
  let open: OpenStore
  before(async () => {
    database = await freshDatabase('postgres')
    assert.ok(database.address.kind === 'postgres')
    direct = database.address.url
    bouncer = await startPgBouncer(direct, 1)
    pooled = bouncer.url(new URL(direct).pathname.slice(1))
    open = await openTest({ kind: 'postgres', url: pooled })
  })
  after(async () => {
    await open.close()
    await bouncer.stop()
    await database.drop()
  })

  const limits = sql<Record<string, string>>`select current_setting('statement_timeout') as statement,
  current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
  current_setting('default_transaction_read_only') as reading`
  const untouched = { statement: '0', lock: '0', idle: '0', reading: 'off' }
  const limitsLeft = async () => (await limits.execute(open.store)).rows[0]

  test('a pooler is recognised, and so is its absence', async () => {
    assert.equal(await asClient(pooled, isPooled), true)
    assert.equal(await asClient(direct, isPooled), false)
  })

  test('a transaction has its limits, its isolation and its access, and leaves none of them to others', async () => {
    const { rows } = await open.store
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const found = await limits.execute(transaction)
        const isolation = sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(transaction)
        assert.equal((await isolation).rows[0]?.transaction_isolation, 'repeatable read')
        return found
      })
    assert.deepEqual(rows[0], { statement: '30s', lock: '5s', idle: '5s', reading: 'off' })
    assert.deepEqual(await limitsLeft(), untouched)
  })

  test('a handle for reading refuses to write in a transaction, and nobody else is kept from writing', async () => {
    const main = { kind: 'postgres', url: pooled } as const
    const reader = await openStore({ main, synchronous: 'FULL', poolSize: 2, readOnly: true })
    await assert.rejects(reader.store.transaction().execute(bumpRevision), /read-only/)
    await reader.close()
    assert.deepEqual(await limitsLeft(), untouched)
    await open.store.transaction().execute(bumpRevision)
  })

  test('batches of the ledger run on whatever connection they get, and leave no limits behind', async (t) => {
    const spoolFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    t.after(() => rmSync(spoolFolder, { recursive: true, force: true }))
    for (let turn = 0; turn < 2; turn++) {
      const ledger = createLedger({ open, clock: () => 1, log: silent, spoolFolder })
      // No such user: the database responds with a refusal.
      const call = { user_id: 77, token_id: 0, amount: 1, model_name: 'm', group: 'g', price_snapshot: '{}' }
      const sent = { ...call, request_id: `call ${turn}`, at: 1, expires_at: 2, limits: [], prompt_tokens: 0 }
      const outcome = await ledger.hold(sent)
      assert.ok(!outcome.ok && outcome.code !== 'database_error', JSON.stringify(outcome))
      await ledger.close()
    }
    assert.deepEqual(await limitsLeft(), untouched)
  })

  test('a change is seen without notifications', async () => {
    const said: string[] = []
    const log = { info: (text: string) => void said.push(text), warn: (text: string) => void said.push(text) }
    const seen: number[] = []
    const watch = watchRevision(open, (revision) => void seen.push(revision), { everyMs: 20, log })
    await eventually('it gives up listening', () => said.some((text) => text.includes('connection pooler')))
    const before = seen.length
    await open.store.transaction().execute(bumpRevision)
    await eventually('the change is seen', () => seen.length > before)
    await watch.stop()
    assert.equal(said.length, 1)
  })

  test('migrations run through it', async () => {
    await asClient(direct, async (client) => {
      await client.query('DROP SCHEMA public CASCADE')
      await client.query('CREATE SCHEMA public')
    })
    const { applied } = await migrate(open)
    assert.ok(applied.length > 0)
    assert.deepEqual(await limitsLeft(), untouched)
  })
})
