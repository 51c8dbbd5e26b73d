import type { Deps } from '../deps.ts'
import { findExpiredHolds } from '../domain/money/wallet/holds.queries.ts'
import type { Ledger } from '../domain/money/wallet/ledger/ledger.ts'
import { takeLease } from '../store/lease.ts'

export const expireHoldsEverySeconds = 5
const batchMax = 256

type ExpireHoldsDeps = Pick<Deps, 'store' | 'clock' | 'log'> & {
  ledger: Ledger
  options: { current(): { LogConsumeEnabled: boolean } }
}

/** Ends the holds of calls whose process is gone: a call that delivered nothing costs nothing, any other is charged. */
export async function expireHolds(
  { store, clock, options, log, ledger }: ExpireHoldsDeps,
  holder: string,
): Promise<void> {
  const at = clock()
  if (!(await takeLease(store, 'expire holds', holder, expireHoldsEverySeconds - 1, at))) return
  const { LogConsumeEnabled: isLogged } = options.current()
  for (;;) {
    const calls = await findExpiredHolds(store, at, batchMax)
    const outcomes = await Promise.all(calls.map((call) => ledger.expire({ ...call, isLogged, at })))
    const ended = outcomes.filter(({ ok }) => ok).length
    if (ended > 0) log.info('holds expired', { count: ended })
    if (calls.length < batchMax || ended < calls.length) return
  }
}
