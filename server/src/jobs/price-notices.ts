import type { Deps } from '../deps.ts'
import { announcePrices } from '../domain/money/pricing/notices/price-notices.rules.ts'
import { releaseLease, renewLease, takeLease } from '../store/lease.ts'

export const priceNoticesEverySeconds = 300
const leaseSeconds = 300

/** Tells users about scheduled price increases, on one instance at a time. */
export async function priceNotices(deps: Deps, holder: string): Promise<void> {
  const { store, clock } = deps
  let lease = await takeLease(store, 'price notices', holder, leaseSeconds, clock())
  if (!lease) return
  await announcePrices(deps, async () => {
    lease = lease && (await renewLease(store, lease, leaseSeconds, clock()))
    return lease !== undefined
  })
  if (lease) await releaseLease(store, lease)
}
