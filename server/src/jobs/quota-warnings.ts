import type { Deps } from '../deps.ts'
import { warnQuota } from '../domain/system/notifications/warn-quota.ts'
import { releaseLease, renewLease, takeLease } from '../store/lease.ts'

export const quotaWarningsEverySeconds = 60
const leaseSeconds = 300

/** Warns users whose balance fell below their threshold, on one instance at a time. */
export async function quotaWarnings(deps: Deps, holder: string): Promise<void> {
  const { store, clock } = deps
  let lease = await takeLease(store, 'quota warnings', holder, leaseSeconds, clock())
  if (!lease) return
  await warnQuota(deps, async () => {
    lease = lease && (await renewLease(store, lease, leaseSeconds, clock()))
    return lease !== undefined
  })
  if (lease) await releaseLease(store, lease)
}
