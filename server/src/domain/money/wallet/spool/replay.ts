import { randomUUID } from 'node:crypto'
import type { Log } from '../../../../log.ts'
import { releaseLease, renewLease, takeLease } from '../../../../store/lease.ts'
import type { Store } from '../../../../store/store.ts'
import { DatabaseAway } from '../ledger/database-failure.ts'
import type { Outcome, Settlement } from '../ledger/operations.ts'
import type { Spool } from './spool.ts'

const leaseName = 'ledger spool'
/** Other processes take over after this time if the replaying process dies. */
const leaseSeconds = 15
const groupSize = 128

type ReplayDeps = {
  spool: Spool
  store: Store
  clock: () => number
  log: Log
  submit(settlement: Settlement): Promise<Outcome>
}

/** Applies the spooled settlements of this process and of processes that died. One process replays at a time. */
export async function replaySpool({ spool, store, clock, log, submit }: ReplayDeps): Promise<void> {
  if (!(await spool.hasRecords())) return
  let lease = await takeLease(store, leaseName, randomUUID(), leaseSeconds, clock())
  if (!lease) return
  let count = 0
  const apply = async (settlement: Settlement) => {
    try {
      await submit(settlement)
      count += 1
    } catch (error) {
      if (error instanceof DatabaseAway) throw error
      log.error('a spooled settlement cannot be applied: set aside', { request_id: settlement.request_id, error })
      await spool.setAside(JSON.stringify(settlement))
    }
  }
  try {
    await spool.replay(groupSize, async (settlements) => {
      lease = lease && (await renewLease(store, lease, leaseSeconds, clock()))
      if (!lease) throw new DatabaseAway('another process has taken over')
      await Promise.all(settlements.map(apply))
    })
  } finally {
    if (count > 0) log.info('spooled settlements applied', { count })
    if (lease) await releaseLease(store, lease)
  }
}
