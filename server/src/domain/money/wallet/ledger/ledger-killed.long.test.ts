import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf, readHolds, silent, withLedger } from '../../../../../test/harness/ledger.ts'
import { givenWork, givenWorkOfMembers, givenWorkOfPlan } from '../../../../../test/processes/given-work.ts'
import type { Work } from '../../../../../test/processes/ledger-process.ts'
import { startLedgerProcess } from '../../../../../test/processes/start-ledger-process.ts'
import { expireHolds } from '../../../../jobs/expire-holds.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { Spool } from '../spool/spool.ts'

const crashes = 4

for (const slices of ['none', 'some'] as const) {
  onBothDatabases(
    `a process killed at any point loses no charge it acknowledged, and leaves no money held, slices: ${slices}`,
    async (open, t) => {
      const work = { ...(await givenWork(t, open, 1_000_000)), slices }
      const acknowledged: Charges = new Map()
      for (let crash = 0; crash < crashes; crash++) await killInTheMiddle(work, acknowledged)
      await checkBooks(open, work.spoolFolder, acknowledged)
    },
  )

  onBothDatabases(
    `processes that are killed amid calls of a plan leave the books of its pots in order, slices: ${slices}`,
    async (open, t) => {
      const work = { ...(await givenWorkOfPlan(t, open, 100)), slices }
      const acknowledged: Charges = new Map()
      for (let crash = 0; crash < crashes / 2; crash++)
        await Promise.all([killInTheMiddle(work, acknowledged), killInTheMiddle(work, acknowledged)])
      await checkBooks(open, work.spoolFolder, acknowledged)
      const paid = await open.store.selectFrom('pot_moves').select('pot_id').distinct().execute()
      assert.equal(paid.length, 2, 'both pots paid')
    },
  )

  onBothDatabases(
    `processes that are killed amid the calls of members leave the books of their organisation in order, slices: ${slices}`,
    async (open, t) => {
      const works = await givenWorkOfMembers(t, open, 1_000_000)
      const acknowledged: Charges = new Map()
      for (let crash = 0; crash < crashes / 2; crash++)
        await Promise.all(works.map((work) => killInTheMiddle({ ...work, slices }, acknowledged)))
      await checkBooks(open, works[0]?.spoolFolder ?? '', acknowledged)
      const callers = new Map(works.map(({ caller, token }) => [token, caller]))
      const entries = await open.store
        .selectFrom('ledger')
        .select(['user_id', 'caller_id', 'token_id'])
        .where('kind', '=', 'charge')
        .execute()
      for (const { user_id, caller_id, token_id } of entries)
        assert.deepEqual([user_id, caller_id], [works[0]?.user, callers.get(token_id)])
    },
  )
}

/** By request id. */
type Charges = Map<string, number>

/** Kills a process while it calls, and notes what it had acknowledged. */
async function killInTheMiddle(work: Omit<Work, 'kind' | 'count'>, acknowledged: Charges): Promise<void> {
  const process = await startLedgerProcess({ ...work, kind: 'load', count: 24 })
  process.go()
  await process.said(20 + Math.floor(Math.random() * 120))
  process.kill()
  await process.ended
  for (const line of process.lines) {
    const [, request_id = '', charge] = line.split(' ')
    acknowledged.set(request_id, Number(charge))
  }
}

/** What the next process finds: it ends the holds of the dead ones, and every charge is there. */
async function checkBooks(open: OpenStore, spoolFolder: string, acknowledged: Charges): Promise<void> {
  assert.ok((await readHolds(open.store)).length > 0, 'it was killed in the middle of calls')
  const later = Math.floor(Date.now() / 1000) + 3600
  await withLedger(
    open,
    async (ledger) => {
      const options = { current: () => ({ LogConsumeEnabled: true, DataExportEnabled: true }) }
      await expireHolds({ store: open.store, clock: () => later, options, log: silent, ledger }, 'me')
    },
    { clock: () => later, spoolFolder },
  )
  assert.equal(await new Spool(spoolFolder).hasRecords(), false)
  assert.deepEqual(await readHolds(open.store), [])
  const charges = await open.store
    .selectFrom('ledger')
    .select(['reference', 'amount'])
    .where('kind', '=', 'charge')
    .execute()
  const charged = new Map(charges.map(({ reference, amount }) => [reference, amount]))
  for (const [request_id, charge] of acknowledged) assert.equal(charged.get(request_id), charge)
  assert.deepEqual(await driftsOf(open, later), [])
}
