import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { databaseKindsOfRun } from '../../test/harness/databases.ts'
import { useServers } from '../../test/harness/harness.ts'
import { tableNames } from '../store/migration-record.ts'
import { warmUp } from './warm-up.ts'

for (const kind of databaseKindsOfRun)
  describe(`the warm-up [${kind}]`, () => {
    const servers = useServers(kind, { one: {} })

    async function countRows() {
      const { store } = servers.one.deps
      const counts: Record<string, number> = {}
      for (const table of await tableNames(store, kind)) {
        if (table === 'leases') continue // a job of the server may take one meanwhile
        const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(store)
        counts[table] = rows[0]?.count ?? 0
      }
      return counts
    }

    test('requests two holds from the ledger, and leaves nothing behind', async () => {
      const { deps, lines } = servers.one
      const before = await countRows()
      const [noted, operations] = [lines.length, deps.ledger.counts().operations]
      await warmUp(deps)
      assert.equal(deps.ledger.counts().operations - operations, 2, 'a hold for each chat')
      assert.deepEqual(await countRows(), before)
      assert.equal(deps.inFlight.count(), 0)
      assert.deepEqual(lines.slice(noted), [])
    })

    test('fails if a chat gets no response', async () => {
      await assert.rejects(warmUp({ ...servers.one.deps, clock: fails }), /responded 500/)
    })
  })

function fails(): never {
  throw new Error('the clock is broken')
}
