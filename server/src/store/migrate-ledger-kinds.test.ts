import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  withLedger,
} from '../../test/harness/ledger.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'

for (const kind of databaseKinds)
  test(`entries keep their values when the ledger gets more kinds, while a process of the version before goes on [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind, { migrated: false })
    atEnd(t, drop)
    const open = await openTest(address)
    const second = await openTest(address)
    atEnd(t, second.close)
    atEnd(t, open.close)
    const { store } = open
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
    cpSync(migrationsFolder, folder, { recursive: true })
    for (const file of readdirSync(join(folder, 'main'))) if (file >= '0033') rmSync(join(folder, 'main', file))
    await migrate(open, { folder })

    const user = await givenUser(store)
    const token = await givenToken(store, user)
    const channel = await givenChannel(store)
    const all = () => store.selectFrom('ledger').selectAll().orderBy('id').execute()
    await withLedger(second, async (ledger) => {
      // Its statements are prepared before the migration.
      const before = callBy(user, token)
      await ledger.hold(holdFor(before, 10))
      await ledger.capture(captureFor(before, 10, channel))
      const known = await all()
      await migrate(open)
      assert.deepEqual(await all(), known)
      const after = callBy(user, token)
      assert.ok((await ledger.hold(holdFor(after, 20))).ok)
      assert.ok((await ledger.capture(captureFor(after, 20, channel))).ok)
    })
    assert.deepEqual(
      (await all()).map(({ posted, affiliate }) => [posted, affiliate]),
      [
        [1000, 0],
        [-10, 0],
        [-20, 0],
      ],
    )
    const entry = { user_id: user, reference: 'x', amount: 5, created_at: 1 }
    await assert.rejects(
      store
        .insertInto('ledger')
        .values({ ...entry, kind: 'gift' as 'grant' })
        .execute(),
    )
    await assert.rejects(sql`UPDATE ledger SET amount = 1`.execute(store), /append-only/)
    assert.deepEqual(await driftsOf(open), [])
  })
