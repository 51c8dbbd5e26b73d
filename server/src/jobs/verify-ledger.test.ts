import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds, freshDatabase, openTest } from '../../test/harness/databases.ts'
import { createLog } from '../log.ts'
import { verifyLedgerInWorker } from './verify-ledger.ts'

for (const kind of databaseKinds)
  test(`drift raises an alert, once per hour over all instances [${kind}]`, async () => {
    const { address, drop } = await freshDatabase(kind)
    const open = await openTest(address)
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const settings = { main: address, synchronous: 'NORMAL', poolSize: 1 } as const
    const audit = (now: number, holder: string) =>
      verifyLedgerInWorker({ store: open.store, settings, clock: () => now, log }, holder)
    try {
      await audit(1000, 'one')
      assert.deepEqual(lines, [], 'books without entries balance')
      await open.store
        .insertInto('users')
        .values({ username: 'a', username_key: 'a', created_at: 1, quota: 5 })
        .execute()
      await audit(1010, 'two')
      assert.deepEqual(lines, [], 'the hour is not over')
      await audit(1000 + 3600, 'two')
      assert.match(lines.join(''), /the books do not balance/)
    } finally {
      await open.close()
      await drop()
    }
  })
