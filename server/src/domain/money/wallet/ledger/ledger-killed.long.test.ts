import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf, readHolds, silent, withLedger } from '../../../../../test/harness/ledger.ts'
import { givenWork } from '../../../../../test/processes/given-work.ts'
import { startLedgerProcess } from '../../../../../test/processes/start-ledger-process.ts'
import { expireHolds } from '../../../../jobs/expire-holds.ts'
import { Spool } from '../spool/spool.ts'

const crashes = 4

for (const slices of ['none', 'some'] as const)
  onBothDatabases(
    `a process killed at any point loses no charge it acknowledged, and leaves no money held, slices: ${slices}`,
    async (open, t) => {
      const work = { ...(await givenWork(t, open, 1_000_000)), slices }
      const acknowledged = new Map<string, number>()
      for (let crash = 0; crash < crashes; crash++) {
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
      assert.ok((await readHolds(open.store)).length > 0, 'it was killed in the middle of calls')
      const later = Math.floor(Date.now() / 1000) + 3600
      await withLedger(
        open,
        async (ledger) => {
          const options = { current: () => ({ LogConsumeEnabled: true, DataExportEnabled: true }) }
          await expireHolds({ store: open.store, clock: () => later, options, log: silent, ledger }, 'me')
        },
        { clock: () => later, spoolFolder: work.spoolFolder },
      )
      assert.equal(await new Spool(work.spoolFolder).hasRecords(), false)
      assert.deepEqual(await readHolds(open.store), [])
      const charges = await open.store
        .selectFrom('ledger')
        .select(['reference', 'amount'])
        .where('kind', '=', 'charge')
        .execute()
      const charged = new Map(charges.map(({ reference, amount }) => [reference, amount]))
      for (const [request_id, charge] of acknowledged) assert.equal(charged.get(request_id), charge)
      assert.deepEqual(await driftsOf(open, later), [])
    },
  )
