import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenUser,
  holdFor,
  now,
  readUser,
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { givenPot, readPots } from '../../../../../test/ledger/pots.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { DatabaseAway } from '../ledger/database-failure.ts'
import type { Outcome, Settlement } from '../ledger/operations.ts'
import { replaySpool } from './replay.ts'
import { Spool } from './spool.ts'

async function given(t: TestContext, { store }: OpenStore, ids: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const spool = new Spool(folder)
  for (const id of ids) await spool.append({ kind: 'capture', ...captureFor(callBy(1, 0, id), 5) })
  await spool.close()
  const applied: string[] = []
  const replay = (submit: (settlement: Settlement) => Promise<Outcome>, at = now) =>
    replaySpool({ spool: new Spool(folder), store, clock: () => at, log: silent, submit })
  const take = async ({ request_id }: Settlement): Promise<Outcome> => {
    applied.push(request_id)
    return { ok: true }
  }
  return { folder, applied, replay, take }
}

onBothDatabases('settlements stay in the spool until every one of them is applied', async (open, t) => {
  const { applied, replay, take } = await given(t, open, ['a', 'b', 'c'])
  const goAway = async (settlement: Settlement) => {
    if (settlement.request_id === 'b') throw new DatabaseAway('gone again')
    return take(settlement)
  }
  await assert.rejects(replay(goAway), DatabaseAway)
  applied.length = 0
  await replay(take)
  assert.deepEqual(applied, ['a', 'b', 'c'])
  applied.length = 0
  await replay(take)
  assert.deepEqual(applied, [])
})

onBothDatabases('one that can never be applied is set aside, and holds up nobody', async (open, t) => {
  const { folder, applied, replay, take } = await given(t, open, ['a', 'b', 'c'])
  await replay(async (settlement) => {
    if (settlement.request_id === 'b') throw new Error('constraint')
    return take(settlement)
  })
  assert.deepEqual(applied, ['a', 'c'])
  const [name = ''] = readdirSync(folder)
  assert.match(readFileSync(join(folder, name), 'utf8'), /"request_id":"b"/)
})

for (const hold of ['open', 'expired'] as const)
  onBothDatabases(`a plan pays for its call, which a dead process left in the spool, hold ${hold}`, async (open, t) => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const user = await givenUser(open.store, { quota: 100 })
    const span = { starts_at: now - 60, ends_at: now + 3600 }
    const pot = await open.store
      .transaction()
      .execute((transaction) => givenPot(transaction, user, { amount: 30, limit: 25, ...span }))
    const call = { ...callBy(user), sources: [pot.id, 0] }
    await withLedger(open, async (ledger) => {
      await ledger.hold(holdFor(call, 20))
      if (hold === 'expired')
        await ledger.expire({ ...callBy(user, 0, call.request_id), isLogged: true, at: now + 300 })
    })
    const spool = new Spool(folder)
    await spool.append({ kind: 'capture', ...captureFor(call, 28) })
    await spool.close()
    const replayed = async () => {
      await eventually('the replay', async () => !(await new Spool(folder).hasRecords()))
    }
    await withLedger(open, replayed, { spoolFolder: folder })
    assert.deepEqual(await readPots(open.store, user), [{ quota: 5, held: 0 }])
    const { quota, held } = await readUser(open.store, user)
    assert.deepEqual({ quota, held }, { quota: 97, held: 0 })
    assert.deepEqual(await driftsOf(open), [])
  })

onBothDatabases('one process replays at a time', async (open, t) => {
  const { applied, replay, take } = await given(t, open, ['a'])
  const busy = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = replay(async (settlement) => {
    begun.resolve()
    await busy.promise
    return take(settlement)
  })
  await begun.promise
  await replay(take)
  assert.deepEqual(applied, [], 'it is being done')
  busy.resolve()
  await first
  assert.deepEqual(applied, ['a'])
})
