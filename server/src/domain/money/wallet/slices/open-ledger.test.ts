import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenToken,
  givenUser,
  holdFor,
  now,
  readHolds,
  readUser,
  silent,
} from '../../../../../test/harness/ledger.ts'
import { openLedger } from './open-ledger.ts'

onBothDatabases('a busy user gets slices on PostgreSQL, and a hold for each call on SQLite', async (open, t) => {
  const spoolFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(spoolFolder, { recursive: true, force: true }))
  const ledger = openLedger({ open, clock: () => now, log: silent, spoolFolder })
  atEnd(t, ledger.close)
  const user = await givenUser(open.store, { quota: 1_000_000 })
  const token = await givenToken(open.store, user)
  const calls = Array.from({ length: 8 }, () => callBy(user, token))
  for (const call of calls) assert.equal((await ledger.hold(holdFor(call, 10))).ok, true)
  const { sliced } = ledger.counts()
  if (open.dialect === 'postgres') assert.ok(sliced > 0)
  else {
    assert.equal(sliced, 0)
    const held = (await readHolds(open.store)).map(({ request_id }) => request_id)
    assert.deepEqual(held.sort(), calls.map(({ request_id }) => request_id).sort())
  }
  for (const call of calls) assert.equal((await ledger.capture(captureFor(call, 7))).ok, true)
  await ledger.close()
  const { quota, held } = await readUser(open.store, user)
  assert.deepEqual([quota, held], [1_000_000 - 8 * 7, 0])
  assert.deepEqual(await driftsOf(open), [])
})
