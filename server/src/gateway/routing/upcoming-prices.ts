import type { PricedModel, UpcomingPrice } from '@turnpike/contract/money/pricing'
import { withPrices } from '../../domain/money/pricing/book/changed-prices.ts'
import type { PriceChange } from '../../domain/money/pricing/book/price-changes.queries.ts'
import { raisedPrices } from '../../domain/money/pricing/book/raised-prices.ts'
import { foldedName } from '../../domain/money/pricing/folded-name.ts'
import { buildPriceBook } from '../../domain/money/pricing/price-book.ts'
import { priceListOf } from './price-list.ts'
import type { LiveSnapshot, Snapshot } from './snapshot.ts'

const lists = new WeakMap<Snapshot, readonly PricedModel[]>()

/** The price list with the next scheduled increase of each model. Made once per snapshot. */
export function announcedPriceList(live: Pick<LiveSnapshot, 'current' | 'comingPrices'>): readonly PricedModel[] {
  const snapshot = live.current()
  const known = lists.get(snapshot)
  if (known) return known
  const upcoming = upcomingOf(snapshot, live.comingPrices())
  const list = priceListOf(snapshot).map((row) => {
    const next = upcoming.get(row.model_name)
    return next ? { ...row, upcoming: next } : row
  })
  lists.set(snapshot, list)
  return list
}

function upcomingOf(snapshot: Snapshot, changes: readonly PriceChange[]): Map<string, UpcomingPrice> {
  const upcoming = new Map<string, UpcomingPrice>()
  const raised = Map.groupBy(raisedPrices(snapshot.options, changes), ({ change_id }) => change_id)
  let { options } = snapshot
  for (const { id, effective_at, changes: models } of changes) {
    options = withPrices(options, models)
    const names = new Set(raised.get(id)?.map(({ model }) => model))
    if (names.size === 0) continue
    const isRaised = (name: string) => names.has(name) || names.has(foldedName(name))
    for (const row of priceListOf({ ...snapshot, options, prices: buildPriceBook(options) })) {
      const isOurs = row.members ? row.members.some((member) => isRaised(member.model_name)) : isRaised(row.model_name)
      if (isOurs && !upcoming.has(row.model_name)) upcoming.set(row.model_name, { effective_at, ...amountsOf(row) })
    }
  }
  return upcoming
}

/** The members of a row that say its price. */
function amountsOf(row: PricedModel): Omit<UpcomingPrice, 'effective_at'> {
  const { quota_type, model_price, model_ratio, completion_ratio } = row
  const { cache_ratio, create_cache_ratio, image_ratio, image_completion_ratio } = row
  const { audio_ratio, audio_completion_ratio, tiers, members } = row
  return {
    quota_type,
    model_price,
    model_ratio,
    completion_ratio,
    ...(cache_ratio !== undefined && { cache_ratio }),
    ...(create_cache_ratio !== undefined && { create_cache_ratio }),
    ...(image_ratio !== undefined && { image_ratio }),
    ...(image_completion_ratio !== undefined && { image_completion_ratio }),
    ...(audio_ratio !== undefined && { audio_ratio }),
    ...(audio_completion_ratio !== undefined && { audio_completion_ratio }),
    ...(tiers && { tiers }),
    ...(members && { members }),
  }
}
