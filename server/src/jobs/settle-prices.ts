import type { Deps } from '../deps.ts'
import { settleDueChanges } from '../domain/money/pricing/book/price-changes.rules.ts'
import type { LiveSnapshot } from '../gateway/routing/snapshot.ts'

export const settlePricesEverySeconds = 1

type SettlePricesDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload' | 'clock' | 'log'> & {
  snapshot: LiveSnapshot
}

/** Writes due price changes into the options. Without a due change, the database is not queried. */
export async function settlePrices(deps: SettlePricesDeps): Promise<void> {
  if (!deps.snapshot.hasDuePrices()) return
  const count = await settleDueChanges(deps, deps.clock())
  if (count > 0) deps.log.info('price changes in force', { count })
}
