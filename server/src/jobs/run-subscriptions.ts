import type { Deps } from '../deps.ts'
import { runDue } from '../domain/money/plans/due/due.rules.ts'
import { tellEnds } from '../domain/money/plans/due/tell-ends.ts'
import { releaseLease, renewLease, takeLease } from '../store/lease.ts'

export const runSubscriptionsEverySeconds = 60
const leaseSeconds = 300

/** Opens and closes the pots of plans, and ends plans whose time is over, on one instance at a time. */
export async function runSubscriptions(deps: Deps, holder: string): Promise<void> {
  const { store, clock } = deps
  let lease = await takeLease(store, 'subscriptions', holder, leaseSeconds, clock())
  if (!lease) return
  const news = await runDue(deps, async () => {
    lease = lease && (await renewLease(store, lease, leaseSeconds, clock()))
    return lease !== undefined
  })
  if (lease) await releaseLease(store, lease)
  await tellEnds(deps, news)
}
