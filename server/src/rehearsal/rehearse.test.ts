import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { databaseKinds } from '../../test/harness/databases.ts'
import { useServers } from '../../test/harness/harness.ts'
import type { RelayDeps } from '../gateway/entry/relay-deps.ts'
import type { Vault } from '../secrets/vault.ts'
import { tableNames } from '../store/migration-record.ts'
import { rehearse } from './rehearse.ts'

for (const kind of databaseKinds)
  describe(`a rehearsal [${kind}]`, () => {
    const servers = useServers(kind, { one: {} })

    test('relays whole and streamed chats through the ledger, and leaves nothing behind', async () => {
      const deps = servers.one.deps as typeof servers.one.deps & RelayDeps & { vault: Vault } // a server hands over all it has
      const countRows = async () => {
        const counts: Record<string, unknown> = {}
        for (const table of await tableNames(deps.store, kind))
          counts[table] = (
            await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(deps.store)
          ).rows[0]?.rows
        return counts
      }
      const before = await countRows()
      const lines = servers.one.lines.length
      const operations = deps.ledger.counts().operations
      await rehearse(deps, { calls: 40, withinMs: 60_000 })
      assert.deepEqual(await countRows(), before)
      assert.equal(deps.ledger.counts().operations - operations, 80, 'a hold and a capture for each call')
      assert.deepEqual([deps.inFlight.count(), deps.ledger.isHealthy()], [0, true])
      assert.deepEqual(servers.one.lines.slice(lines), [], 'nothing is logged')
    })

    test('ends when its time is over', async () => {
      const deps = servers.one.deps as typeof servers.one.deps & RelayDeps
      const operations = deps.ledger.counts().operations
      await rehearse(deps, { calls: 1000, withinMs: 0 })
      assert.equal(deps.ledger.counts().operations, operations)
    })
  })
