import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Verification } from '../domain/wallet/verify/verify.ts'
import type { Log } from '../log.ts'
import { takeLease } from '../store/lease.ts'
import type { Store, StoreSettings } from '../store/store.ts'

export const auditBooksEverySeconds = 3600

type Given = { store: Store; settings: StoreSettings; clock: () => number; log: Log }

/**
 * Proves the books once an hour on one instance. Drift is never expected: someone must act. It reads everything, so it has
 * a thread and a connection of its own and holds up no call.
 */
export async function auditBooks({ store, settings, clock, log }: Given, holder: string): Promise<void> {
  if (settings.log) return // rows may be on their way to the log database; `npm run ledger:verify` makes them wait
  if (!(await takeLease(store, 'audit books', holder, auditBooksEverySeconds - 60, clock()))) return
  const worker = new Worker(new URL('./audit-books-worker.ts', import.meta.url), {
    workerData: { settings, now: clock() },
  })
  const [verification] = (await once(worker, 'message')) as [Verification]
  if (!verification.clean) log.error('the books do not balance', { drifts: verification.drifts.slice(0, 20) })
}
