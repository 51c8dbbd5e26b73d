import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { callBy, captureFor, now, silent } from '../../../../../test/harness/ledger.ts'
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
