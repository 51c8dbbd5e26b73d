import {
  basePriceKeys,
  finePriceKeys,
  type PriceAmounts,
  type PriceKey,
  priceKeys,
} from '@turnpike/contract/money/price-book'
import type { Entries } from '../../components/options/map-text.ts'
import { type Amounts, amountsOf, isSameAmount, type PriceMaps } from '../../components/options/price-maps.ts'

/** The new amounts of models, as a change has them. */
export type Draft = ReadonlyMap<string, PriceAmounts>

const isBase = (key: PriceKey) => basePriceKeys.some((each) => each === key)

/** The maps as they will be. A change without a fine amount leaves it as it is. */
export function changedMaps(maps: PriceMaps, draft: Draft): PriceMaps {
  const changedMap = (key: PriceKey): Entries => {
    const entries = new Map<string, unknown>(maps[key])
    for (const [model, amounts] of draft) {
      const amount = amounts[key]
      if (amount !== undefined && amount !== null) entries.set(model, amount)
      else if (amount === null || isBase(key)) entries.delete(model)
    }
    return entries
  }
  const changed: Record<string, Entries> = Object.fromEntries(priceKeys.map((key) => [key, changedMap(key)]))
  return changed as PriceMaps // every key, with values of its option
}

/**
 * The change that makes these amounts of a model. A fine amount that stays as it is, is no part of it, unless `drafted`
 * names it already.
 */
export function changeTo(maps: PriceMaps, model: string, wanted: Amounts, drafted: PriceAmounts = {}): PriceAmounts {
  const before = amountsOf(maps, model)
  const base = basePriceKeys.flatMap((key) => (wanted[key] === undefined ? [] : [[key, wanted[key]]]))
  const fine = finePriceKeys
    .filter((key) => !isSameAmount(before[key], wanted[key]) || drafted[key] !== undefined)
    .map((key) => [key, wanted[key] ?? null])
  return Object.fromEntries([...base, ...fine])
}

/** All amounts of a model after a change. */
export const amountsAfter = (before: PriceAmounts, change: PriceAmounts): Amounts =>
  Object.fromEntries(
    priceKeys.flatMap((key) => {
      const amount = change[key] === undefined && !isBase(key) ? before[key] : change[key]
      return amount === undefined || amount === null ? [] : [[key, amount]]
    }),
  )
