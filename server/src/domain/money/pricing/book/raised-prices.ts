import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import { type PriceParts, partsOf } from '../lists/price-parts.ts'
import { amountsOf, changedMaps, wholeMaps } from './changed-prices.ts'
import type { PriceChange } from './price-changes.queries.ts'

/** A scheduled change that makes some part of a model's price higher. */
export type RaisedPrice = {
  change_id: number
  changed_at: number
  effective_at: number
  model: string
  before: PriceAmounts
  after: PriceAmounts
}

/** The models whose price rises with scheduled changes, in the order of the changes. */
export function raisedPrices(options: OptionValues, changes: readonly PriceChange[]): RaisedPrice[] {
  let maps = wholeMaps(options)
  return changes.flatMap(({ id: change_id, changed_at, effective_at, changes: models }) => {
    const next = changedMaps(maps, models)
    const raised = models.flatMap(({ model }): RaisedPrice[] => {
      const [before, after] = [amountsOf(maps, model), amountsOf(next, model)]
      return isRaise(before, after) ? [{ change_id, changed_at, effective_at, model, before, after }] : []
    })
    maps = next
    return raised
  })
}

/**
 * Whether some request becomes dearer. A model that gets its first price or loses it has no other price to compare; one
 * that is charged per request instead of per token, or the other way round, counts as dearer, because that depends on
 * the request.
 */
export function isRaise(before: PriceAmounts, after: PriceAmounts): boolean {
  const [old, next] = [partsOf(before), partsOf(after)]
  if (old.size === 0 || next.size === 0) return false
  if (old.has('call') !== next.has('call')) return true
  return [...new Set([...old.keys(), ...next.keys()])].some((part) => {
    const was = partOf(old, part)
    return partOf(next, part) > was * (1 + 1e-9) // ratios may be rounded quotients
  })
}

/** A part that only one of the prices has is charged as its line by the other: `200000 input` as `input`. */
const partOf = (parts: PriceParts, part: string): number =>
  parts.get(part) ?? (part.startsWith('time ') ? 1 : (parts.get(part.split(' ').at(-1) ?? '') ?? 0))
