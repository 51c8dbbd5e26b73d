import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '../../src/domain/money/wallet/ledger/ledger.ts'
import { callBy, captureFor, holdFor } from '../harness/ledger.ts'
import { isLongRun } from '../harness/long-run.ts'

/** Calls without end, so many at a time: in a long run more than a core can do. Acknowledged charges are kept. */
export function startLedgerLoad(
  ledger: Ledger,
  { user, token, channel }: { user: number; token: number; channel: number },
) {
  const acknowledged = new Map<string, number>()
  let isOver = false
  const call = async () => {
    while (!isOver) {
      const one = callBy(user, token)
      if (!(await ledger.hold(holdFor(one, 10))).ok) {
        await pause(20)
        continue
      }
      await pause(5 * Math.random())
      const charge = 1 + Math.floor(Math.random() * 12)
      if ((await ledger.capture(captureFor(one, charge, channel))).ok) acknowledged.set(one.request_id, charge)
    }
  }
  const workers = Array.from({ length: isLongRun ? 16 : 6 }, call)
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(workers)
    },
  }
}
