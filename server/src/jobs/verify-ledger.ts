import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Verification } from '../domain/money/wallet/verify/verify.ts'
import type { Log } from '../log.ts'
import { takeLease } from '../store/lease.ts'
import type { Store, StoreSettings } from '../store/store.ts'

export const verifyLedgerEverySeconds = 3600

type VerifyLedgerDeps = { store: Store; settings: StoreSettings; clock: () => number; log: Log }

/**
 * Verifies the ledger once an hour on one instance. A drift is a bug that the operator must act on. The job reads the
 * whole ledger, so it has a thread and a connection of its own and delays no call.
 */
export async function verifyLedgerInWorker(
  { store, settings, clock, log }: VerifyLedgerDeps,
  holder: string,
): Promise<void> {
  if (settings.log) return // rows may be moving to the log database; `npm run ledger:verify` takes that job's lease first
  if (!(await takeLease(store, 'audit books', holder, verifyLedgerEverySeconds - 60, clock()))) return
  const worker = new Worker(new URL('./verify-ledger-worker.ts', import.meta.url), {
    workerData: { settings, now: clock() },
  })
  const [verification] = (await once(worker, 'message')) as [Verification]
  if (!verification.clean) log.error('the books do not balance', { drifts: verification.drifts.slice(0, 20) })
}
