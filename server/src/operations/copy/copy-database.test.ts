import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { databaseKinds, givenStore } from '../../../test/harness/databases.ts'
import type { DatabaseAddress } from '../../store/dsn.ts'
import { openStore } from '../../store/store.ts'
import { givenEmpty, givenFolder, silent } from '../testing.ts'
import { copyDatabase, scopesOf } from './copy-database.ts'
import { openDraft, openSnapshot } from './open-side.ts'
import { differingTables, digestDatabase } from './table-digest.ts'

async function copy(from: DatabaseAddress, to: DatabaseAddress) {
  const source = await openSnapshot(from)
  const draft = await openDraft(to)
  const digest = await copyDatabase(source, draft, scopesOf.main, silent)
  await draft.finish()
  await source.close()
  return digest
}

for (const kind of databaseKinds)
  for (const other of databaseKinds)
    test(`a copy from ${kind} to ${other} has every value, and ids go on after the last`, async (t) => {
      const { store, main } = await givenStore(t, kind)
      const odd = '{"a": 1,  "a":2}\n\u{1f600} \\ \' " \u0001'
      const big = 9_007_199_254_740_991
      await sql`INSERT INTO users (username, username_key, password_hash, display_name, aff_code, created_at, quota)
        VALUES (${odd}, 'a', ${odd}, ${odd}, 'a', 5, ${big})`.execute(store)
      const times = [0, 1_700_000_000, 1_702_592_000, 4_200_000_000]
      for (const at of times)
        await sql`INSERT INTO logs (user_id, created_at, type, content) VALUES (1, ${at}, 3, ${odd})`.execute(store)
      await sql`DELETE FROM logs WHERE created_at = 4200000000`.execute(store)
      const entry = { user_id: 1, kind: 'grant', amount: 5, created_at: 5 } as const
      await sql`INSERT INTO ledger (id, user_id, kind, reference, amount, created_at)
        VALUES (41, 1, 'grant', 'a', 5, 5)`.execute(store)
      const target = await givenEmpty(t, other)
      const digest = await copy(main, target)
      assert.deepEqual([digest.users?.rows, digest.users?.sums.quota, digest.logs?.rows], [1, String(big), 3])
      const copied = await openSnapshot(target)
      assert.deepEqual(differingTables(await digestDatabase(copied), digest), [])
      await copied.close()
      const open = await openStore({ main: target, synchronous: 'NORMAL', poolSize: 2 })
      const { rows } = await sql<{ id: number }>`INSERT INTO logs (user_id, created_at, type, content)
        VALUES (1, 5, 3, '') RETURNING id`.execute(open.store)
      assert.equal(rows[0]?.id, 5, 'the id of a deleted row is not used again')
      const next = { ...entry, reference: 'b' }
      assert.equal(
        (await open.store.insertInto('ledger').values(next).returning('id').executeTakeFirstOrThrow()).id,
        42,
      )
      const { rows: users } = await sql<{ username: string; quota: number }>`SELECT * FROM users`.execute(open.store)
      assert.deepEqual([users[0]?.username, users[0]?.quota], [odd, big])
      if (other === 'postgres') {
        const months = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
          WHERE relispartition AND relkind = 'r' ORDER BY relname`.execute(open.store)
        assert.deepEqual(
          months.rows.map(({ name }) => name),
          ['logs_2023_11', 'logs_2023_12', 'logs_default'],
        )
      }
      await open.close()
    })

for (const kind of databaseKinds) {
  test(`nothing is left of a copy that was abandoned, and a database that is not empty is refused [${kind}]`, async (t) => {
    const { main } = await givenStore(t, 'sqlite')
    const target = await givenEmpty(t, kind)
    const source = await openSnapshot(main)
    const draft = await openDraft(target)
    await copyDatabase(source, draft, scopesOf.main, silent)
    await draft.abandon()
    const again = await openDraft(target)
    await copyDatabase(source, again, scopesOf.main, silent)
    await again.finish()
    await assert.rejects(openDraft(target), /not empty|already/)
    await again.undo()
    const empty = await openDraft(target)
    await empty.abandon()
    await source.close()
  })

  test(`a snapshot does not see what is written after it was opened [${kind}]`, async (t) => {
    const { store, main } = await givenStore(t, kind)
    const source = await openSnapshot(main)
    await sql`INSERT INTO options (key, value) VALUES ('a', 'b')`.execute(store)
    assert.equal((await digestDatabase(source)).options?.rows, 0)
    await source.close()
    const later = await openSnapshot(main)
    assert.equal((await digestDatabase(later)).options?.rows, 1)
    await later.close()
  })
}

test('a database of an older version is not copied', async (t) => {
  const { store, main } = await givenStore(t, 'sqlite')
  await sql`DELETE FROM schema_migrations WHERE scope = 'main' AND version > 20`.execute(store)
  await assert.rejects(copy(main, { kind: 'sqlite', path: join(givenFolder(t), 'copy.db') }), /older version/)
})
