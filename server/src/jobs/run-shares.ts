import type { Deps } from '../deps.ts'
import { shareCredits, shareOrders, shareSpends } from '../domain/money/agents/shares/run-shares.rules.ts'
import { tellHeld } from '../domain/money/agents/shares/tell-held.ts'
import { releaseLease, renewLease, takeLease } from '../store/lease.ts'

export const runSharesEverySeconds = 10
const leaseSeconds = 60
/** Credits are read again after this time, in which every transaction has ended that was open at the first reading. */
const creditsEverySeconds = 60

/** Makes the shares of agents and takes them back, on one instance at a time. */
export async function runShares(deps: Deps, holder: string): Promise<void> {
  const { store, clock } = deps
  let lease = await takeLease(store, 'shares', holder, leaseSeconds, clock())
  if (!lease) return
  const keepLease = async () => {
    lease = lease && (await renewLease(store, lease, leaseSeconds, clock()))
    return lease !== undefined
  }
  let held = await shareOrders(deps, keepLease)
  if (await takeLease(store, 'credit shares', holder, creditsEverySeconds, clock()))
    held += await shareCredits(deps, keepLease)
  held += await shareSpends(deps, keepLease)
  if (lease) await releaseLease(store, lease)
  tellHeld(deps, held)
}
